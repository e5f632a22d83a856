import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { retryConflicts } from '../../platform/dynamodb/retry-conflicts.ts';
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

/**
 * Counts one call with one conditional update. The condition fails at the limit, and for a retry of an update that was
 * applied: the item then has the token.
 */
export async function countOnce(
  client: DynamoDBDocumentClient,
  count: DeduplicatedCount,
): Promise<CountResult> {
  const { token } = count;
  try {
    const { Attributes } = await retryConflicts(() => client.send(updateFor(count)));
    return { counted: true, used: Number(Attributes?.used) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const { Item } = error;
    return {
      counted: Number(Item?.[token.name]?.N) === token.sequence,
      used: Number(Item?.used?.N ?? 0),
    };
  }
}

function updateFor({ usageTable, key, usageLimit, token, staleTokens }: DeduplicatedCount): UpdateCommand {
  const aliases = Object.fromEntries(staleTokens.map((name, index) => [`#stale${index}`, name]));
  const remove = staleTokens.length > 0 ? ` REMOVE ${Object.keys(aliases).join(', ')}` : '';
  return new UpdateCommand({
    TableName: usageTable,
    Key: key,
    UpdateExpression: `SET #token = :sequence, ${ADD_ONE}${remove}`,
    ConditionExpression: `${belowLimit(usageLimit)} AND (attribute_not_exists(#token) OR #token < :sequence)`,
    ExpressionAttributeNames: { ...COUNT_NAMES, '#token': token.name, ...aliases },
    ExpressionAttributeValues: { ...countValues(usageLimit), ':sequence': token.sequence },
    ReturnValues: 'UPDATED_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
}
