import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { FUNCTIONS } from '../functions/endpoints.ts';
import type { TableName } from '../functions/function-definition.ts';
import { serviceAlarm } from './service-alarm.ts';

const MINUTES_5 = Duration.minutes(5);

/** The SDK retries throttled requests at once: a few are harmless. */
const MANY_THROTTLES = 100;
const MANY_ERRORS = 10;

/** Effect on callers and receivers when a table is slow or fails. */
const IMPACTS: Readonly<Record<TableName, string>> = {
  organizations: 'authorization of calls is slow, or calls get 500.',
  usage: 'rate requests are slow or get 500: a call that cannot be counted is not answered.',
  idempotency: 'calls with an Idempotency-Key are slow or get 500.',
  terminals: 'functions use the terminals that they read last.',
  strategies: 'new quotes are slow or get 500.',
  quotes: 'creating, reading and listing quotes is slow or fails.',
  market: 'functions use the diesel prices and the market that they read last.',
  webhooks: 'changes to webhooks are slow, and events wait to be dispatched.',
  deliveries: 'webhooks are sent late; none is lost.',
};

export const TABLE_NAMES = Object.keys(IMPACTS) as readonly TableName[];

/** Operations as the DynamoDB metrics name them: a transaction counts as TransactWriteItems. */
function operationsOn(table: TableName): readonly string[] {
  const rights = FUNCTIONS.flatMap(({ tables, indexes }) => [
    ...(tables[table] ?? []),
    ...(indexes?.[table] === undefined ? [] : ['Query']),
  ]);
  const writes = rights.some((right) => /^(Put|Update|Delete)/.test(right));
  return [...new Set([...rights, ...(writes ? ['TransactWriteItems'] : [])])].toSorted();
}

/** Alarms on throttled requests and on DynamoDB errors, per table. */
export class TableAlarms extends Construct {
  /** @param table returns the deployed name of a table. */
  constructor(scope: Construct, id: string, table: (name: TableName) => string) {
    super(scope, id);
    for (const name of TABLE_NAMES) {
      const TableName = table(name);
      const metric = (metricName: string, dimensions: Readonly<Record<string, string>> = {}) =>
        new Metric({
          namespace: 'AWS/DynamoDB',
          metricName,
          dimensionsMap: { TableName, ...dimensions },
          statistic: 'Sum',
          period: MINUTES_5,
        });
      const sumOf = (label: string, usingMetrics: Record<string, Metric>) =>
        new MathExpression({ expression: 'SUM(METRICS())', label, usingMetrics, period: MINUTES_5 });

      serviceAlarm(
        this,
        `${name}Throttled`,
        sumOf('throttled reads and writes', {
          reads: metric('ReadThrottleEvents'),
          writes: metric('WriteThrottleEvents'),
        }),
        {
          severity: 'ticket',
          happened: `The table ${name} throttled ${MANY_THROTTLES} or more reads and writes in at least 2 of the last 3 five-minute periods.`,
          impact: IMPACTS[name],
          runbook: 'a-table-throttles',
        },
        { threshold: MANY_THROTTLES, evaluationPeriods: 3, datapointsToAlarm: 2 },
      );
      const failures = operationsOn(name).map(
        (Operation, index) => [`operation${index}`, metric('SystemErrors', { Operation })] as const,
      );
      serviceAlarm(
        this,
        `${name}Failing`,
        sumOf('DynamoDB errors', Object.fromEntries(failures)),
        {
          severity: 'ticket',
          happened: `Requests to the table ${name} failed with ${MANY_ERRORS} or more DynamoDB errors in at least 2 of the last 3 five-minute periods.`,
          impact: IMPACTS[name],
          runbook: 'dynamodb-fails',
        },
        { threshold: MANY_ERRORS, evaluationPeriods: 3, datapointsToAlarm: 2 },
      );
    }
  }
}
