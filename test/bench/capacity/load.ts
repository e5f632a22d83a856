import { STANDARD_PLAN_THROTTLE } from '../../../shared/accounts/organizations/organization-plan.ts';
import { costOfMillion, totalOf } from './cost.ts';
import type { Measured, MeasuredOperation } from './measured-operation.ts';
import { ESTIMATES } from './prices.ts';

/** Share of each operation in the default load. */
export const MIX: Readonly<Record<string, number>> = {
  'GET terminals/search': 0.4,
  'POST rates, 1 lane': 0.3,
  'POST quotes, with its event': 0.15,
  'GET quotes, 20 a page': 0.1,
  'GET quotes/{id}': 0.05,
};

/** Each new quote causes one delivery to one webhook. */
const DELIVERY = 'event, delivered alone';
const EVENT = 'POST quotes, with its event';

/** A standard organization that calls at the sustained rate of its plan. */
export const DEFAULT_CALLS_PER_SECOND = STANDARD_PLAN_THROTTLE.rateLimit;

export const SECONDS_A_MONTH = 730 * 3_600;
const SECONDS_A_DAY = 86_400;

export interface Load {
  readonly callsPerSecond: number;
  readonly quotesPerSecond: number;
  readonly functionsAtOnce: number;
  readonly readUnitsPerSecond: number;
  /** By table, with separate indexes: "deliveries", "deliveries by-look". */
  readonly writeUnitsPerSecond: Readonly<Record<string, number>>;
  readonly quotesPerDay: number;
  readonly logGigabytesPerDay: number;
  readonly usdPerMonth: number;
}

/** Billed units of a multiple of the default load. @throws Error if an operation of the mix was not measured. */
export function loadAt(factor: number, { operations }: Measured): Load {
  const find = (name: string): MeasuredOperation => {
    const found = operations.find((operation) => operation.name === name);
    if (found === undefined) throw new Error(`${name} was not measured`);
    return found;
  };
  const callsPerSecond = factor * DEFAULT_CALLS_PER_SECOND;
  const quotesPerSecond = callsPerSecond * (MIX[EVENT] ?? 0);
  const rates: [MeasuredOperation, number][] = [
    ...Object.entries(MIX).map(([name, share]): [MeasuredOperation, number] => [
      find(name),
      callsPerSecond * share,
    ]),
    // The measured quote already includes the dispatch of its event, so this count is slightly too high.
    [find(DELIVERY), quotesPerSecond],
  ];
  const sum = (of: (operation: MeasuredOperation) => number): number =>
    rates.reduce((total, [operation, perSecond]) => total + perSecond * of(operation), 0);
  const places = new Set(rates.flatMap(([{ writesBy }]) => Object.keys(writesBy)));
  const logBytesOf = ({ logBytes, runs }: MeasuredOperation): number =>
    Object.values(runs).reduce((total, { count }) => total + count * ESTIMATES.platformLogBytes, logBytes);
  return {
    callsPerSecond,
    quotesPerSecond,
    functionsAtOnce: sum(({ runs }) =>
      Object.values(runs).reduce((total, { count, ms }) => total + (count * ms) / 1_000, 0),
    ),
    readUnitsPerSecond: sum(({ readUnits }) => readUnits),
    writeUnitsPerSecond: Object.fromEntries(
      [...places].sort().map((place) => [place, sum(({ writesBy }) => writesBy[place] ?? 0)]),
    ),
    quotesPerDay: quotesPerSecond * SECONDS_A_DAY,
    logGigabytesPerDay: (sum(logBytesOf) * SECONDS_A_DAY) / 1024 ** 3,
    usdPerMonth: (sum((operation) => totalOf(costOfMillion(operation))) / 1_000_000) * SECONDS_A_MONTH,
  };
}
