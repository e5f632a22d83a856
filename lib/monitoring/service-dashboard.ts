import { type Stack, Token } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  CfnAlarm,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { type AnyQueueName, TABLE_NAMES, WEBHOOK_QUEUE_NAMES } from '../../functions/definition-types.ts';
import { SEVERITIES } from '../alarms/alerting.ts';
import { apiMetric, customMetric, type MeasuredApi, metric, PERIOD } from '../alarms/service-metrics.ts';
import type { ServiceResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings, Severity } from '../settings/environments.ts';
import { type RunbookSection, runbookLink } from '../settings/runbook-sections.ts';

/** Width of a dashboard in columns. */
const FULL_WIDTH = 24;

const PERCENTILES = ['p50', 'p95', 'p99'];
const SENDERS = ['deliver-webhook', 'retry-webhook'] as const;
const WAITING = 'ApproximateNumberOfMessagesVisible';
const AGE = 'ApproximateAgeOfOldestMessage';

export interface ServiceDashboardProps {
  readonly settings: EnvironmentSettings;
  readonly api: MeasuredApi;
  /** Returns the deployed name of a function. */
  readonly functionName: (name: string) => string;
  /** Returns the deployed name of a queue. */
  readonly queueName: (name: AnyQueueName) => string;
  readonly resources: ServiceResources;
}

/** A graph; the metrics of `right` use the right axis. */
const graph = (title: string, width: number, left: readonly IMetric[], right: readonly IMetric[] = []) =>
  new GraphWidget({ title, width, height: 6, left: [...left], right: [...right], leftYAxis: { min: 0 } });

const text = (markdown: string): IWidget[] => [new TextWidget({ markdown, width: FULL_WIDTH, height: 2 })];

/**
 * Dashboard of the service, from caller metrics to costs. Create it after all alarms, since it shows their states.
 * @returns its name.
 */
