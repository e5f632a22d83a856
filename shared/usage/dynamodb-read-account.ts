import { setTimeout as wait } from 'node:timers/promises';
import { BatchGetCommand, type BatchGetCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { AccountTables } from './dynamodb-account-ledger.ts';

const organizationItem = v.object({
  billing: v.boolean(),
  usageLimit: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** Beside `used`, the marks of the last calls. */
const usageItem = v.looseObject({ used: v.optional(v.pipe(v.number(), v.integer()), 0) });

export interface UsageKey {
  readonly account: string;
  readonly period: string;
}

export interface AccountItems {
  readonly organization: v.InferOutput<typeof organizationItem>;
  readonly usage: v.InferOutput<typeof usageItem>;
}

class KeysUnprocessedError extends Error {
  override readonly name = 'KeysUnprocessedError';
}

const ATTEMPTS = 4;
const FIRST_WAIT_MS = 25;

/**
 * Both items of an account, strongly consistent, in one round trip; undefined without the organization.
 * @throws KeysUnprocessedError where DynamoDB keeps putting keys off; ValiError where an item is not as it should be.
 */
export async function readAccountItems(
  tables: AccountTables,
  orgId: string,
  usageKey: UsageKey,
): Promise<AccountItems | undefined> {
  const { organizationsTable, usageTable } = tables;
  const found = await batchGet(tables, {
    [organizationsTable]: {
      Keys: [{ pk: `ORG#${orgId}` }],
      ConsistentRead: true,
      ProjectionExpression: '#billing, #usageLimit',
      ExpressionAttributeNames: { '#billing': 'billing', '#usageLimit': 'usageLimit' },
    },
    [usageTable]: { Keys: [usageKey], ConsistentRead: true },
  });

  const organization = found.get(organizationsTable);
  if (organization === undefined) return undefined;
  return {
    organization: v.parse(organizationItem, organization),
    usage: v.parse(usageItem, found.get(usageTable) ?? {}),
  };
}

/** One item a table, by table name; keys that DynamoDB puts off under load are asked for again. */
async function batchGet(
  { client }: AccountTables,
  requested: NonNullable<BatchGetCommandInput['RequestItems']>,
): Promise<ReadonlyMap<string, unknown>> {
  const found = new Map<string, unknown>();
  let RequestItems = requested;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await wait(FIRST_WAIT_MS * 2 ** attempt * Math.random());
    const { Responses, UnprocessedKeys } = await client.send(new BatchGetCommand({ RequestItems }));
    for (const [table, [item]] of Object.entries(Responses ?? {})) {
      if (item !== undefined) found.set(table, item);
    }
    RequestItems = UnprocessedKeys ?? {};
    if (Object.keys(RequestItems).length === 0) return found;
  }
  throw new KeysUnprocessedError(
    `keys of ${Object.keys(RequestItems).join(', ')} were put off ${ATTEMPTS} times`,
  );
}
