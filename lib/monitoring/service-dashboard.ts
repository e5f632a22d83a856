import { Aws, Fn, Stack, Token } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  CfnAlarm,
  Dashboard,
  type IWidget,
  MathExpression,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { AnyQueueName, TableName } from '../../functions/definition-types.ts';
import { TABLE_NAMES } from '../../functions/definition-types.ts';
import { chunk } from '../../shared/platform/collections/chunk.ts';
import { SEVERITIES } from '../alarms/alerting.ts';
import type { MeasuredApi } from '../alarms/service-metrics.ts';
import { apiMetric, customMetric } from '../alarms/service-metrics.ts';
import { concurrentExecutions } from '../alarms/work-alarms.ts';
import type { ServiceResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings, Severity } from '../settings/environments.ts';
import { runbookLink } from '../settings/runbook-sections.ts';
import { type DeliveryRows, deliveryRows, queueMetric } from './delivery-rows.ts';
import { FULL_WIDTH, graph, heading, lambdaMetric, metricOf, PERIOD } from './graph.ts';
import { type LogGroups, queryWidget } from './log-queries.ts';
import { SAVED_QUERIES } from './saved-queries.ts';
import { authorizerRows, trafficRows } from './traffic-rows.ts';

/** Dashboard rows of terminal search. @param domainArn undefined if the environment has no search domain. */
function searchRows(searchFunction: string, runbook: string, domainArn?: string): IWidget[][] {
  const fellBack = customMetric(
    searchFunction,
    'TerminalSearchFellBack',
    'Sum',
    'answered by the embedded search',
  );
  const stale = ['TerminalSnapshotBroken', 'TerminalsUnreadable'].map((name) =>
    customMetric(searchFunction, name, 'Sum', name),
  );
  const rows = [heading('Terminal search', runbookLink(runbook, 'the-embedded-search-answers'))];
  if (domainArn === undefined) return [rows, [graph('terminal refresh failures', 24, stale)]];
  const of = {
    DomainName: Fn.select(1, Fn.split('/', domainArn)),
    ClientId: Aws.ACCOUNT_ID,
  };
  const domain = (name: string, statistic: string, label: string) =>
    metricOf({ namespace: 'AWS/ES', name, of, statistic, label });
  return [
    rows,
    [
      graph('fallbacks', 8, [fellBack, ...stale]),
      graph('domain: latency, ms', 8, [domain('SearchLatency', 'Average', 'search')]),
      graph(
        'domain: load, percent',
        8,
        [domain('CPUUtilization', 'Maximum', 'CPU'), domain('JVMMemoryPressure', 'Maximum', 'heap')],
        [domain('ClusterStatus.red', 'Maximum', 'red'), domain('ClusterStatus.yellow', 'Maximum', 'yellow')],
      ),
    ],
  ];
}

/** Dashboard rows of RFPs: lanes with results, work that waits, and failed runs. */
function rfpRows({ functionName, queueName, runbook, queries }: DeliveryRows): IWidget[][] {
  const worker = functionName('price-rfp-lanes');
  const publisher = functionName('publish-rfp-changes');
  const queue = (name: 'rfp-work' | 'rfp-work-dlq', metric: string, label: string) =>
    queueMetric(queueName(name), metric, label);
  return [
    [heading('RFPs', runbookLink(runbook, 'lanes-of-rfps-are-not-priced'))],
    [
      graph(
        'lanes with results',
        4,
        [customMetric(worker, 'LanesPriced', 'Sum', 'priced lanes')],
        [customMetric(worker, 'LanesFailed', 'Sum', 'lanes with an error')],
      ),
      graph(
        'work',
        4,
        [
          queue('rfp-work', 'ApproximateNumberOfMessagesVisible', 'chunks'),
          queue('rfp-work-dlq', 'ApproximateNumberOfMessagesVisible', 'dead letters'),
        ],
        [queue('rfp-work', 'ApproximateAgeOfOldestMessage', 'age of the oldest, seconds')],
      ),
      graph('changes: iterator age, ms', 4, [
        lambdaMetric(publisher, 'IteratorAge', 'Maximum', 'publish-rfp-changes'),
      ]),
      graph('failed invocations', 4, [
        lambdaMetric(worker, 'Errors', 'Sum', 'price-rfp-lanes'),
        lambdaMetric(publisher, 'Errors', 'Sum', 'publish-rfp-changes'),
      ]),
      ...queries,
    ],
  ];
}

