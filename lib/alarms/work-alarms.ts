import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AnyQueueName } from '../../functions/definition-types.ts';
import { chunk } from '../../shared/platform/collections/chunk.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { serviceAlarm } from './service-alarm.ts';
import { customMetric } from './service-metrics.ts';

const MINUTES_5 = Duration.minutes(5);
const HOUR_SECONDS = 3_600;

/** Limit of CloudWatch for metrics in one alarm. */
const MAX_METRICS = 10;

/** The SDK retries throttled requests at once: a few are harmless. */
const MANY_THROTTLES = 100;
const NEAR_PERCENT = 80;
const TWICE = { evaluationPeriods: 3, datapointsToAlarm: 2 } as const;

/** Concurrent executions of all functions of the account in this region. */
export const concurrentExecutions = () =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'ConcurrentExecutions',
    statistic: 'Maximum',
    period: MINUTES_5,
    label: 'all functions of the account',
  });

const expressionOf = (expression: string, label: string, usingMetrics: Record<string, IMetric>) =>
  new MathExpression({ expression, label, usingMetrics, period: MINUTES_5 });

const queueMetric = (QueueName: string, metricName: string) =>
  new Metric({
    namespace: 'AWS/SQS',
    metricName,
    dimensionsMap: { QueueName },
    statistic: 'Maximum',
    period: MINUTES_5,
  });

/** Ids of the queues that keep work for an operator. */
const HOLDS_FAILED_WORK = /^(DeadLetters|FailedEvents)$/;

interface WorkAlarmsProps {
  readonly settings: EnvironmentSettings;
  /** Returns the deployed name of a function. */
  readonly functionName: (name: string) => string;
  /** Returns the deployed name of a queue. */
  readonly queueName: (name: AnyQueueName) => string;
}

/** Alarms on background work of all stacks, on tables, on the account, and on the probe. Create them after all queues. */
export class WorkAlarms extends Construct {
  private readonly functionName: (name: string) => string;

  constructor(scope: Construct, id: string, { settings, functionName, queueName }: WorkAlarmsProps) {
    super(scope, id);
    this.functionName = functionName;
    this.addFailedWork();
    this.addWaitingWork(queueName);
    this.addThrottledTables();
    this.addConcurrency();
    if (settings.probeMinutes !== undefined) this.addProbe(settings.probeMinutes);
  }

  /** Dead letters, scheduled runs and stream records that failed after all retries. */
  private addFailedWork(): void {
    const failed = this.node.root.node
      .findAll()
      .filter((construct) => construct instanceof Queue)
      .filter(({ node }) => HOLDS_FAILED_WORK.test(node.id));
    chunk(failed, MAX_METRICS).forEach((queues, index) => {
      const messages = queues.map(
        (queue, each) =>
          [`queue${each}`, queueMetric(queue.queueName, 'ApproximateNumberOfMessagesVisible')] as const,
      );
      serviceAlarm(
        this,
        `Failed${index === 0 ? '' : index}Alarm`,
        expressionOf('SUM(METRICS())', 'messages', Object.fromEntries(messages)),
        {
          severity: 'ticket',
          happened:
            'A message, a scheduled run or a stream record failed after all retries and waits in a queue for an operator; the graph of the alarm names the queue.',
          impact:
            'an event, an upload, a chunk of an RFP or a scheduled run is missing until it is redriven; after 14 days it is lost.',
          first: 'freight dlq redrive --dry-run, then freight failed-events redrive --dry-run.',
          runbook: 'dead-letters',
        },
        { threshold: 1, evaluationPeriods: 1 },
      );
    });
  }

