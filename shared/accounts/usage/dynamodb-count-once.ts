import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { CountResult } from './account-ledger.ts';
import type { DeduplicationToken } from './dynamodb-deduplication-tokens.ts';
import {
  ADD_ONE,
  belowLimit,
  COUNT_NAMES,
  type CountedUsage,
  countValues,
} from './dynamodb-usage-condition.ts';

export interface DeduplicatedCount extends CountedUsage {
  readonly token: DeduplicationToken;
  /** Attribute names of stale tokens, which the update removes. */
  readonly staleTokens: readonly string[];
}

const counted = v.object({ used: v.pipe(v.number(), v.integer()) });

/**
 * Counts one call with one conditional update. The condition fails at the limit, and for a retry of an update that was
 * applied: the item then has the token.
 * @throws ValiError if DynamoDB does not return the count.
 */
export async function countOnce(
  client: DynamoDBDocumentClient,
  count: DeduplicatedCount,
): Promise<CountResult> {
  const { token } = count;
  const update = await updateIf(client, updateFor(count));
  if (update.applied) return { counted: true, used: v.parse(counted, update.attributes).used };
  const { found } = update;
  return { counted: found?.[token.name] === token.sequence, used: Number(found?.used ?? 0) };
}

function updateFor({ usageTable, key, usageLimit, token, staleTokens }: DeduplicatedCount) {
  const aliases = Object.fromEntries(staleTokens.map((name, index) => [`#stale${index}`, name]));
  const remove = staleTokens.length > 0 ? ` REMOVE ${Object.keys(aliases).join(', ')}` : '';
  return {
    TableName: usageTable,
    Key: key,
    UpdateExpression: `SET #token = :sequence, ${ADD_ONE}${remove}`,
    ConditionExpression: `${belowLimit(usageLimit)} AND (attribute_not_exists(#token) OR #token < :sequence)`,
    ExpressionAttributeNames: { ...COUNT_NAMES, '#token': token.name, ...aliases },
    ExpressionAttributeValues: { ...countValues(usageLimit), ':sequence': token.sequence },
    ReturnValues: 'UPDATED_NEW' as const,
  };
}
