import { FUNCTIONS, PROBE_PATH } from '../../lib/functions/endpoints.ts';
import type { TableName } from '../../lib/functions/function-definition.ts';
import { resourcesOf } from '../infra/properties/property.ts';
import { alarmsOf, chargedMetrics, compositeAlarmsOf, type MatchedMetrics } from './cloudwatch/alarms.ts';
import type { Templates } from './synthesized-templates.ts';

/** AWS list prices for us-east-1 in USD per month, as of November 2026: aws.amazon.com/cloudwatch/pricing and others. */
const USD = {
  alarmMetric: 0.1,
  compositeAlarm: 0.5,
  customMetric: 0.3,
  dashboard: 3,
  key: 1,
  webAcl: 5,
  webAclRule: 1,
} as const;

/** Metrics of API Gateway for each method: Count, Latency, IntegrationLatency, 4XXError, 5XXError. */
const METRICS_OF_AN_OPERATION = 5;

/**
 * Metrics that functions always write: three of the sweep; four of each of the two senders (successful and failed
 * attempts, deferred deliveries, delay) if webhooks are sent; two of the worker if lanes of RFPs are priced (with a price,
 * with an error); five of the probe.
 */
const METRICS_OF_FUNCTIONS = 3 + 2 * 4 + 2;
const METRICS_OF_PROBE = 5;

/** Lambda has five connections or more to each queue, and each receives for 20 s. */
const POLLS_OF_A_QUEUE = 5 * 3 * 43_200;
/** SQS, for a request. */
const USD_OF_A_POLL = 0.4 / 1e6;

/** Computed on the page: scheduled runs, their reads. */
const SCHEDULED_RUNS = 0.08;
const READS = 0.11;

/**
 * 8,928 runs of the probe: 4 calls (12.5 cents per 35,712), about 40 write units (0.22), and two runs of 1 s in total at
 * 512 MB (0.06).
 */
const PROBE_RUNS = 0.41;

/** docs/operators/search-domain.md, without alarms. */
const SEARCH_DOMAIN = { none: 0, oneNode: 27.5, threeNodes: 283.98 } as const;

export interface CostRow {
  readonly title: string;
  /** Calculation of the amount, such as "21 x 0.10"; empty for a fixed amount. */
  readonly count: string;
  readonly usd: number;
}

/** "/~1v1~1probe" for "/v1/probe", the path format of method settings. */
const gatewayPath = (path: string) => `/${path.replaceAll('/', '~1')}`;

const all = (templates: Templates, type: string) =>
  Object.values(templates).flatMap((template) => resourcesOf(template, type));

/** Operations on tables as the DynamoDB metrics count them: a transaction counts as TransactWriteItems. */
const OPERATIONS_ON_TABLES = new Set(
  FUNCTIONS.flatMap(({ tables, indexes = {} }) => [
    ...(Object.entries(tables) as [TableName, readonly string[]][]).flatMap(([table, rights]) =>
      rights.flatMap((right) => [
        `${table} ${right}`,
        ...(/^(Put|Update|Delete)/.test(right) ? [`${table} TransactWriteItems`] : []),
      ]),
    ),
    ...Object.keys(indexes).map((table) => `${table} Query`),
  ]),
).size;

/** At most: CloudWatch has a metric of an operation only if it was called. */
export const matchedMetrics = (methods: number): MatchedMetrics => ({
  'AWS/ApiGateway': methods,
  'AWS/DynamoDB': OPERATIONS_ON_TABLES,
});

