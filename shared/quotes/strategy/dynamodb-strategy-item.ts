import * as v from 'valibot';
import type { KeyMode } from '../../platform/account/account.ts';
import type { StrategyVersion } from './strategy-store.ts';

/** Partition of all versions of one organization and mode; the sort key is the version, a number. */
export const strategyAccount = (orgId: string, mode: KeyMode): string => `${orgId}#${mode}`;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const bands = v.pipe(
  v.array(v.object({ fromMiles: amount, percent: amount, floorCents: count })),
  v.minLength(1),
);

/** Less strict than the request schema, so that versions stay readable after a limit or a name is removed. */
const strategyItem = v.object({
  version: v.pipe(count, v.minValue(1)),
  updatedAt: v.string(),
  updatedBy: v.exactOptional(v.string()),
  note: v.exactOptional(v.string()),
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

/** The item of a version. */
export const toStrategyItem = (account: string, strategy: StrategyVersion) => ({ account, ...strategy });

/** @throws ValiError if the item is invalid, so that it cannot affect a price. */
export const readStrategyItem = (item: unknown): StrategyVersion => v.parse(strategyItem, item);
