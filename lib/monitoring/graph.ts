import { Duration } from 'aws-cdk-lib';
import { GraphWidget, type IMetric, Metric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';

/** Columns of a dashboard. */
export const WHOLE = 24;

/** Everything is shown by five minutes, as alarms look at it. */
export const PERIOD = Duration.minutes(5);

/** A heading over the rows that answer one question, with the page of the runbook that goes on from there. */
export const heading = (title: string, runbook: string): TextWidget =>
  new TextWidget({ markdown: `## ${title}\n[runbook](${runbook})`, width: WHOLE, height: 2 });

/** A graph; `right` are on an axis of their own. */
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

/** A metric of a function, as Lambda measures it. */
export const lambdaMetric = (functionName: string, name: string, statistic: string, label: string): Metric =>
  metricOf({ namespace: 'AWS/Lambda', name, of: { FunctionName: functionName }, statistic, label });
