import type { Template, Templates } from '../synthesized-templates.ts';

/** A metric of an alarm in a template; dimensions can refer to resources. */
export interface AlarmMetric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, unknown>>;
  /** Seconds. */
  readonly period: number;
  /** Sum, Maximum, p99, ... */
  readonly statistic: string;
}

/** A composite alarm: an alarm on other alarms, by their names. */
export interface CompositeAlarm {
  readonly name: string;
  readonly description: string;
  readonly actions: unknown;
  readonly okActions: unknown;
  /** Groups of alarms: the composite alarm is active while all alarms of one group are active. */
  readonly anyOf: readonly (readonly Alarm[])[];
}

/** The metrics of an alarm by their IDs, and an expression of them; for a single metric, the expression is its ID. */
export interface Alarm {
  readonly name: string;
  readonly description: string;
  readonly actions: unknown;
  readonly okActions: unknown;
  readonly metrics: Readonly<Record<string, AlarmMetric>>;
  readonly expression: string;
  /** Whether it is a Metrics Insights query; `metrics` then contains one time series of the query. */
  readonly query: boolean;
  readonly threshold: number;
  readonly comparison: string;
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
  readonly treatMissingData: string;
}

interface Dimension {
  readonly Name: string;
  readonly Value: unknown;
}

interface MetricStat {
  readonly Metric: {
    readonly Namespace: string;
    readonly MetricName: string;
    readonly Dimensions?: Dimension[];
  };
  readonly Period: number;
  readonly Stat: string;
}

interface AlarmProperties {
  readonly AlarmName: string | { readonly 'Fn::Join': readonly [string, readonly unknown[]] };
  readonly AlarmDescription: string;
  readonly AlarmActions?: unknown;
  readonly OKActions?: unknown;
  readonly Metrics?: readonly {
    readonly Id: string;
    readonly Expression?: string;
    readonly Period?: number;
    readonly MetricStat?: MetricStat;
    readonly ReturnData?: boolean;
  }[];
  readonly Namespace?: string;
  readonly MetricName?: string;
  readonly Dimensions?: Dimension[];
  readonly Period?: number;
  readonly Statistic?: string;
  readonly ExtendedStatistic?: string;
  readonly Threshold: number;
  readonly ComparisonOperator: string;
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm?: number;
  readonly TreatMissingData?: string;
}

const byName = (dimensions: readonly Dimension[] = []) =>
  Object.fromEntries(dimensions.map(({ Name, Value }) => [Name, Value]));

/** The alarms of all templates, without composite ones. */
export const alarmsOf = (templates: Templates): Alarm[] => Object.values(templates).flatMap(alarmsOfTemplate);

/** The composite alarms of all templates. */
export const compositeAlarmsOf = (templates: Templates): CompositeAlarm[] =>
  Object.values(templates).flatMap(({ Resources }) =>
    Object.values(Resources)
      .filter(({ Type }) => Type === 'AWS::CloudWatch::CompositeAlarm')
      .map(({ Properties }) => ({
        name: String(Properties.AlarmName),
        description: String(Properties.AlarmDescription),
        actions: Properties.AlarmActions,
        okActions: Properties.OKActions,
        anyOf: readRule(Properties.AlarmRule, Resources),
      })),
  );

/** Parses `((ALARM("a") AND ALARM("b")) OR (...))`; the alarms are resources of the same template. */
function readRule(rule: unknown, resources: Template['Resources']): Alarm[][] {
  const parts = (rule as { readonly 'Fn::Join': readonly [string, readonly unknown[]] })['Fn::Join'][1];
  const text = parts
    .map((part) =>
      typeof part === 'string' ? part : String(Object(part)['Fn::GetAtt']?.[0] ?? Object(part).Ref),
    )
    .join('');
  const withoutAlarms = text.replace(/ALARM\("\w+"\)/g, 'a');
  if (!/^\((\((a|\(| AND |\))+\)|a| OR |\(|\))+\)$/.test(withoutAlarms)) throw new Error(`rule ${text}`);
  return text.split(' OR ').map((group) =>
    [...group.matchAll(/ALARM\("(\w+)"\)/g)].map(([, id = '']) => {
      const found = resources[id];
      if (found === undefined) throw new Error(`rule ${text}: ${id} is in no template`);
      return readAlarm(found.Properties as unknown as AlarmProperties);
    }),
  );
}

/** The number of metrics that a query of an alarm matches, by the namespace of the metrics. */
export type MatchedMetrics = Readonly<Record<string, number>>;

/**
 * The number of metrics that CloudWatch charges for an alarm: for a query, the metrics that it matches; none for a
 * composite alarm, which has a separate price.
 */