/** Dashboard rows of the probe. @param probe name of the function. */
const probeRows = (probe: string, runbook: string): IWidget[][] => [
  [heading('Probe of the public API', runbookLink(runbook, 'the-probe-fails'))],
  [
    graph('runs', 8, [
      customMetric(probe, 'ProbeFailures', 'Sum', 'failed runs'),
      customMetric(probe, 'ProbeEventsSent', 'Sum', 'events sent'),
      customMetric(probe, 'ProbeEventsReceived', 'Sum', 'events received'),
    ]),
    graph('rate of one lane, ms', 8, [customMetric(probe, 'ProbeRateLatency', 'Maximum', 'rate')]),
    graph('seconds from quote to webhook', 8, [
      customMetric(probe, 'ProbeDeliveryTime', 'Maximum', 'delivery'),
    ]),
  ],
];

/** Dashboard rows of uploaded load files. @param importer name of the function. @param queries widgets over its log. */
function marketRows(importer: string, runbook: string, queries: readonly IWidget[]): IWidget[][] {
  const metric = (name: string, label: string) => customMetric(importer, name, 'Sum', label);
  return [
    [heading('Uploads of loads', runbookLink(runbook, 'uploads-are-not-imported'))],
    [
      graph('rows of uploads', 8, [
        metric('LoadsAdded', 'loads added'),
        metric('LoadsKnown', 'duplicate loads'),
        metric('RowsRejected', 'rejected rows'),
      ]),
      graph(
        'runs',
        4,
        [lambdaMetric(importer, 'Invocations', 'Sum', 'runs')],
        [lambdaMetric(importer, 'Errors', 'Sum', 'errors'), metric('UploadsRejected', 'rejected files')],
      ),
      ...queries,
    ],
  ];
}

interface CostRows {
  readonly api: MeasuredApi;
  readonly table: (name: TableName) => string;
  /** Prefix of the names of all functions, log groups and queues of the environment. */
  readonly prefix: string;
  readonly runbook: string;
}

/** Dashboard rows of what AWS charges for: calls, function time, table capacity, log volume, messages. */
function costRows(scope: Construct, { api, table, prefix, runbook }: CostRows): IWidget[][] {
  const capacity = (name: string) =>
    TABLE_NAMES.map((label) =>
      metricOf({ namespace: 'AWS/DynamoDB', name, of: { TableName: table(label) }, statistic: 'Sum', label }),
    );
  /** Sums the metric over all resources with the prefix, including new ones. */
  const search = (label: string, schema: string, metric: string) =>
    new MathExpression({
      expression: `SUM(SEARCH('{${schema}} MetricName="${metric}" "${prefix}"', 'Sum', 300))`,
      usingMetrics: {},
      label,
      period: PERIOD,
      searchRegion: Stack.of(scope).region,
    });
  return [
    [heading('Cost drivers', runbookLink(runbook, 'the-budget-is-spent'))],
    [
      graph('API calls', 6, [apiMetric(api, 'Count', 'SampleCount', 'calls')]),
      graph('functions: duration, ms', 6, [search('all functions', 'AWS/Lambda,FunctionName', 'Duration')]),
      graph('logs ingested, bytes', 6, [search('all log groups', 'AWS/Logs,LogGroupName', 'IncomingBytes')]),
      graph('SQS messages sent', 6, [search('all queues', 'AWS/SQS,QueueName', 'NumberOfMessagesSent')]),
    ],
    [
      graph('tables: read units', 8, capacity('ConsumedReadCapacityUnits')),
      graph('tables: write units', 8, capacity('ConsumedWriteCapacityUnits')),
      graph('concurrent executions', 8, [concurrentExecutions()]),
    ],
  ];
}

