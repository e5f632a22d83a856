import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { type BatchRead, batchGet } from '../../platform/dynamodb/batch-get.ts';

export interface AccountTables {
  readonly client: DynamoDBDocumentClient;
  /** Reads items, possibly together with other reads; `batchGet` if absent. */
  readonly read?: BatchRead;
  /** Key `pk`; the organization's item is `ORG#<orgId>`. */
  readonly organizationsTable: string;
  /** Key `account` = `<orgId>#<mode>` and `period` = `YYYY-MM`; `used` counts rate calls. */
  readonly usageTable: string;
}

const limit = v.pipe(v.number(), v.integer(), v.minValue(0));
const organizationItem = v.object({
  billing: v.boolean(),
  usageLimit: limit,
  /** Absent = no limit. */
  quoteLimit: v.exactOptional(limit),
});

/** Request for an organization's limits, strongly consistent. */
const organizationRequest = (orgId: string) => ({
  Keys: [{ pk: `ORG#${orgId}` }],
  ConsistentRead: true,
  ProjectionExpression: '#billing, #usageLimit, #quoteLimit',
  ExpressionAttributeNames: {
    '#billing': 'billing',
    '#usageLimit': 'usageLimit',
    '#quoteLimit': 'quoteLimit',
  },
});

/** @throws ValiError if the item does not match the schema. */
const parseOrganization = (item: unknown) => v.parse(organizationItem, item);

/** The item also has the deduplication tokens of recent calls. */
const usageItem = v.looseObject({
  period: v.string(),
  used: v.optional(v.pipe(v.number(), v.integer()), 0),
});

interface UsageKey {
  readonly account: string;
  readonly period: string;
}

export const usageKey = ({ orgId, mode }: Account, period: string): UsageKey => ({
  account: `${orgId}#${mode}`,
  period,
});

export interface AccountItems {
  readonly organization: v.InferOutput<typeof organizationItem>;
  /** Existing usage items. A period without calls has none. */
  readonly usage: readonly v.InferOutput<typeof usageItem>[];
}

/**
 * Reads the items of an account, strongly consistent, in one round trip. Returns undefined if the organization is unknown.
 * @throws KeysUnprocessedError if DynamoDB leaves keys unprocessed after all attempts; ValiError if an item does not match
 * its schema.
 */
export async function readAccountItems(
  {
    client,
    read = (requested) => batchGet(client, requested),
    organizationsTable,
    usageTable,
  }: AccountTables,
  account: Account,
  periods: readonly string[],
): Promise<AccountItems | undefined> {
  const found = await read({
    [organizationsTable]: organizationRequest(account.orgId),
    [usageTable]: { Keys: periods.map((period) => usageKey(account, period)), ConsistentRead: true },
  });

  const [organization] = found.get(organizationsTable) ?? [];
  if (organization === undefined) return undefined;
  return {
    organization: parseOrganization(organization),
    usage: v.parse(v.array(usageItem), found.get(usageTable) ?? []),
  };
}

/**
 * Usage of a month, without counting; undefined if the organization is unknown. IAM permissions: those of
 * `readAccountItems`.
 */
export const createAccountUsage = (tables: AccountTables) => async (account: Account, period: string) => {
  const items = await readAccountItems(tables, account, [period]);
  return items && { ...items.organization, used: items.usage[0]?.used ?? 0 };
};

export type UsageOf = ReturnType<typeof createAccountUsage>;

/** The usage item in which a call is counted. */
export interface CountedUsage {
  readonly usageTable: string;
  readonly key: UsageKey;
  readonly usageLimit: number;
  /** Calls of the period, as last read. */
  readonly used: number;
}

/** Update expression that adds one call. Use it with the condition `belowLimit`. */
export const ADD_ONE = '#used = if_not_exists(#used, :zero) + :one';

/** Condition that the usage is below the limit. A period without an item has no usage. */
export const belowLimit = (limit: number): string =>
  `(${limit > 0 ? 'attribute_not_exists(#used) OR ' : ''}#used < :limit)`;

export const COUNT_NAMES = { '#used': 'used' } as const;

export const countValues = (limit: number) => ({ ':one': 1, ':zero': 0, ':limit': limit });

/** Quote terms from the organizations table. `read` may combine this read with others in one round trip. */
export function createDynamoDbQuoteTerms(read: BatchRead, organizationsTable: string) {
  return {
    /** Strongly consistent; undefined if the organization is unknown. */
    async read(orgId: string): Promise<QuoteTerms | undefined> {
      const found = await read({ [organizationsTable]: organizationRequest(orgId) });
      const [organization] = found.get(organizationsTable) ?? [];
      return organization === undefined ? undefined : parseOrganization(organization);
    },
  };
}

export type QuoteTermsReader = ReturnType<typeof createDynamoDbQuoteTerms>;

/** The terms under which an organization may create quotes. */
export interface QuoteTerms {
  /** Whether billing information is on file. */
  readonly billing: boolean;
  /** Maximum quotes per calendar month (UTC) in each mode; absent = no limit. */
  readonly quoteLimit?: number;
}
