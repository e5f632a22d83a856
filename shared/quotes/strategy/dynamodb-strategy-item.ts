import * as v from 'valibot';
import type { KeyMode } from '../../platform/account/account.ts';
import type { KeptStrategy } from './strategy-store.ts';

/** Partition of all versions of one organization and mode; the sort key is the version, a number. */
export const strategyAccount = (orgId: string, mode: KeyMode): string => `${orgId}#${mode}`;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const bands = v.pipe(
  v.array(v.object({ fromMiles: amount, percent: amount, floorCents: count })),
  v.minLength(1),
);

/** Looser than what callers may set: a limit or a name that is taken away later must not make a version unreadable. */
const strategyItem = v.object({
  version: v.pipe(count, v.minValue(1)),
  updatedAt: v.string(),
  margins: bands,
  marginsByEquipment: v.record(v.string(), bands),
  fuel: v.picklist(['separate', 'included']),
  accessorialOverrides: v.record(
    v.string(),
    v.union([v.object({ cents: count }), v.object({ percentOfBase: amount })]),
  ),
  portFees: v.boolean(),
  volumeDiscounts: v.array(v.object({ percent: amount, containers: count })),
  rounding: v.object({
    toCents: v.pipe(count, v.minValue(1)),
    mode: v.picklist(['nearest', 'up', 'down']),
  }),
  validityDays: v.pipe(count, v.minValue(1)),
  guaranteedPercent: amount,
});

/** The item of a version; `writeId` tells who wrote it. */
export const toStrategyItem = (account: string, strategy: KeptStrategy, writeId: string) => ({
  account,
  ...strategy,
  writeId,
});

/** @throws ValiError where an item is not what `toStrategyItem` writes: no price is made of it. */
export const readStrategyItem = (item: unknown): KeptStrategy => v.parse(strategyItem, item);
