import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { FUNCTIONS } from '../functions/endpoints.ts';
import type { TableName } from '../functions/function-definition.ts';
import { serviceAlarm } from './service-alarm.ts';

const MINUTES_5 = Duration.minutes(5);

/** The SDK tries again at once what was throttled: a few are no news. */
const MANY_THROTTLES = 100;
const MANY_ERRORS = 10;

/** Who waits or fails when a table does. */
const IMPACTS: Readonly<Record<TableName, string>> = {
  organizations: 'callers are let in slowly, or get 500.',
  usage: 'rates are answered slowly, or with 500: a call that cannot be counted is not answered.',
  idempotency: 'calls with an Idempotency-Key are answered slowly, or with 500.',
  terminals: 'functions answer from the terminals that they have read last.',
  strategies: 'new quotes are answered slowly, or with 500.',
  quotes: 'quotes are made and listed slowly, or not.',
  market: 'functions price with the diesel prices that they have read last.',
  webhooks: 'webhooks are changed slowly, and events wait to be dispatched.',
  deliveries: 'webhooks are sent late; none is lost.',
};

export const TABLE_NAMES = Object.keys(IMPACTS) as readonly TableName[];

/** Operations as DynamoDB's metrics name them: a transaction is one, whatever rights its parts need. */
function operationsOn(table: TableName): readonly string[] {
  const rights = FUNCTIONS.flatMap(({ tables, indexes }) => [
    ...(tables[table] ?? []),
    ...(indexes?.[table] === undefined ? [] : ['Query']),
  ]);
  const writes = rights.some((right) => /^(Put|Update|Delete)/.test(right));
  return [...new Set([...rights, ...(writes ? ['TransactWriteItems'] : [])])].toSorted();
}

/** Alarms on each table: where it turns calls away, and where DynamoDB itself fails. */
export class TableAlarms extends Construct {
  /** @param table the name of each. */
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
      const inAll = (label: string, usingMetrics: Record<string, Metric>) =>
        new MathExpression({ expression: 'SUM(METRICS())', label, usingMetrics, period: MINUTES_5 });

      serviceAlarm(
        this,
        `${name}Throttled`,
        inAll('throttled reads and writes', {
          reads: metric('ReadThrottleEvents'),
          writes: metric('WriteThrottleEvents'),
        }),
        {
          severity: 'ticket',
          happened: `The table ${name} throttled ${MANY_THROTTLES} reads and writes or more in five minutes, in two of the last three.`,
          impact: IMPACTS[name],
          runbook: 'a-table-throttles',
        },
        { threshold: MANY_THROTTLES, evaluationPeriods: 3, datapointsToAlarm: 2 },
      );
      const failures = operationsOn(name).map(
        (Operation, place) => [`operation${place}`, metric('SystemErrors', { Operation })] as const,
      );
      serviceAlarm(
        this,
        `${name}Failing`,
        inAll('errors of DynamoDB', Object.fromEntries(failures)),
        {
          severity: 'ticket',
          happened: `DynamoDB failed ${MANY_ERRORS} times or more in five minutes on the table ${name}, in two of the last three.`,
          impact: IMPACTS[name],
          runbook: 'dynamodb-fails',
        },
        { threshold: MANY_ERRORS, evaluationPeriods: 3, datapointsToAlarm: 2 },
      );
    }
  }
}
