import { Duration } from 'aws-cdk-lib';
import { GraphWidget, type IMetric, Metric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';

/** Width of a dashboard in columns. */
export const FULL_WIDTH = 24;

/** Period of all graphs, the same as that of the alarms. */
export const PERIOD = Duration.minutes(5);

/** A heading with a link to a section of the runbook. */
export const heading = (title: string, runbook: string): TextWidget =>
  new TextWidget({ markdown: `## ${title}\n[runbook](${runbook})`, width: FULL_WIDTH, height: 2 });

/** A graph; the metrics of `right` use the right axis. */
export const graph = (
  title: string,
  width: number,
  left: readonly IMetric[],
  right: readonly IMetric[] = [],
): GraphWidget =>
  new GraphWidget({ title, width, height: 6, left: [...left], right: [...right], leftYAxis: { min: 0 } });

export interface MetricOf {
  readonly namespace: string;
  readonly name: string;
  readonly of?: Readonly<Record<string, string>>;
  readonly statistic: string;
  readonly label: string;
}

/** A metric of an AWS service. */
export const metricOf = ({ namespace, name, of, statistic, label }: MetricOf): Metric =>
  new Metric({
    namespace,
    metricName: name,
    ...(of === undefined ? {} : { dimensionsMap: { ...of } }),
    statistic,
    label,
    period: PERIOD,
  });

/** A metric of a function in the namespace AWS/Lambda. */
export const lambdaMetric = (functionName: string, name: string, statistic: string, label: string): Metric =>
  metricOf({ namespace: 'AWS/Lambda', name, of: { FunctionName: functionName }, statistic, label });
