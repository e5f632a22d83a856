import { costOfMillion, totalOf } from './cost.ts';
import { LIMITS } from './limits.ts';
import { loadAt } from './load.ts';
import { markdownTable as table, withTable } from './markdown-table.ts';
import type { Measured, MeasuredOperation } from './measured-operation.ts';

/** Multiples of the default load. */
const FACTORS = [1, 10, 100, 1_000] as const;

const usd = (value: number): string => value.toFixed(2);
const count = (value: number): string =>
  value === 0 ? '' : value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 });
const whole = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 });

const runsOf = ({ runs }: MeasuredOperation): string =>
  Object.entries(runs)
    .map(
      ([name, { count: each, ms }]) => `${each === 1 ? '' : `${count(each)} x `}${name} ${Math.ceil(ms)} ms`,
    )
    .join(', ');

function measuredTable({ operations }: Measured): string {
  const heads = ['one', 'read units', 'write units', 'SQS sent', 'KMS', 'log bytes', 'body bytes', 'runs'];
  return table(
    heads,
    operations.map((operation) => {
      const { name, readUnits, writeUnits, queueRequests, keyRequests, logBytes, outBytes } = operation;
      const figures = [readUnits, writeUnits, queueRequests, keyRequests, logBytes, outBytes].map(count);
      return [name, ...figures, runsOf(operation)];
    }),
  );
}

function costTable({ operations }: Measured): string {
  const heads = ['a million of', 'gateway', 'functions', 'tables', 'queues', 'keys', 'logs', 'out', 'USD'];
  return table(
    heads,
    operations.map((operation) => {
      const cost = costOfMillion(operation);
      const { gateway, functions, tables, queues, keys, logs, out } = cost;
      const parts = [gateway, functions, tables, queues, keys, logs, out].map(usd);
      return [operation.name, ...parts, `**${usd(totalOf(cost))}**`];
    }),
  );
}

function loadTable(measured: Measured): string {
  const loads = FACTORS.map((factor) => loadAt(factor, measured));
  const heads = ['', ...FACTORS.map((factor) => `${factor.toLocaleString('en-US')} x`), 'most', 'set by'];
  const limited = LIMITS.map(({ name, of, most, by }) => [
    name,
    ...loads.map((load) => (of(load) > most ? `**${whole(of(load))}**` : whole(of(load)))),
    whole(most),
    by,
  ]);
  const paid = [
    ['read units a second', ...loads.map((load) => whole(load.readUnitsPerSecond)), '', ''],
    ['log gigabytes a day', ...loads.map((load) => whole(load.logGigabytesPerDay)), '', ''],
    ['USD a month', ...loads.map((load) => whole(load.usdPerMonth)), '', ''],
  ];
  return table(heads, [...limited, ...paid]);
}

function writesTable({ operations }: Measured): string {
  const shown = operations.filter(({ writesBy }) => Object.keys(writesBy).length > 0);
  return table(
    ['one', 'write units by table and index'],
    shown.map(({ name, writesBy }) => [
      name,
      Object.entries(writesBy)
        .map(([place, units]) => `${place.replace(/ (\S+)$/, ' `$1`')} ${count(units)}`)
        .join(', '),
    ]),
  );
}

const TABLES = { measured: measuredTable, writes: writesTable, costs: costTable, loads: loadTable } as const;

/** The tables of each page in docs/explanation. */
export const PAGES: Readonly<Record<string, readonly (keyof typeof TABLES)[]>> = {
  'cost-of-calls.md': ['measured', 'writes', 'costs'],
  'scale.md': ['loads'],
};

/**
 * A document with updated tables.
 * @throws Error if the document has no place for one of them.
 */
export function withTables(
  document: string,
  names: readonly (keyof typeof TABLES)[],
  measured: Measured,
): string {
  return names.reduce((text, name) => withTable(text, name, TABLES[name](measured)), document);
}