export function chargedMetrics({ name, metrics, query }: Alarm, matched: MatchedMetrics): number {
  if (!query) return Object.keys(metrics).length;
  const count = matched[metrics.metric?.namespace ?? ''];
  if (count === undefined)
    throw new Error(`the metrics that the query of ${name} matches are not known here`);
  return count;
}

function alarmsOfTemplate({ Resources }: Template): Alarm[] {
  return Object.values(Resources)
    .filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm')
    .map(({ Properties }) => readAlarm(Properties as unknown as AlarmProperties));
}

function readAlarm(properties: AlarmProperties): Alarm {
  return {
    name: nameOf(properties),
    description: properties.AlarmDescription,
    actions: properties.AlarmActions,
    okActions: properties.OKActions,
    ...whatItLooksAt(properties),
    threshold: properties.Threshold,
    comparison: properties.ComparisonOperator,
    evaluationPeriods: properties.EvaluationPeriods,
    datapointsToAlarm: properties.DatapointsToAlarm ?? properties.EvaluationPeriods,
    treatMissingData: properties.TreatMissingData ?? 'missing',
  };
}

/** The name of the alarm; a reference to a version in it is replaced by 1. */
function nameOf({ AlarmName }: AlarmProperties): string {
  if (typeof AlarmName === 'string') return AlarmName;
  const [separator, parts] = AlarmName['Fn::Join'];
  return parts.map((part) => (typeof part === 'string' ? part : '1')).join(separator);
}

function whatItLooksAt(properties: AlarmProperties): Pick<Alarm, 'metrics' | 'expression' | 'query'> {
  const { Metrics } = properties;
  if (Metrics === undefined) {
    const metric: AlarmMetric = {
      namespace: properties.Namespace ?? '',
      name: properties.MetricName ?? '',
      dimensions: byName(properties.Dimensions),
      period: properties.Period ?? 0,
      statistic: properties.Statistic ?? properties.ExtendedStatistic ?? '',
    };
    return { metrics: { metric }, expression: 'metric', query: false };
  }
  const metrics = Object.fromEntries(
    Metrics.flatMap(({ Id, MetricStat }): [string, AlarmMetric][] =>
      MetricStat === undefined
        ? []
        : [
            [
              Id,
              {
                namespace: MetricStat.Metric.Namespace,
                name: MetricStat.Metric.MetricName,
                dimensions: byName(MetricStat.Metric.Dimensions),
                period: MetricStat.Period,
                statistic: MetricStat.Stat,
              },
            ],
          ],
    ),
  );
  const returned = Metrics.find(({ ReturnData }) => ReturnData !== false);
  if (returned?.Expression?.startsWith('SELECT')) return readQuery(returned.Expression, returned.Period ?? 0);
  return { metrics, expression: returned?.Expression ?? returned?.Id ?? '', query: false };
}

const QUERY =
  /^SELECT (SUM)\("(\w+)"\) FROM SCHEMA\("([\w/]+)", ([\w, ]+)\)(?: WHERE (.+) GROUP BY ([\w, ]+) ORDER BY SUM\(\) DESC)?$/;

/** Parses a query into one time series; CloudWatch evaluates one per value of the grouping dimensions. */
function readQuery(text: string, period: number): Pick<Alarm, 'metrics' | 'expression' | 'query'> {
  const [, , name = '', namespace = '', schema = '', where = '', groups = ''] = QUERY.exec(text) ?? [];
  if (name === '') throw new Error(`the query ${text} is not known here`);
  const metricOf = (dimensions: Readonly<Record<string, string>>) => ({
    metrics: { metric: { namespace, name, dimensions, period, statistic: 'Sum' } },
    expression: 'metric',
    query: true,
  });
  // Without conditions and groups: the sum over all metrics of the schema.
  if (where === '') return metricOf(Object.fromEntries(schema.split(', ').map((label) => [label, 'any'])));
  const conditions = where.split(' AND ').map((condition) => {
    const [, label = '', value = ''] = /^(\w+) = '([^']+)'$/.exec(condition) ?? [];
    return [label, value] as const;
  });
  const grouped = groups.split(', ').map((label) => [label, 'one'] as const);
  const dimensions = Object.fromEntries([...conditions, ...grouped]);
  // As in SCHEMA: a metric with other dimensions is another metric.
  const labels = Object.keys(dimensions).toSorted().join(', ');
  if (labels !== schema.split(', ').toSorted().join(', ')) throw new Error(`labels ${labels} of ${text}`);
  return metricOf(dimensions);
}
