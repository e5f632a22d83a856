import { Stack } from 'aws-cdk-lib';
import { type IWidget, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { concurrentExecutions } from '../alarms/account-alarms.ts';
import { apiMetric, type MeasuredApi } from '../alarms/endpoint-metrics.ts';
import { TABLE_NAMES } from '../alarms/table-alarms.ts';
import type { TableName } from '../functions/function-definition.ts';
import { graph, heading, metricOf, PERIOD } from './graph.ts';

export interface CostRows {
  readonly api: MeasuredApi;
  readonly table: (name: TableName) => string;
  /** Begins the names of all functions, log groups and queues of the environment. */
  readonly prefix: string;
  readonly runbook: string;
}

/** What is paid for: calls, function time, capacity of tables, log lines, messages. */
export function costRows(scope: Construct, { api, table, prefix, runbook }: CostRows): IWidget[][] {
  const capacity = (name: string) =>
    TABLE_NAMES.map((label) =>
      metricOf({ namespace: 'AWS/DynamoDB', name, of: { TableName: table(label) }, statistic: 'Sum', label }),
    );
  /** Of whatever is there by that name: new functions are in it without a word here. */
  const search = (label: string, schema: string, metric: string) =>
    new MathExpression({
      expression: `SUM(SEARCH('{${schema}} MetricName="${metric}" "${prefix}"', 'Sum', 300))`,
      usingMetrics: {},
      label,
      period: PERIOD,
      searchRegion: Stack.of(scope).region,
    });
  return [
    [heading('What it costs', `${runbook}#the-budget-is-spent`)],
    [
      graph('calls of the API', 6, [apiMetric(api, 'Count', 'SampleCount', 'calls')]),
      graph('functions: time, ms', 6, [search('all functions', 'AWS/Lambda,FunctionName', 'Duration')]),
      graph('log lines, bytes', 6, [search('all log groups', 'AWS/Logs,LogGroupName', 'IncomingBytes')]),
      graph('messages sent', 6, [search('all queues', 'AWS/SQS,QueueName', 'NumberOfMessagesSent')]),
    ],
    [
      graph('tables: read units', 8, capacity('ConsumedReadCapacityUnits')),
      graph('tables: write units', 8, capacity('ConsumedWriteCapacityUnits')),
      graph('functions at once', 8, [concurrentExecutions()]),
    ],
  ];
}
