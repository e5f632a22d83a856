import { Stack } from 'aws-cdk-lib';
import { type IWidget, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { TABLE_NAMES, type TableName } from '../../functions/definition-types.ts';
import { concurrentExecutions } from '../alarms/account-alarms.ts';
import { apiMetric, type MeasuredApi } from '../alarms/endpoint-metrics.ts';
import { runbookLink } from '../settings/runbook-sections.ts';
import { graph, heading, metricOf, PERIOD } from './graph.ts';

export interface CostRows {
  readonly api: MeasuredApi;
  readonly table: (name: TableName) => string;
  /** Prefix of the names of all functions, log groups and queues of the environment. */
  readonly prefix: string;
  readonly runbook: string;
}

/** Dashboard rows of what AWS charges for: calls, function time, table capacity, log volume, messages. */
export function costRows(scope: Construct, { api, table, prefix, runbook }: CostRows): IWidget[][] {
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
