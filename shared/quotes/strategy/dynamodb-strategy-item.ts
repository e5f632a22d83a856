import * as v from 'valibot';
import type { GeographyKey } from '../../contracts/rate/contract-geography.ts';
import {
  storedAmount as amount,
  storedCount as count,
  storedCharge,
  storedTariff,
} from '../../costs/accessorials/stored-tariff.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import type { KeyMode } from '../../platform/account/account.ts';
import { WEEKDAYS } from './rule-conditions.ts';
import type { StrategyVersion } from './strategy-store.ts';

/** Partition of all versions of one organization and mode; the sort key is the version, a number. */
export const strategyAccount = (orgId: string, mode: KeyMode): string => `${orgId}#${mode}`;

const bands = v.pipe(
  v.array(v.object({ fromMiles: amount, percent: amount, floorCents: count })),
  v.minLength(1),
);

const geography = v.object({
  key: v.custom<GeographyKey>((key) => typeof key === 'string'),
  text: v.string(),
});
const rounding = v.object({
  toCents: v.pipe(count, v.minValue(1)),
  mode: v.picklist(['nearest', 'up', 'down']),
});
const fuel = v.picklist(['separate', 'included']);
const validityDays = v.pipe(count, v.minValue(1));
const accessorialOverrides = v.record(v.string(), storedCharge);

const rule = v.object({
  name: v.string(),
  when: v.object({
    customer: v.string(),
    origin: geography,
    destination: geography,
    equipment: v.exactOptional(v.array(v.picklist(EQUIPMENT_TYPES))),
    minMiles: v.exactOptional(amount),
    maxMiles: v.exactOptional(amount),
    weekdays: v.exactOptional(v.array(v.picklist(WEEKDAYS))),
    minLeadDays: v.exactOptional(count),
    maxLeadDays: v.exactOptional(count),
  }),
  terms: v.object({
    margin: v.exactOptional(v.object({ percent: amount, floorCents: count })),
    rounding: v.exactOptional(rounding),
    validityDays: v.exactOptional(validityDays),
    fuel: v.exactOptional(fuel),
    accessorialOverrides: v.exactOptional(accessorialOverrides),
  }),
});

/** Less strict than the request schema, so that versions stay readable after a limit or a name is removed. */
const strategyItem = v.object({
  version: v.pipe(count, v.minValue(1)),
  updatedAt: v.string(),
  updatedBy: v.exactOptional(v.string()),
  note: v.exactOptional(v.string()),
  margins: bands,
  marginsByEquipment: v.record(v.string(), bands),
  fuel,
  accessorialOverrides,
  portFees: v.boolean(),
  volumeDiscounts: v.array(v.object({ percent: amount, containers: count })),
  rounding,
  validityDays,
  guaranteedPercent: amount,
  tariff: v.exactOptional(storedTariff),
  rules: v.exactOptional(v.array(rule)),
  sheetTerms: v.exactOptional(v.string()),
  convertedQuotesAsLoads: v.exactOptional(v.literal(true)),
});

/** The item of a version. */
export const toStrategyItem = (account: string, strategy: StrategyVersion) => ({ account, ...strategy });

/** @throws ValiError if the item is invalid, so that it cannot affect a price. */
export const readStrategyItem = (item: unknown): StrategyVersion => v.parse(strategyItem, item);
