import { type DynamoDBDocumentClient, GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { GeographyKey } from '../../contracts/rate/contract-rate.ts';
import {
  storedAmount as amount,
  storedCount as count,
  storedTariff,
} from '../../costs/accessorials/dynamodb-current-tariff.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import type { KeyMode } from '../../platform/account/account.ts';
import { type StrategyVersion, UNSET_STRATEGY, WEEKDAYS } from './pricing-strategy.ts';

/** Partition of all versions of one organization and mode; the sort key is the version, a number. */
export const strategyAccount = (orgId: string, mode: KeyMode): string => `${orgId}#${mode}`;

/** Markup for distances from `fromMiles`: percent of the base, at least `floorCents`. */
const band = v.object({
  /** One-way miles from which the band applies: 0 in the first band of a list, then strictly increasing. */
  fromMiles: amount,
  percent: amount,
  floorCents: count,
});
const bands = v.pipe(v.array(band), v.minLength(1));

const geography = v.object({
  key: v.custom<GeographyKey>((key) => typeof key === 'string'),
  text: v.string(),
});
/** Rounding of base_rate: step in cents, and direction. */
const rounding = v.object({
  toCents: v.pipe(count, v.minValue(1)),
  mode: v.picklist(['nearest', 'up', 'down']),
});
/** "separate": margin on linehaul, and a fuel surcharge without margin; "included": margin on linehaul plus fuel. */
const fuel = v.picklist(['separate', 'included']);
const validityDays = v.pipe(count, v.minValue(1));
/** Charges by accessorial name that replace those of the tariff. */
const accessorialOverrides = v.record(
  v.string(),
  v.union([
    v.object({ cents: count, freeTime: v.exactOptional(count) }),
    v.object({ percentOfBase: amount }),
  ]),
);

const rule = v.object({
  /** Once in a strategy. */
  name: v.string(),
  /** The moves to which the rule applies: those that meet all conditions. Bounds belong to their ranges. */
  when: v.object({
    customer: v.string(),
    origin: geography,
    destination: geography,
    equipment: v.exactOptional(v.array(v.picklist(EQUIPMENT_TYPES))),
    minMiles: v.exactOptional(amount),
    maxMiles: v.exactOptional(amount),
    weekdays: v.exactOptional(v.array(v.picklist(WEEKDAYS))),
    /** Days from the day of the quote to the day of pickup. */
    minLeadDays: v.exactOptional(count),
    maxLeadDays: v.exactOptional(count),
  }),
  /** Terms that the rule replaces; absent ones stay as in the strategy. */
  terms: v.object({
    /** In place of all margin bands. */
    margin: v.exactOptional(v.object({ percent: amount, floorCents: count })),
    rounding: v.exactOptional(rounding),
    validityDays: v.exactOptional(validityDays),
    fuel: v.exactOptional(fuel),
    accessorialOverrides: v.exactOptional(accessorialOverrides),
  }),
});

/** Less strict than the request schema, so that versions stay readable after a limit or a name is removed. */
export const strategyItem = v.object({
  version: v.pipe(count, v.minValue(1)),
  /** ISO 8601 UTC; "" for version 0, the default. */
  updatedAt: v.string(),
  /** Id of the API key that set it, or `operator`; absent for version 0. */
  updatedBy: v.exactOptional(v.string()),
  note: v.exactOptional(v.string()),
  /** Bands for equipment without its own bands. */
  margins: bands,
  marginsByEquipment: v.record(v.string(), bands),
  fuel,
  accessorialOverrides,
  portFees: v.boolean(),
  /** Sent in events, largest first: discount in percent from a number of containers. */
  volumeDiscounts: v.array(v.object({ percent: amount, containers: count })),
  rounding,
  validityDays,
  /** Surcharge for guaranteed service, percent of base_rate. */
  guaranteedPercent: amount,
  tariff: v.exactOptional(storedTariff),
  /** At least one; absent: there are none. The one that `selectRule` selects changes the terms for a move. */
  rules: v.exactOptional(v.array(rule)),
  /** Terms that sheets of quotes show to customers; absent: none. Line feeds separate lines. */
  sheetTerms: v.exactOptional(v.string()),
  /** Whether a converted quote becomes a load in the organization's own market data; absent: no. */
  convertedQuotesAsLoads: v.exactOptional(v.literal(true)),
});

/** @throws ValiError if the item is invalid, so that it cannot affect a price. */
const readStrategyItem = (item: unknown): StrategyVersion => v.parse(strategyItem, item);

const newestFirst = (TableName: string, account: string) => ({
  TableName,
  ConsistentRead: true,
  KeyConditionExpression: 'account = :account',
  ExpressionAttributeValues: { ':account': account },
  ScanIndexForward: false,
});

export type StrategyStore = ReturnType<typeof createDynamoDbStrategies>;

/**
 * Pricing strategies of organizations, separate for test and live mode. Versions are numbered from 1 without gaps and never
 * change. Reads are strongly consistent. IAM permissions: `Query`; `GetItem` for a version by its number.
 */
export function createDynamoDbStrategies(client: DynamoDBDocumentClient, TableName: string) {
  return {
    /** The current version, in one round trip; version 0 if none was set. */
    async current(orgId: string, mode: KeyMode): Promise<StrategyVersion> {
      const query = new QueryCommand({ ...newestFirst(TableName, strategyAccount(orgId, mode)), Limit: 1 });
      const [item] = (await client.send(query)).Items ?? [];
      return item === undefined ? UNSET_STRATEGY : readStrategyItem(item);
    },

    /** A version by its number, including 0; undefined if it does not exist. */
    async version(orgId: string, mode: KeyMode, version: number): Promise<StrategyVersion | undefined> {
      if (version === 0) return UNSET_STRATEGY;
      const Key = { account: strategyAccount(orgId, mode), version };
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : readStrategyItem(Item);
    },

    /** The newest versions, newest first, without 0: those below `before`, if it is given. */
    async page(
      orgId: string,
      mode: KeyMode,
      limit: number,
      before?: number,
    ): Promise<readonly StrategyVersion[]> {
      if (before !== undefined && before <= 1) return [];
      const newest = newestFirst(TableName, strategyAccount(orgId, mode));
      const below = before !== undefined && {
        KeyConditionExpression: `${newest.KeyConditionExpression} AND version < :before`,
        ExpressionAttributeValues: { ...newest.ExpressionAttributeValues, ':before': before },
      };
      const versions: StrategyVersion[] = [];
      // One query reads at most 1 MB, which may be fewer versions than the limit.
      for await (const { Items = [] } of paginateQuery({ client }, { ...newest, ...below, Limit: limit })) {
        versions.push(...Items.map(readStrategyItem));
        if (versions.length >= limit) break;
      }
      return versions.slice(0, limit);
    },
  };
}