  private addWaitingWork(queueName: WorkAlarmsProps['queueName']): void {
    const age = (name: 'uploads' | 'rfp-work') =>
      queueMetric(queueName(name), 'ApproximateAgeOfOldestMessage');
    const changes = new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'IteratorAge',
      dimensionsMap: { FunctionName: this.functionName('publish-rfp-changes') },
      statistic: 'Maximum',
      period: MINUTES_5,
    });
    serviceAlarm(
      this,
      'WaitingAlarm',
      expressionOf('MAX([FILL(uploads, 0), FILL(rfps, 0), FILL(changes, 0) / 1000])', 'seconds waiting', {
        uploads: age('uploads'),
        rfps: age('rfp-work'),
        changes,
      }),
      {
        severity: 'ticket',
        happened: 'Uploads, work on RFPs or changes of RFPs have waited for more than an hour.',
        impact:
          'files are imported and lanes are priced late; changes are lost after 24 hours, messages after 4 days.',
        first: 'saved queries uploads and rfps.',
        runbook: 'uploads-are-not-imported',
      },
      { threshold: HOUR_SECONDS, evaluationPeriods: 3 },
    );
  }

  /** A Metrics Insights query over all tables of the account and region, whose contributors are the tables. */
  private addThrottledTables(): void {
    serviceAlarm(
      this,
      'TablesThrottledAlarm',
      expressionOf(
        'SELECT SUM("ThrottledRequests") FROM SCHEMA("AWS/DynamoDB", Operation, TableName) GROUP BY TableName ORDER BY SUM() DESC',
        'throttled requests',
        {},
      ),
      {
        severity: 'ticket',
        happened: `DynamoDB throttled ${MANY_THROTTLES} or more requests to a table or its indexes in at least 2 of the last 3 five-minute periods; the contributors of the alarm are the tables.`,
        impact: 'calls are slow or get 500, and webhooks are sent late.',
        first: 'saved query calls-by-organization.',
        runbook: 'a-table-throttles',
      },
      { threshold: MANY_THROTTLES, ...TWICE },
    );
  }

  private addConcurrency(): void {
    const throttled = new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      statistic: 'Sum',
      period: MINUTES_5,
    });
    const used = new Metric({
      namespace: 'AWS/Usage',
      metricName: 'ResourceCount',
      dimensionsMap: { Type: 'Resource', Resource: 'ConcurrentExecutions', Service: 'Lambda', Class: 'None' },
      statistic: 'Maximum',
      period: MINUTES_5,
    });
    serviceAlarm(
      this,
      'ConcurrencyAlarm',
      expressionOf(
        'IF(FILL(throttled, 0) > 0, 100, 100 * used / SERVICE_QUOTA(used))',
        'percent of the limit',
        {
          throttled,
          used,
        },
      ),
      {
        severity: 'ticket',
        happened: `Functions of this account and region were throttled, or used ${NEAR_PERCENT}% or more of the concurrency limit, in at least 2 of the last 3 five-minute periods.`,
        impact: 'above the limit callers get 500, and webhooks are delivered late.',
        first: 'freight --environment ENVIRONMENT doctor, then saved query calls-by-organization.',
        runbook: 'functions-are-throttled',
      },
      { threshold: NEAR_PERCENT, ...TWICE },
    );
  }

  private addProbe(minutes: number): void {
    const period = Duration.minutes(minutes);
    const probe = this.functionName('probe');
    const metric = (name: string) => customMetric(probe, name, 'Sum').with({ period });
    serviceAlarm(
      this,
      'ProbeAlarm',
      new MathExpression({
        // A probe that does not run writes no metric.
        expression: 'FILL(failures, 1) + FILL(sent, 0) - FILL(received, 0)',
        label: 'failed runs and missing webhooks',
        usingMetrics: {
          failures: metric('ProbeFailures'),
          sent: metric('ProbeEventsSent'),
          received: metric('ProbeEventsReceived'),
        },
        period,
      }),
      {
        severity: 'page',
        happened: `The probe, which calls the public API every ${minutes} minutes, has failed 3 times in a row, does not run, or did not receive its last 3 webhooks.`,
        impact: 'probably no caller gets rates or quotes, or no receiver gets webhooks.',
        first: 'saved query probe-runs.',
        runbook: 'the-probe-fails',
      },
      { threshold: 1, evaluationPeriods: 3, treatMissingData: TreatMissingData.BREACHING },
    );
  }
}
