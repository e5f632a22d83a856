import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { TABLE_NAMES, type TableName } from '../../functions/definition-types.ts';
import { EXPIRY_INDEX } from '../../shared/quotes/store/dynamodb-quote-items.ts';
import { DUE_INDEX, WEBHOOK_INDEX } from '../../shared/webhooks/deliveries/delivery.ts';
import { MAX_METRICS } from './function-errors.ts';
import { serviceAlarm } from './service-alarm.ts';

const MINUTES_5 = Duration.minutes(5);
const TWICE = { evaluationPeriods: 3, datapointsToAlarm: 2 } as const;

/** The SDK retries throttled requests at once: a few are harmless. */
const MANY_THROTTLES = 100;
const MANY_ERRORS = 10;

const THROTTLES = ['ReadThrottleEvents', 'WriteThrottleEvents'] as const;

/**
 * With these, all tables fit in two alarms: strategies and contract rates are rarely written, background work repeats its
 * writes to the market, and only operators read the audit log often.
 */
const NOT_WATCHED: Readonly<Partial<Record<TableName, (typeof THROTTLES)[number]>>> = {
  strategies: 'WriteThrottleEvents',
  contracts: 'WriteThrottleEvents',
  market: 'WriteThrottleEvents',
  audit: 'ReadThrottleEvents',
};

/** Effect on callers and receivers when a table is slow. */
const IMPACTS: Readonly<Record<TableName, string>> = {
  organizations: 'authorization of calls is slow, or calls get 500.',
  usage: 'rate requests are slow or get 500: a call that cannot be counted is not answered.',
  idempotency: 'calls with an Idempotency-Key are slow or get 500.',
  terminals: 'functions use the terminals that they read last.',
  strategies: 'new quotes and rates are slow or get 500.',
  audit: 'changes to keys, webhooks and pricing strategies are slow or get 500.',
  quotes: 'creating, reading and listing quotes is slow or fails.',
  contracts: 'new quotes and changes to contract rates are slow or get 500.',
  rfps: 'creating and reading RFPs is slow or fails, and lanes are priced late; none is lost.',
  market: 'functions use the diesel prices and the market that they read last.',
  webhooks: 'changes to webhooks are slow, and events wait to be dispatched.',
  deliveries: 'webhooks are sent late; none is lost.',
};

/** The metrics of a table do not include those of its indexes. An index that throttles also delays writes to its table. */
const INDEXES: readonly (readonly [table: TableName, index: string])[] = [
  ['quotes', EXPIRY_INDEX],
  ['deliveries', WEBHOOK_INDEX],
  ['deliveries', DUE_INDEX],
];

/**
 * A Metrics Insights query over all tables of the account and region: its conditions cannot name several tables, and
 * DynamoDB fails for a region, not for a table.
 */
const SYSTEM_ERRORS = 'SELECT SUM("SystemErrors") FROM SCHEMA("AWS/DynamoDB", Operation, TableName)';

/** Alarms on throttled requests, each over as many tables or indexes as an alarm can have metrics, and on errors of DynamoDB. */
export class TableAlarms extends Construct {
  /** @param table returns the deployed name of a table. */
  constructor(scope: Construct, id: string, table: (name: TableName) => string) {
    super(scope, id);
    this.addThrottled(table);
    const errors = new MathExpression({
      expression: SYSTEM_ERRORS,
      label: 'errors of DynamoDB',
      usingMetrics: {},
      period: MINUTES_5,
    });
    serviceAlarm(
      this,
      'FailingAlarm',
      errors,
      {
        severity: 'ticket',
        happened: `DynamoDB answered ${MANY_ERRORS} or more requests of this account and region with a system error in at least 2 of the last 3 five-minute periods.`,
        impact: 'calls are slow or get 500, and webhooks are sent late.',
        runbook: 'dynamodb-fails',
      },
      { threshold: MANY_ERRORS, ...TWICE },
    );
  }

  private addThrottled(table: (name: TableName) => string): void {
    tablesByAlarm().forEach((names, index) => {
      const throttles = names.flatMap((name) =>
        throttlesOf(name).map((metricName) => sumOf(metricName, { TableName: table(name) })),
      );
      this.addThrottleAlarm(`Throttled${index}`, `tables ${names.join(', ')}`, throttles, names);
    });
    const ofIndexes = INDEXES.flatMap(([name, index]) =>
      THROTTLES.map((metricName) =>
        sumOf(metricName, { TableName: table(name), GlobalSecondaryIndexName: index }),
      ),
    );
    const indexes = INDEXES.map(([name, index]) => `${index} of ${name}`).join(', ');
    this.addThrottleAlarm('ThrottledIndexes', `indexes ${indexes}`, ofIndexes, [
      ...new Set(INDEXES.map(([name]) => name)),
    ]);
  }

  private addThrottleAlarm(
    id: string,
    what: string,
    throttles: readonly Metric[],
    names: readonly TableName[],
  ): void {
    const sum = new MathExpression({
      expression: 'SUM(METRICS())',
      label: what,
      usingMetrics: Object.fromEntries(throttles.map((metric, each) => [`metric${each}`, metric])),
      period: MINUTES_5,
    });
    serviceAlarm(
      this,
      id,
      sum,
      {
        severity: 'ticket',
        happened: `The ${what} together throttled ${MANY_THROTTLES} or more reads and writes in at least 2 of the last 3 five-minute periods.`,
        impact: names
          .map((name) => `${name}: ${IMPACTS[name].replace(/\.$/, '')}`)
          .join('; ')
          .concat('.'),
        runbook: 'a-table-throttles',
      },
      { threshold: MANY_THROTTLES, ...TWICE },
    );
  }
}

const sumOf = (metricName: string, dimensionsMap: Record<string, string>): Metric =>
  new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: 'Sum', period: MINUTES_5 });

const throttlesOf = (name: TableName) => THROTTLES.filter((metric) => metric !== NOT_WATCHED[name]);

/** The tables of each alarm: a table joins the first alarm that can have its metrics, which fills the alarms. */
function tablesByAlarm(): TableName[][] {
  const groups: TableName[][] = [];
  for (const name of TABLE_NAMES) {
    const group = groups.find((names) => [...names, name].flatMap(throttlesOf).length <= MAX_METRICS);
    if (group === undefined) groups.push([name]);
    else group.push(name);
  }
  return groups;
}