/** The cost of an environment without calls, per month, from its templates. */
export function costAtRest(templates: Templates): CostRow[] {
  const methods = resourcesOf(templates.api, 'AWS::ApiGateway::Method').filter(
    ([, { Properties }]) => Properties.AuthorizationType === 'CUSTOM',
  ).length;
  const [stage] = resourcesOf(templates.api, 'AWS::ApiGateway::Stage');
  const settings = Object.values(Object(stage?.[1].Properties.MethodSettings)) as Record<string, unknown>[];
  const detailed = settings.some(
    ({ ResourcePath, MetricsEnabled }) => ResourcePath === '/*' && MetricsEnabled === true,
  );
  const hasProbe = settings.some(({ ResourcePath }) => ResourcePath === gatewayPath(PROBE_PATH));
  const alarmMetrics = alarmsOf(templates).reduce(
    (sum, alarm) => sum + chargedMetrics(alarm, matchedMetrics(methods)),
    0,
  );
  const functionMetrics = METRICS_OF_FUNCTIONS + (hasProbe ? METRICS_OF_PROBE : 0);
  const rules = all(templates, 'AWS::WAFv2::WebACL').map(
    ([, { Properties }]) => Object.values(Object(Properties.Rules)).length,
  );
  const nodes = all(templates, 'AWS::OpenSearchService::Domain').map(([, { Properties }]) =>
    Number(Object(Properties.ClusterConfig).InstanceCount),
  );
  // Mappings of streams have a starting position; Lambda does not charge for their polls.
  const queues = all(templates, 'AWS::Lambda::EventSourceMapping').filter(
    ([, { Properties }]) => Properties.StartingPosition === undefined,
  ).length;
  const polls = queues * POLLS_OF_A_QUEUE;
  const times = (title: string, count: number, price: number): CostRow => ({
    title: `${title}, x ${price.toFixed(2)}`,
    count: count === 0 ? '' : `${count}: `,
    usd: count * price,
  });
  const fixed = (title: string, usd: number): CostRow => ({ title, count: '', usd });
  return [
    times('metrics that alarms evaluate', alarmMetrics, USD.alarmMetric),
    times(
      'composite alarms, one for each burn-rate page',
      compositeAlarmsOf(templates).length,
      USD.compositeAlarm,
    ),
    times(
      'metrics of API Gateway by operation, 5 for each operation that is called',
      detailed ? methods * METRICS_OF_AN_OPERATION : 0,
      USD.customMetric,
    ),
    times('metrics of functions', functionMetrics, USD.customMetric),
    times('dashboard', all(templates, 'AWS::CloudWatch::Dashboard').length, USD.dashboard),
    times('KMS keys', all(templates, 'AWS::KMS::Key').length, USD.key),
    fixed(
      `Lambda's polling of ${queues} queues: ${queues} x 5 x 3 a minute x 43,200 = ${(polls / 1e6).toFixed(2)} million x 0.40 a million`,
      polls * USD_OF_A_POLL,
    ),
    fixed(
      'two functions a minute: 86,400 runs x 0.1 s x 0.5 GB x 0.0000133 + 86,400 x 0.20 a million',
      SCHEDULED_RUNS,
    ),
    fixed('their reads: some 40 empty queries a minute x 0.5 units x 43,200 x 0.125 a million', READS),
    fixed('8,928 runs of the probe, with its calls, writes and webhook', hasProbe ? PROBE_RUNS : 0),
    fixed(
      'search domain, without its alarms ([why](search-domain.md))',
      nodes.length === 0
        ? SEARCH_DOMAIN.none
        : nodes[0] === 1
          ? SEARCH_DOMAIN.oneNode
          : SEARCH_DOMAIN.threeNodes,
    ),
    fixed(
      'web ACL 5.00 + 3 rules x 1.00',
      rules.reduce((sum, count) => sum + USD.webAcl + count * USD.webAclRule, 0),
    ),
  ];
}

/** The table of docs/operators/cost-at-rest.md. */
export function costTable(environments: Readonly<Record<string, Templates>>): string[] {
  const columns = Object.values(environments).map(costAtRest);
  const [first = []] = columns;
  const amount = ({ count, usd }: CostRow) => `${count}${usd === 0 ? '0' : usd.toFixed(2)}`;
  const totals = columns.map((rows) => Math.round(rows.reduce((sum, { usd }) => sum + usd, 0)));
  return [
    `| | ${Object.keys(environments)
      .map((name) => `\`${name}\``)
      .join(' | ')} |`,
    `| --- |${columns.map(() => ' --- |').join('')}`,
    ...first.map(
      ({ title }, row) =>
        `| ${title} | ${columns.map((rows) => amount(rows[row] ?? { title, count: '', usd: 0 })).join(' | ')} |`,
    ),
    `| **together, about** | ${totals.map((total) => `**${total}**`).join(' | ')} |`,
  ];
}
