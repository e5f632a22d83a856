import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../shared/platform/logging/metric.ts';
import { serviceAlarm } from './service-alarm.ts';

const MINUTES_5 = Duration.minutes(5);

/** What waits longer is late: a hint that was lost is sent again after a minute, and looked at again two minutes later. */
const LATE_SECONDS = 300;
const LATE_MS = LATE_SECONDS * 1000;
const STUCK_SECONDS = 3_600;

/** Fewer attempts in five minutes say little of all receivers. */
const ENOUGH_ATTEMPTS = 50;

export interface DeliveryAlarmsProps {
  readonly sweep: IFunction;
  /** Functions that make attempts. */
  readonly senders: readonly IFunction[];
  readonly publisher: IFunction;
  readonly events: IQueue;
}

/** A metric that a function writes itself. */
export const ownMetric = (functionName: string, metricName: string, statistic: string, label?: string) =>
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { function: functionName },
    statistic,
    period: MINUTES_5,
    ...(label === undefined ? {} : { label }),
  });

/** Alarms on the way of events to their receivers, from the table that they begin in to the last attempt. */
export class DeliveryAlarms extends Construct {
  constructor(scope: Construct, id: string, { sweep, senders, publisher, events }: DeliveryAlarmsProps) {
    super(scope, id);
    this.addEventAlarms(publisher, events);
    this.addDueAlarms(sweep);

    const parked = ownMetric(sweep.functionName, 'OldestParked', 'Maximum');
    serviceAlarm(
      this,
      'Parked',
      parked,
      {
        severity: 'ticket',
        happened: 'For 15 minutes an organization has had deliveries parked that wait for more than an hour.',
        impact: 'its receivers get their webhooks an hour late and later; those of others are not affected.',
        runbook: 'parked-deliveries-wait',
      },
      { threshold: STUCK_SECONDS, evaluationPeriods: 3 },
    );

    const sums = senders.map(({ functionName }) => ({
      succeeded: ownMetric(functionName, 'AttemptsSucceeded', 'Sum'),
      failed: ownMetric(functionName, 'AttemptsFailed', 'Sum'),
    }));
    const named = (outcome: 'succeeded' | 'failed') =>
      Object.fromEntries(sums.map((each, place) => [`${outcome}${place}`, each[outcome]]));
    const sumOf = (outcome: 'succeeded' | 'failed') =>
      `(${Object.keys(named(outcome))
        .map((metric) => `FILL(${metric}, 0)`)
        .join(' + ')})`;
    const attempts = `(${sumOf('succeeded')} + ${sumOf('failed')})`;
    const success = new MathExpression({
      expression: `IF(${attempts} >= ${ENOUGH_ATTEMPTS}, 100 * ${sumOf('succeeded')} / ${attempts}, 100)`,
      label: 'percent of attempts that succeed',
      usingMetrics: { ...named('succeeded'), ...named('failed') },
      period: MINUTES_5,
    });
    serviceAlarm(
      this,
      'Success',
      success,
      {
        severity: 'ticket',
        happened: 'Fewer than half of all attempts of webhooks have succeeded for 15 minutes.',
        impact: 'receivers get their webhooks by a later attempt, or not at all where all six fail.',
        runbook: 'most-attempts-fail',
      },
      { threshold: 50, comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD, evaluationPeriods: 3 },
    );
  }

  private addEventAlarms(publisher: IFunction, events: IQueue): void {
    const late = { threshold: LATE_SECONDS, evaluationPeriods: 3, datapointsToAlarm: 2 };
    const age = publisher.metric('IteratorAge', { period: MINUTES_5, statistic: 'Maximum' });
    serviceAlarm(
      this,
      'QuoteEventsLate',
      age,
      {
        severity: 'page',
        happened: 'What happens to quotes becomes an event more than 5 minutes late.',
        impact: 'receivers hear of quotes late; what is older than 24 hours is lost to them.',
        runbook: 'events-come-late',
      },
      { ...late, threshold: LATE_MS },
    );
    serviceAlarm(
      this,
      'EventsWaiting',
      events.metricApproximateAgeOfOldestMessage({ period: MINUTES_5, statistic: 'Maximum' }),
      {
        severity: 'page',
        happened: 'Events have waited in their queue for more than 5 minutes.',
        impact: 'no webhook of theirs is sent; after 4 days they are lost.',
        runbook: 'events-come-late',
      },
      late,
    );
  }

  private addDueAlarms({ functionName }: IFunction): void {
    const oldestDue = ownMetric(functionName, 'OldestDue', 'Maximum');
    serviceAlarm(
      this,
      'Overdue',
      oldestDue,
      {
        severity: 'page',
        happened:
          'Deliveries have been due for more than 5 minutes, in two of the last three times five minutes.',
        impact: 'webhooks come late; none is lost.',
        runbook: 'deliveries-are-overdue',
      },
      { threshold: LATE_SECONDS, evaluationPeriods: 3, datapointsToAlarm: 2 },
    );
    serviceAlarm(
      this,
      'Stuck',
      oldestDue,
      {
        severity: 'ticket',
        happened: 'In the last hour there was a delivery that had been due for more than an hour.',
        impact: 'its receiver gets it late; where it stays so for 3 days it ends as failed.',
        runbook: 'deliveries-are-overdue',
      },
      // The sweep looks at what it has met before once an hour.
      { threshold: STUCK_SECONDS, evaluationPeriods: 12, datapointsToAlarm: 1 },
    );
  }
}
