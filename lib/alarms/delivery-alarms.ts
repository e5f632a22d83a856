import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../shared/platform/logging/metric.ts';
import { serviceAlarm } from './service-alarm.ts';
import { addLateChangesAlarm } from './waiting-alarms.ts';

const MINUTES_5 = Duration.minutes(5);

/** The sweep replaces a lost delivery message within a minute; a longer wait is late. */
const LATE_SECONDS = 300;
const STUCK_SECONDS = 3_600;

/** Fewer attempts in five minutes are too small a sample. */
const MIN_ATTEMPTS = 50;

export interface DeliveryAlarmsProps {
  readonly sweep: IFunction;
  /** Functions that send webhooks. */
  readonly senders: readonly IFunction[];
  readonly publisher: IFunction;
  readonly events: IQueue;
}

/** A custom metric that a function writes to its log. */
export const customMetric = (functionName: string, metricName: string, statistic: string, label?: string) =>
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { function: functionName },
    statistic,
    period: MINUTES_5,
    ...(label === undefined ? {} : { label }),
  });

/** Alarms on the delivery of events, from the stream of the quotes table to the last attempt. */
export class DeliveryAlarms extends Construct {
  constructor(scope: Construct, id: string, { sweep, senders, publisher, events }: DeliveryAlarmsProps) {
    super(scope, id);
    this.addEventAlarms(publisher, events);
    this.addDueAlarms(sweep);

    const oldestWaiting = customMetric(sweep.functionName, 'OldestWaiting', 'Maximum');
    serviceAlarm(
      this,
      'Waiting',
      oldestWaiting,
      {
        severity: 'ticket',
        happened:
          'For 15 minutes an organization has had deliveries that waited for more than an hour for its concurrency limit.',
        impact:
          'its receivers get their webhooks more than an hour late; other organizations are not affected.',
        runbook: 'waiting-deliveries-are-late',
      },
      { threshold: STUCK_SECONDS, evaluationPeriods: 3 },
    );

    const sums = senders.map(({ functionName }) => ({
      succeeded: customMetric(functionName, 'AttemptsSucceeded', 'Sum'),
      failed: customMetric(functionName, 'AttemptsFailed', 'Sum'),
    }));
    const metricsOf = (outcome: 'succeeded' | 'failed') =>
      Object.fromEntries(sums.map((each, index) => [`${outcome}${index}`, each[outcome]]));
    const sumOf = (outcome: 'succeeded' | 'failed') =>
      `(${Object.keys(metricsOf(outcome))
        .map((metric) => `FILL(${metric}, 0)`)
        .join(' + ')})`;
    const attempts = `(${sumOf('succeeded')} + ${sumOf('failed')})`;
    const success = new MathExpression({
      expression: `IF(${attempts} >= ${MIN_ATTEMPTS}, 100 * ${sumOf('succeeded')} / ${attempts}, 100)`,
      label: 'percent of attempts that succeed',
      usingMetrics: { ...metricsOf('succeeded'), ...metricsOf('failed') },
      period: MINUTES_5,
    });
    serviceAlarm(
      this,
      'Success',
      success,
      {
        severity: 'ticket',
        happened: 'Fewer than 50% of webhook attempts have succeeded for 15 minutes.',
        impact:
          'receivers get their webhooks at a later attempt; a webhook whose six attempts all fail is not delivered.',
        runbook: 'most-attempts-fail',
      },
      { threshold: 50, comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD, evaluationPeriods: 3 },
    );
  }

  private addEventAlarms(publisher: IFunction, events: IQueue): void {
    addLateChangesAlarm(this, 'QuoteEventsLate', publisher, {
      lateMs: LATE_SECONDS * 1000,
      severity: 'page',
      happened: 'Quote changes are published as events more than 5 minutes late.',
      impact: 'receivers get quote events late; changes older than 24 hours are lost.',
      runbook: 'events-are-late',
    });
    serviceAlarm(
      this,
      'EventsWaiting',
      events.metricApproximateAgeOfOldestMessage({ period: MINUTES_5, statistic: 'Maximum' }),
      {
        severity: 'page',
        happened: 'Events have waited in their queue for more than 5 minutes.',
        impact: 'no webhooks are sent for these events; after 4 days the events are lost.',
        runbook: 'events-are-late',
      },
      { threshold: LATE_SECONDS, evaluationPeriods: 3, datapointsToAlarm: 2 },
    );
  }

  private addDueAlarms({ functionName }: IFunction): void {
    const oldestDue = customMetric(functionName, 'OldestDue', 'Maximum');
    serviceAlarm(
      this,
      'Overdue',
      oldestDue,
      {
        severity: 'page',
        happened:
          'Deliveries were overdue by more than 5 minutes in at least 2 of the last 3 five-minute periods.',
        impact: 'webhooks are delivered late; none is lost.',
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
        happened: 'At least one delivery in the last hour was overdue by more than an hour.',
        impact:
          'its receiver gets it late; a delivery that the service fails to send for 3 days is marked as failed.',
        runbook: 'deliveries-are-overdue',
      },
      { threshold: STUCK_SECONDS, evaluationPeriods: 12, datapointsToAlarm: 1 },
    );
  }
}