export function addServiceDashboard(stack: Stack, props: ServiceDashboardProps): string {
  const { settings, api, functionName, queueName, resources } = props;
  const { name, runbookUrl, release, probeMinutes } = settings;
  const scope = new Construct(stack, 'Service');
  const dashboardName = `freight-${name}`;

  const heading = (title: string, section: RunbookSection) =>
    text(`## ${title}\n[runbook](${runbookLink(runbookUrl, section)})`);

  /** A metric that AWS emits of a function. */
  const ofFunction = (of: string, metricName: string, statistic = 'Sum', label = of) =>
    metric('AWS/Lambda', metricName, statistic, { FunctionName: functionName(of) }, label);
  /** A metric that a function writes to its log. */
  const custom = (of: string, metricName: string, label = metricName, statistic = 'Sum') =>
    customMetric(functionName(of), metricName, statistic, label);
  const ofQueue = (of: AnyQueueName, metricName = WAITING, label: string = of) =>
    metric('AWS/SQS', metricName, 'Maximum', { QueueName: queueName(of) }, label);

  /** The states of all alarms of a severity, found by name in all stacks. */
  const alarmStatus = (severity: Severity): IWidget[][] => {
    const alarmNames = scope.node.root.node
      .findAll()
      .flatMap((construct) => (construct instanceof CfnAlarm ? (construct.alarmName ?? '') : []))
      // Alarms of a release have names with versions, which are unknown here: the text at the top names them.
      .filter((alarm) => !Token.isUnresolved(alarm) && alarm.startsWith(`freight-${name}-${severity}-`));
    if (alarmNames.length === 0) return [];
    const alarms = alarmNames.map((alarm) => Alarm.fromAlarmName(scope, alarm, alarm));
    const height = severity === 'page' ? 3 : 6;
    return [[new AlarmStatusWidget({ title: severity, alarms, width: FULL_WIDTH, height })]];
  };

  const calls = [
    heading('API calls', 'the-api-answers-500'),
    [
      graph('calls', 8, [apiMetric(api, 'Count', 'SampleCount', 'calls')]),
      graph(
        'errors',
        8,
        [apiMetric(api, '4XXError', 'Sum', '4xx: caller errors')],
        [apiMetric(api, '5XXError', 'Sum', '5xx: service errors')],
      ),
      graph(
        'latency, ms',
        8,
        PERCENTILES.map((percentile) => apiMetric(api, 'Latency', percentile, percentile)),
      ),
    ],
    heading('Authorization', 'the-authorizer-fails'),
    [
      graph(
        'authorizer: invocations',
        6,
        [ofFunction('authorizer', 'Invocations', 'Sum', 'invocations')],
        [
          ofFunction('authorizer', 'Errors', 'Sum', 'errors'),
          ofFunction('authorizer', 'Throttles', 'Sum', 'throttled'),
        ],
      ),
      graph(
        'authorizer: duration, ms',
        6,
        PERCENTILES.map((percentile) => ofFunction('authorizer', 'Duration', percentile, percentile)),
      ),
    ],
  ];

  const sweep = 'sweep-due-deliveries';
  const deliveries = [
    heading('Webhooks', 'deliveries-are-overdue'),
    [
      graph('age of the oldest delivery, seconds', 8, [
        custom(sweep, 'OldestDue', 'due', 'Maximum'),
        custom(sweep, 'OldestWaiting', 'at the limit of its organization', 'Maximum'),
      ]),
      graph(
        'attempts',
        16,
        ['AttemptsSucceeded', 'AttemptsFailed'].flatMap((outcome) =>
          SENDERS.map((sender) => custom(sender, outcome, `${sender}: ${outcome}`)),
        ),
      ),
    ],
    [
      graph(
        'seconds from event to receiver, first attempts',
        FULL_WIDTH,
        ['p50', 'p99'].map((percentile) =>
          custom('deliver-webhook', 'DeliveryDelay', percentile, percentile),
        ),
      ),
    ],
    [
      graph(
        'queues: messages',
        8,
        WEBHOOK_QUEUE_NAMES.map((queue) => ofQueue(queue)),
        [ofQueue('events', AGE, 'events: age of the oldest, seconds')],
      ),
      graph(
        'failed invocations',
        8,
        ['dispatch-event', ...SENDERS, sweep].map((of) => ofFunction(of, 'Errors')),
      ),
    ],
  ];

  const probe = () => [
    heading('Probe of the public API', 'the-probe-fails'),
    [
      graph('runs', 8, [
        custom('probe', 'ProbeFailures', 'failed runs'),
        custom('probe', 'ProbeEventsSent', 'events sent'),
        custom('probe', 'ProbeEventsReceived', 'events received'),
      ]),
      graph('rate of one lane, ms', 8, [custom('probe', 'ProbeRateLatency', 'rate', 'Maximum')]),
      graph('seconds from quote to webhook', 8, [
        custom('probe', 'ProbeDeliveryTime', 'delivery', 'Maximum'),
      ]),
    ],
  ];

  const stale = ['TerminalSnapshotBroken', 'TerminalsUnreadable'].map((of) => custom('search-terminals', of));
  const searchDomain = () => {
    const fellBack = custom('search-terminals', 'TerminalSearchFellBack', 'answered by the embedded search');
    return [graph('fallbacks', FULL_WIDTH, [fellBack, ...stale])];
  };
  const search = [
    heading('Terminal search', 'the-embedded-search-answers'),
    settings.terminalSearch === 'embedded'
      ? [graph('terminal refresh failures', FULL_WIDTH, stale)]
      : searchDomain(),
  ];

  const capacity = (metricName: string) =>
    TABLE_NAMES.map((table) =>
      metric('AWS/DynamoDB', metricName, 'Sum', { TableName: resources.table(table) }, table),
    );
  /** Sums the metric over all resources of the environment, including new ones. */
  const sumOfAll = (label: string, schema: string, metricName: string) =>
    new MathExpression({
      expression: `SUM(SEARCH('{${schema}} MetricName="${metricName}" "freight-${name}"', 'Sum', 300))`,
      ...{ usingMetrics: {}, label, period: PERIOD, searchRegion: stack.region },
    });
  /** What AWS charges for: calls, function time, table capacity, log volume, messages. */
  const costs = [
    heading('Cost drivers', 'the-budget-is-spent'),
    [
      graph('API calls', 6, [apiMetric(api, 'Count', 'SampleCount', 'calls')]),
      graph('functions: duration, ms', 6, [sumOfAll('all functions', 'AWS/Lambda,FunctionName', 'Duration')]),
      graph('logs ingested, bytes', 6, [
        sumOfAll('all log groups', 'AWS/Logs,LogGroupName', 'IncomingBytes'),
      ]),
      graph('SQS messages sent', 6, [sumOfAll('all queues', 'AWS/SQS,QueueName', 'NumberOfMessagesSent')]),
    ],
    [
      graph('tables: read units', 8, capacity('ConsumedReadCapacityUnits')),
      graph('tables: write units', 8, capacity('ConsumedWriteCapacityUnits')),
      graph('concurrent executions', 8, [
        metric('AWS/Lambda', 'ConcurrentExecutions', 'Maximum', {}, 'all functions of the account'),
      ]),
    ],
  ];

  const ofReleases =
    release === 'canary'
      ? '. Not below: alarms of a release, with -release- in their names, which CodeDeploy shows.'
      : '';
  new Dashboard(scope, 'Dashboard', {
    dashboardName,
    widgets: [
      text(
        `# Freight rates and quotes: ${name}\n[Runbook: what to do when an alarm is active](${runbookUrl})${ofReleases}`,
      ),
      ...SEVERITIES.flatMap(alarmStatus),
      ...calls,
      ...deliveries,
      ...(probeMinutes === undefined ? [] : probe()),
      ...search,
      ...costs,
    ],
  });
  return dashboardName;
}
