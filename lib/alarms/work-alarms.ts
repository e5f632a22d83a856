import { Duration } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AnyQueueName, QueueName } from '../../functions/definition-types.ts';
import { chunk } from '../../shared/platform/collections/chunk.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { serviceAlarm } from './service-alarm.ts';
import { customMetric, math, metric } from './service-metrics.ts';

const HOUR_SECONDS = 3_600;

/** Limit of CloudWatch for metrics in one alarm. */
const MAX_METRICS = 10;

/** The SDK retries throttled requests at once: a few are harmless. */
const MANY_THROTTLES = 100;
const NEAR_PERCENT = 80;
const TWICE = { evaluationPeriods: 3, datapointsToAlarm: 2 } as const;

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
export function addWorkAlarms(
  stack: Construct,
  { settings, functionName, queueName }: WorkAlarmsProps,
): void {
  const scope = new Construct(stack, 'Work');
  addFailedWork(scope);
  const receivesMail = settings.mailDomain !== undefined;
  const waiting: Readonly<Record<string, QueueName>> = {
    ...{ uploads: 'uploads', rfps: 'rfp-work' },
    ...(receivesMail ? { mails: 'mails' } : {}),
  };
  const ages = Object.entries(waiting).map(([name, queue]) => [
    name,
    metric('AWS/SQS', 'ApproximateAgeOfOldestMessage', 'Maximum', { QueueName: queueName(queue) }),
  ]);
  const FunctionName = functionName('publish-rfp-changes');
  serviceAlarm(
    scope,
    'WaitingAlarm',
    math(
      `MAX([${ages.map(([name]) => `FILL(${name}, 0)`).join(', ')}, FILL(changes, 0) / 1000])`,
      'seconds waiting',
      {
        ...Object.fromEntries(ages),
        changes: metric('AWS/Lambda', 'IteratorAge', 'Maximum', { FunctionName }),
      },
    ),
    {
      severity: 'ticket',
      happened: `Uploads, ${receivesMail ? 'mails, ' : ''}work on RFPs or changes of RFPs have waited for more than an hour; the graph of the alarm shows which.`,
      impact: `files are imported${receivesMail ? ', mails become chats' : ''} and lanes are priced late; changes are lost after 24 hours, messages after 4 days.`,
      first: 'saved query uploads, or for RFPs rfps, then events-not-dispatched.',
      runbook: 'uploads-are-not-imported',
    },
    { threshold: HOUR_SECONDS, evaluationPeriods: 3 },
  );
  serviceAlarm(
    scope,
    'TablesThrottledAlarm',
    math(
      // A Metrics Insights query over all tables of the account and region, whose contributors are the tables.
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
  serviceAlarm(
    scope,
    'ConcurrencyAlarm',
    math('IF(FILL(throttled, 0) > 0, 100, 100 * used / SERVICE_QUOTA(used))', 'percent of the limit', {
      throttled: metric('AWS/Lambda', 'Throttles', 'Sum'),
      used: metric('AWS/Usage', 'ResourceCount', 'Maximum', {
        ...{ Type: 'Resource', Resource: 'ConcurrentExecutions', Service: 'Lambda', Class: 'None' },
      }),
    }),
    {
      severity: 'ticket',
      happened: `Functions of this account and region were throttled, or used ${NEAR_PERCENT}% or more of the concurrency limit, in at least 2 of the last 3 five-minute periods.`,
      impact: 'above the limit callers get 500, and webhooks are delivered late.',
      first: 'saved query calls-by-organization, and the metric Throttles by function in CloudWatch.',
      runbook: 'functions-are-throttled',
    },
    { threshold: NEAR_PERCENT, ...TWICE },
  );
  if (settings.probeMinutes !== undefined) addProbe(scope, settings.probeMinutes, functionName('probe'));
}

/** Dead letters, scheduled runs and stream records that failed after all retries. */
function addFailedWork(scope: Construct): void {
  const failed = scope.node.root.node
    .findAll()
    .filter((construct) => construct instanceof Queue)
    .filter(({ node }) => HOLDS_FAILED_WORK.test(node.id));
  chunk(failed, MAX_METRICS).forEach((queues, index) => {
    const messages = queues.map(({ queueName: QueueName, node }) =>
      metric('AWS/SQS', 'ApproximateNumberOfMessagesVisible', 'Maximum', { QueueName }, node.path),
    );
    serviceAlarm(
      scope,
      `Failed${index === 0 ? '' : index}Alarm`,
      math('SUM(METRICS())', 'messages', messages),
      {
        severity: 'ticket',
        happened:
          'A message, a scheduled run or a stream record failed after all retries and waits in a queue for an operator; the graph of the alarm names the queue.',
        impact:
          'an event, an upload, a chunk of an RFP or a scheduled run is missing until it is redriven: changes of streams within 24 hours, others within 14 days.',
        first: 'freight dlq redrive --dry-run, then freight failed-events redrive --dry-run.',
        runbook: 'dead-letters',
      },
      { threshold: 1, evaluationPeriods: 1 },
    );
  });
}

function addProbe(scope: Construct, minutes: number, probe: string): void {
  const period = Duration.minutes(minutes);
  const ofProbe = (name: string) => customMetric(probe, name, 'Sum').with({ period });
  serviceAlarm(
    scope,
    'ProbeAlarm',
    math(
      // A probe that does not run writes no metric.
      'FILL(failures, 1) + FILL(sent, 0) - FILL(received, 0)',
      'failed runs and missing webhooks',
      {
        failures: ofProbe('ProbeFailures'),
        sent: ofProbe('ProbeEventsSent'),
        received: ofProbe('ProbeEventsReceived'),
      },
      period,
    ),
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
