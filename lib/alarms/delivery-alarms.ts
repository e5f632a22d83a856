import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { serviceAlarm } from './service-alarm.ts';
import { customMetric, math, PERIOD } from './service-metrics.ts';

/** The sweep replaces a lost delivery message within a minute; a longer wait is late. */
const LATE_SECONDS = 300;

/** Fewer attempts in five minutes are too small a sample. */
const MIN_ATTEMPTS = 50;

export interface DeliveryAlarmsProps {
  readonly sweep: IFunction;
  /** Functions that send webhooks. */
  readonly senders: readonly IFunction[];
  readonly publisher: IFunction;
  readonly events: IQueue;
}

/** Alarms on the delivery of events, from the stream of the quotes table to the last attempt. */
export function addDeliveryAlarms(scope: Construct, props: DeliveryAlarmsProps): void {
  const { sweep, senders, publisher, events } = props;
  serviceAlarm(
    scope,
    'DeliveriesLateAlarm',
    math(
      // The sweep runs every minute: without its metric, it does not run.
      `MAX([FILL(due, ${12 * LATE_SECONDS}), FILL(waiting, 0), FILL(changes, 0) / 1000])`,
      'seconds late',
      {
        due: customMetric(sweep.functionName, 'OldestDue', 'Maximum'),
        waiting: events.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: 'Maximum' }),
        changes: publisher.metric('IteratorAge', { period: PERIOD, statistic: 'Maximum' }),
      },
    ),
    {
      severity: 'page',
      happened:
        'Quote changes, events or due deliveries are more than 5 minutes late, or the delivery sweep does not run; the graph of the alarm shows which.',
      impact:
        'receivers get webhooks late. Changes are lost after 24 hours, events after 4 days, deliveries after 30 days.',
      first: 'saved query deliveries-unfinished, then events-not-dispatched.',
      runbook: 'deliveries-are-overdue',
    },
    {
      threshold: LATE_SECONDS,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
      treatMissingData: TreatMissingData.BREACHING,
    },
  );

  const sumOf = (outcome: 'succeeded' | 'failed') =>
    `(${senders.map((_, index) => `FILL(${outcome}${index}, 0)`).join(' + ')})`;
  const attempts = `(${sumOf('succeeded')} + ${sumOf('failed')})`;
  serviceAlarm(
    scope,
    'AttemptsFailAlarm',
    math(
      `IF(${attempts} >= ${MIN_ATTEMPTS}, 100 * ${sumOf('succeeded')} / ${attempts}, 100)`,
      'percent of attempts that succeed',
      Object.fromEntries(
        senders.flatMap(({ functionName }, index) => [
          [`succeeded${index}`, customMetric(functionName, 'AttemptsSucceeded', 'Sum')],
          [`failed${index}`, customMetric(functionName, 'AttemptsFailed', 'Sum')],
        ]),
      ),
    ),
    {
      severity: 'ticket',
      happened: 'Fewer than 50% of webhook attempts have succeeded for 15 minutes.',
      impact:
        'receivers get their webhooks at a later attempt; a webhook whose six attempts all fail is not delivered.',
      first: 'saved query deliveries-by-organization.',
      runbook: 'most-attempts-fail',
    },
    { threshold: 50, comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD, evaluationPeriods: 3 },
  );
}