export interface ServiceDashboardProps {
  readonly settings: EnvironmentSettings;
  readonly api: MeasuredApi;
  /** Returns the deployed name of a function. */
  readonly functionName: (name: string) => string;
  /** Returns the deployed name of a queue. */
  readonly queueName: (name: AnyQueueName) => string;
  readonly resources: ServiceResources;
  readonly logGroups: LogGroups;
}

/** Limit of a status widget; more alarms get another widget. */
const MAX_ALARMS = 100;

/** What the rows of alarms leave out. */
const NOT_SHOWN: Readonly<Record<EnvironmentSettings['release'], string>> = {
  canary: '. Not below: alarms of a release, with -release- in their names, which CodeDeploy shows.',
  direct: '',
  'at-once': '',
};

/** Dashboard of the service, from caller metrics to costs. Create it after all alarms, since it shows their states. */
export class ServiceDashboard extends Construct {
  /** The runbook names it. */
  readonly dashboardName: string;

  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    super(scope, id);
    const { settings, api, functionName, queueName, resources, logGroups } = props;
    const { name, runbookUrl: runbook, terminalSearch } = settings;
    const query = (title: string, key: keyof typeof SAVED_QUERIES, width: number) =>
      queryWidget(logGroups, title, SAVED_QUERIES[key], width);
    const rows: (readonly IWidget[])[] = [
      [
        new TextWidget({
          markdown: `# Freight rates and quotes: ${name}\n[Runbook: what to do when an alarm is active](${runbook})${NOT_SHOWN[settings.release]}`,
          width: FULL_WIDTH,
          height: 2,
        }),
      ],
      ...SEVERITIES.flatMap((severity) => this.alarmStatus(settings, severity)),
      ...trafficRows(api, runbook),
      ...authorizerRows(functionName('authorizer'), runbook, [
        query('rejected calls, by status and type', 'rejectedCalls', 12),
      ]),
      [heading('Usage near its limits', runbookLink(runbook, 'organizations-near-their-usage-limit'))],
      [
        query('organizations at 80% or more of their monthly limit', 'usage', 12),
        query('throttled calls, the 50 highest counts', 'throttledCalls', 12),
      ],
      ...deliveryRows({
        functionName,
        queueName,
        runbook,
        queries: [query('attempts of the 50 organizations with most failures', 'deliveries', 12)],
      }),
      ...(settings.probeMinutes === undefined ? [] : probeRows(functionName('probe'), runbook)),
      ...searchRows(
        functionName('search-terminals'),
        runbook,
        terminalSearch === 'embedded' ? undefined : resources.searchDomain.arn,
      ),
      ...marketRows(functionName('import-market'), runbook, [query('the newest 100 uploads', 'uploads', 12)]),
      ...rfpRows({
        functionName,
        queueName,
        runbook,
        queries: [query('the newest 100 lines about RFPs', 'rfps', 8)],
      }),
      ...costRows(this, { api, table: resources.table, prefix: `freight-${name}`, runbook }),
    ];
    this.dashboardName = `freight-${name}`;
    new Dashboard(this, 'Dashboard', {
      dashboardName: this.dashboardName,
      widgets: rows.map((row) => [...row]),
    });
  }

  /** Rows with the states of all alarms of a severity, found by name in all stacks. */
  private alarmStatus({ name }: EnvironmentSettings, severity: Severity): IWidget[][] {
    const alarmNames = this.node.root.node
      .findAll()
      .flatMap((construct) => (construct instanceof CfnAlarm ? (construct.alarmName ?? '') : []))
      // Alarms of a release have names with versions, which are unknown here: the text at the top names them.
      .filter((alarmName) => !Token.isUnresolved(alarmName))
      .filter((alarmName) => alarmName.startsWith(`freight-${name}-${severity}-`));
    return chunk(alarmNames, MAX_ALARMS).map((part) => [
      new AlarmStatusWidget({
        title: severity,
        alarms: part.map((alarmName) => Alarm.fromAlarmName(this, alarmName, alarmName)),
        width: FULL_WIDTH,
        height: severity === 'page' ? 3 : 6,
      }),
    ]);
  }
}
