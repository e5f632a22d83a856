import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { FUNCTIONS } from '../functions/endpoints.ts';
import type { TableName } from '../functions/function-definition.ts';
import { MAX_METRICS } from './function-errors.ts';
import { type AlarmText, serviceAlarm } from './service-alarm.ts';

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

interface TableMetrics {
  readonly name: TableName;
  readonly metrics: readonly Metric[];
}

/** Groups tables so that the metrics of each group fit into one alarm. */
function grouped(tables: readonly TableMetrics[]): TableMetrics[][] {
  const groups: TableMetrics[][] = [];
  let count = 0;
  for (const table of tables) {
    const last = groups.at(-1);
    if (last === undefined || count + table.metrics.length > MAX_METRICS) {
      groups.push([table]);
      count = table.metrics.length;
    } else {
      last.push(table);
      count += table.metrics.length;
    }
  }
  return groups;
}

/** Alarms on throttled requests and on DynamoDB errors, each over as many tables as an alarm can have metrics. */
export class TableAlarms extends Construct {
  /** @param table returns the deployed name of a table. */
  constructor(scope: Construct, id: string, table: (name: TableName) => string) {
    super(scope, id);
    const metric = (name: TableName, metricName: string, dimensions: Readonly<Record<string, string>> = {}) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        dimensionsMap: { TableName: table(name), ...dimensions },
        statistic: 'Sum',
        period: MINUTES_5,
      });
    const throttles = TABLE_NAMES.map((name) => ({
      name,
      metrics: ['ReadThrottleEvents', 'WriteThrottleEvents'].map((event) => metric(name, event)),
    }));
    const errors = TABLE_NAMES.map((name) => ({
      name,
      metrics: operationsOn(name).map((Operation) => metric(name, 'SystemErrors', { Operation })),
    }));
    this.add('Throttled', throttles, MANY_THROTTLES, {
      severity: 'ticket',
      happened: `throttled ${MANY_THROTTLES} or more reads and writes`,
      runbook: 'a-table-throttles',
    });
    this.add('Failing', errors, MANY_ERRORS, {
      severity: 'ticket',
      happened: `failed with ${MANY_ERRORS} or more DynamoDB errors`,
      runbook: 'dynamodb-fails',
    });
  }

  private add(
    id: string,
    tables: readonly TableMetrics[],
    threshold: number,
    { happened, ...text }: Omit<AlarmText, 'impact'>,
  ): void {
    grouped(tables).forEach((group, index) => {
      const names = group.map(({ name }) => name);
      const sum = new MathExpression({
        expression: 'SUM(METRICS())',
        label: names.join(', '),
        usingMetrics: Object.fromEntries(
          group.flatMap(({ metrics }) => metrics).map((each, position) => [`metric${position}`, each]),
        ),
        period: MINUTES_5,
      });
      serviceAlarm(
        this,
        `${id}${index}`,
        sum,
        {
          ...text,
          happened: `The tables ${names.join(', ')} together ${happened} in at least 2 of the last 3 five-minute periods.`,
          impact: names
            .map((name) => `${name}: ${IMPACTS[name].replace(/\.$/, '')}`)
            .join('; ')
            .concat('.'),
        },
        { threshold, evaluationPeriods: 3, datapointsToAlarm: 2 },
      );
    });
  }
}
