import { Aws, Fn, Stack, Token } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  CfnAlarm,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  MathExpression,
  type Metric,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { type AnyQueueName, TABLE_NAMES, WEBHOOK_QUEUE_NAMES } from '../../functions/definition-types.ts';
import { SEVERITIES } from '../alarms/alerting.ts';
import {
  apiMetric,
  customMetric,
  type MeasuredApi,
  math,
  metric,
  PERIOD,
} from '../alarms/service-metrics.ts';
import type { ServiceResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings, Severity } from '../settings/environments.ts';
import { type RunbookSection, runbookLink } from '../settings/runbook-sections.ts';
import { type LogGroups, SAVED_QUERIES } from './saved-queries.ts';

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
  readonly logGroups: LogGroups;
}

/** A graph; the metrics of `right` use the right axis. */
const graph = (title: string, width: number, left: readonly IMetric[], right: readonly IMetric[] = []) =>
  new GraphWidget({ title, width, height: 6, left: [...left], right: [...right], leftYAxis: { min: 0 } });

/** Dashboard of the service, from caller metrics to costs. Create it after all alarms, since it shows their states. */
export class ServiceDashboard extends Construct {
  /** The runbook names it. */
  readonly dashboardName: string;
  private readonly props: ServiceDashboardProps;

  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    super(scope, id);
    this.props = props;
    const { name, runbookUrl, release, probeMinutes } = props.settings;
    const ofReleases =
      release === 'canary'
        ? '. Not below: alarms of a release, with -release- in their names, which CodeDeploy shows.'
        : '';
    const markdown = `# Freight rates and quotes: ${name}\n[Runbook: what to do when an alarm is active](${runbookUrl})${ofReleases}`;
    this.dashboardName = `freight-${name}`;
    new Dashboard(this, 'Dashboard', {
      dashboardName: this.dashboardName,
      widgets: [
        [new TextWidget({ markdown, width: FULL_WIDTH, height: 2 })],
        ...SEVERITIES.flatMap((severity) => this.alarmStatus(severity)),
        ...this.calls(),
        ...this.deliveries(),
        ...(probeMinutes === undefined ? [] : this.probe()),
        ...this.search(),
        ...this.uploads(),
        ...this.rfps(),
        ...this.costs(),
      ],
    });
  }

  private heading(title: string, section: RunbookSection): IWidget[] {
    const markdown = `## ${title}\n[runbook](${runbookLink(this.props.settings.runbookUrl, section)})`;
    return [new TextWidget({ markdown, width: FULL_WIDTH, height: 2 })];
  }

  /** A saved query. It runs, and is charged by the data it scans, each time the dashboard is opened. */
  private query(title: string, name: string, width: number): IWidget {
    const query = SAVED_QUERIES[name];
    if (query === undefined) throw new Error(`There is no saved query ${name}.`);
    return new LogQueryWidget({
      title,
      logGroupNames: query.sources.map((source) => this.props.logGroups[source]),
      queryString: query.text,
      view: LogQueryVisualizationType.TABLE,
      width,
      height: 6,
    });
  }

  /** A metric that AWS emits of a function. */
  private ofFunction(name: string, metricName: string, statistic = 'Sum', label = name): Metric {
    const FunctionName = this.props.functionName(name);
    return metric('AWS/Lambda', metricName, statistic, { FunctionName }, label);
  }

  /** A metric that a function writes to its log. */
  private custom(name: string, metricName: string, label = metricName, statistic = 'Sum'): Metric {
    return customMetric(this.props.functionName(name), metricName, statistic, label);
  }

  private ofQueue(name: AnyQueueName, metricName = WAITING, label: string = name): Metric {
    return metric('AWS/SQS', metricName, 'Maximum', { QueueName: this.props.queueName(name) }, label);
  }

  /** The states of all alarms of a severity, found by name in all stacks. */
  private alarmStatus(severity: Severity): IWidget[][] {
    const alarmNames = this.node.root.node
      .findAll()
      .flatMap((construct) => (construct instanceof CfnAlarm ? (construct.alarmName ?? '') : []))
      // Alarms of a release have names with versions, which are unknown here: the text at the top names them.
      .filter((name) => !Token.isUnresolved(name))
      .filter((name) => name.startsWith(`freight-${this.props.settings.name}-${severity}-`));
    if (alarmNames.length === 0) return [];
    return [
      [
        new AlarmStatusWidget({
          title: severity,
          alarms: alarmNames.map((name) => Alarm.fromAlarmName(this, name, name)),
          width: FULL_WIDTH,
          height: severity === 'page' ? 3 : 6,
        }),
      ],
    ];
  }

  /** Calls, errors and latency of the API; the access log has each operation. */
  private calls(): IWidget[][] {
    const { api } = this.props;
    return [
      this.heading('API calls', 'the-api-answers-500'),
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
      this.heading('Authorization', 'the-authorizer-fails'),
      [
        graph(
          'authorizer: invocations',
          6,
          [this.ofFunction('authorizer', 'Invocations', 'Sum', 'invocations')],
          [
            this.ofFunction('authorizer', 'Errors', 'Sum', 'errors'),
            this.ofFunction('authorizer', 'Throttles', 'Sum', 'throttled'),
          ],
        ),
        graph(
          'authorizer: duration, ms',
          6,
          PERCENTILES.map((percentile) => this.ofFunction('authorizer', 'Duration', percentile, percentile)),
        ),
        this.query('rejected calls, by status and type', 'rejected-calls', 12),
      ],
      this.heading('Usage near its limits', 'organizations-near-their-usage-limit'),
      [
        this.query('organizations at 80% or more of their monthly limit', 'usage-near-limits', 12),
        this.query('throttled calls, the 50 highest counts', 'throttled-organizations', 12),
      ],
    ];
  }

  /** Webhooks: lateness, attempts, queues and failures. */
  private deliveries(): IWidget[][] {
    const sweep = 'sweep-due-deliveries';
    /** Metric ids within a graph must be unique. */
    const percent = (label: string, lane: 'fast' | 'slow', sender: (typeof SENDERS)[number]) => {
      const [succeeded, failed] = [`${lane}Succeeded`, `${lane}Failed`];
      const total = `(FILL(${succeeded}, 0) + FILL(${failed}, 0))`;
      return math(`100 * FILL(${succeeded}, 0) / ${total}`, label, {
        [succeeded]: customMetric(this.props.functionName(sender), 'AttemptsSucceeded', 'Sum'),
        [failed]: customMetric(this.props.functionName(sender), 'AttemptsFailed', 'Sum'),
      });
    };
    return [
      this.heading('Webhooks', 'deliveries-are-overdue'),
      [
        graph('age of the oldest delivery, seconds', 8, [
          this.custom(sweep, 'OldestDue', 'due', 'Maximum'),
          this.custom(sweep, 'OldestWaiting', 'at the limit of its organization', 'Maximum'),
        ]),
        graph(
          'attempts',
          16,
          ['AttemptsSucceeded', 'AttemptsFailed'].flatMap((name) =>
            SENDERS.map((sender) => this.custom(sender, name, `${sender}: ${name}`)),
          ),
        ),
      ],
      [
        graph(
          'seconds from event to receiver, first attempts',
          FULL_WIDTH,
          ['p50', 'p99'].map((percentile) =>
            this.custom('deliver-webhook', 'DeliveryDelay', percentile, percentile),
          ),
        ),
      ],
      [
        graph('successful attempts, percent', 8, [
          percent('first attempts', 'fast', 'deliver-webhook'),
          percent('retries and slow receivers', 'slow', 'retry-webhook'),
        ]),
        graph(
          'queues: messages',
          8,
          WEBHOOK_QUEUE_NAMES.map((name) => this.ofQueue(name)),
          [this.ofQueue('events', AGE, 'events: age of the oldest, seconds')],
        ),
        graph(
          'dead-letter queues: messages',
          8,
          WEBHOOK_QUEUE_NAMES.map((name) => this.ofQueue(`${name}-dlq`, WAITING, name)),
        ),
      ],
      [
        graph(
          'failed invocations',
          8,
          ['dispatch-event', ...SENDERS, sweep].map((name) => this.ofFunction(name, 'Errors')),
        ),
        graph('quote events: iterator age, ms', 4, [
          this.ofFunction('publish-quote-events', 'IteratorAge', 'Maximum'),
        ]),
        this.query('attempts of the 50 organizations with most failures', 'deliveries-by-organization', 12),
      ],
    ];
  }

  private probe(): IWidget[][] {
    return [
      this.heading('Probe of the public API', 'the-probe-fails'),
      [
        graph('runs', 8, [
          this.custom('probe', 'ProbeFailures', 'failed runs'),
          this.custom('probe', 'ProbeEventsSent', 'events sent'),
          this.custom('probe', 'ProbeEventsReceived', 'events received'),
        ]),
        graph('rate of one lane, ms', 8, [this.custom('probe', 'ProbeRateLatency', 'rate', 'Maximum')]),
        graph('seconds from quote to webhook', 8, [
          this.custom('probe', 'ProbeDeliveryTime', 'delivery', 'Maximum'),
        ]),
      ],
    ];
  }

  private search(): IWidget[][] {
    const { settings, resources } = this.props;
    const heading = this.heading('Terminal search', 'the-embedded-search-answers');
    const stale = ['TerminalSnapshotBroken', 'TerminalsUnreadable'].map((name) =>
      this.custom('search-terminals', name),
    );
    if (settings.terminalSearch === 'embedded')
      return [heading, [graph('terminal refresh failures', FULL_WIDTH, stale)]];
    const of = {
      DomainName: Fn.select(1, Fn.split('/', resources.searchDomain.arn)),
      ClientId: Aws.ACCOUNT_ID,
    };
    const domain = (name: string, label: string, statistic = 'Maximum') =>
      metric('AWS/ES', name, statistic, of, label);
    const fellBack = this.custom(
      'search-terminals',
      'TerminalSearchFellBack',
      'answered by the embedded search',
    );
    return [
      heading,
      [
        graph('fallbacks', 8, [fellBack, ...stale]),
        graph('domain: latency, ms', 8, [domain('SearchLatency', 'search', 'Average')]),
        graph(
          'domain: load, percent',
          8,
          [domain('CPUUtilization', 'CPU'), domain('JVMMemoryPressure', 'heap')],
          [domain('ClusterStatus.red', 'red'), domain('ClusterStatus.yellow', 'yellow')],
        ),
      ],
    ];
  }

  private uploads(): IWidget[][] {
    const importer = 'import-market';
    return [
      this.heading('Uploads of loads', 'uploads-are-not-imported'),
      [
        graph('rows of uploads', 8, [
          this.custom(importer, 'LoadsAdded', 'loads added'),
          this.custom(importer, 'LoadsKnown', 'duplicate loads'),
          this.custom(importer, 'RowsRejected', 'rejected rows'),
        ]),
        graph(
          'runs',
          4,
          [this.ofFunction(importer, 'Invocations', 'Sum', 'runs')],
          [
            this.ofFunction(importer, 'Errors', 'Sum', 'errors'),
            this.custom(importer, 'UploadsRejected', 'rejected files'),
          ],
        ),
        this.query('the newest 100 uploads', 'uploads', 12),
      ],
    ];
  }

  private rfps(): IWidget[][] {
    const [worker, publisher] = ['price-rfp-lanes', 'publish-rfp-changes'] as const;
    return [
      this.heading('RFPs', 'lanes-of-rfps-are-not-priced'),
      [
        graph(
          'lanes with results',
          4,
          [this.custom(worker, 'LanesPriced', 'priced lanes')],
          [this.custom(worker, 'LanesFailed', 'lanes with an error')],
        ),
        graph(
          'work',
          4,
          [
            this.ofQueue('rfp-work', WAITING, 'chunks'),
            this.ofQueue('rfp-work-dlq', WAITING, 'dead letters'),
          ],
          [this.ofQueue('rfp-work', AGE, 'age of the oldest, seconds')],
        ),
        graph('changes: iterator age, ms', 4, [this.ofFunction(publisher, 'IteratorAge', 'Maximum')]),
        graph('failed invocations', 4, [
          this.ofFunction(worker, 'Errors'),
          this.ofFunction(publisher, 'Errors'),
        ]),
        this.query('the newest 100 lines about RFPs', 'rfps', 8),
      ],
    ];
  }

  /** What AWS charges for: calls, function time, table capacity, log volume, messages. */
  private costs(): IWidget[][] {
    const { api, resources, settings } = this.props;
    const capacity = (name: string) =>
      TABLE_NAMES.map((table) =>
        metric('AWS/DynamoDB', name, 'Sum', { TableName: resources.table(table) }, table),
      );
    /** Sums the metric over all resources of the environment, including new ones. */
    const search = (label: string, schema: string, metricName: string) =>
      new MathExpression({
        expression: `SUM(SEARCH('{${schema}} MetricName="${metricName}" "freight-${settings.name}"', 'Sum', 300))`,
        usingMetrics: {},
        label,
        period: PERIOD,
        searchRegion: Stack.of(this).region,
      });
    return [
      this.heading('Cost drivers', 'the-budget-is-spent'),
      [
        graph('API calls', 6, [apiMetric(api, 'Count', 'SampleCount', 'calls')]),
        graph('functions: duration, ms', 6, [search('all functions', 'AWS/Lambda,FunctionName', 'Duration')]),
        graph('logs ingested, bytes', 6, [
          search('all log groups', 'AWS/Logs,LogGroupName', 'IncomingBytes'),
        ]),
        graph('SQS messages sent', 6, [search('all queues', 'AWS/SQS,QueueName', 'NumberOfMessagesSent')]),
      ],
      [
        graph('tables: read units', 8, capacity('ConsumedReadCapacityUnits')),
        graph('tables: write units', 8, capacity('ConsumedWriteCapacityUnits')),
        graph('concurrent executions', 8, [
          metric('AWS/Lambda', 'ConcurrentExecutions', 'Maximum', {}, 'all functions of the account'),
        ]),
      ],
    ];
  }
}
