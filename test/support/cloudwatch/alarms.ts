import type { Template, Templates } from '../synthesized-templates.ts';

/** A metric of an alarm, as CloudFormation has it; dimensions may refer to resources. */
export interface AlarmMetric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, unknown>>;
  /** Seconds. */
  readonly period: number;
  /** Sum, Maximum, p99, ... */
  readonly statistic: string;
}

/** What an alarm looks at: metrics by their ids, and an expression over them; of a single metric it is its id. */
export interface Alarm {
  readonly name: string;
  readonly description: string;
  readonly actions: unknown;
  readonly okActions: unknown;
  readonly metrics: Readonly<Record<string, AlarmMetric>>;
  readonly expression: string;
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
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly AlarmActions?: unknown;
  readonly OKActions?: unknown;
  readonly Metrics?: readonly {
    readonly Id: string;
    readonly Expression?: string;
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

/** The alarms of all templates. */
export const alarmsOf = (templates: Templates): Alarm[] => Object.values(templates).flatMap(alarmsOfTemplate);

function alarmsOfTemplate({ Resources }: Template): Alarm[] {
  return Object.values(Resources)
    .filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm')
    .map(({ Properties }) => readAlarm(Properties as unknown as AlarmProperties));
}

function readAlarm(properties: AlarmProperties): Alarm {
  return {
    name: properties.AlarmName,
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

function whatItLooksAt(properties: AlarmProperties): Pick<Alarm, 'metrics' | 'expression'> {
  const { Metrics } = properties;
  if (Metrics === undefined) {
    const metric: AlarmMetric = {
      namespace: properties.Namespace ?? '',
      name: properties.MetricName ?? '',
      dimensions: byName(properties.Dimensions),
      period: properties.Period ?? 0,
      statistic: properties.Statistic ?? properties.ExtendedStatistic ?? '',
    };
    return { metrics: { metric }, expression: 'metric' };
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
  return { metrics, expression: returned?.Expression ?? returned?.Id ?? '' };
}
