import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { retryConflicts } from '../../platform/dynamodb/retry-conflicts.ts';
import type { Counting } from './account-ledger.ts';
import type { Mark } from './dynamodb-call-marks.ts';
import {
  belowLimit,
  COUNT_NAMES,
  type CountedAccount,
  countValues,
  ONE_MORE,
} from './dynamodb-usage-condition.ts';

export interface MarkedCount extends CountedAccount {
  readonly mark: Mark;
  /** Names of marks that nobody looks for any more. */
  readonly dropped: readonly string[];
}

/**
 * Counts one call by one conditional update. The condition fails at the limit, and for a repetition whose first sending
 * was applied: its mark is there.
 */
export async function countOnce(client: DynamoDBDocumentClient, count: MarkedCount): Promise<Counting> {
  const { mark } = count;
  try {
    const { Attributes } = await retryConflicts(() => client.send(updateFor(count)));
    return { counted: true, used: Number(Attributes?.used) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const { Item } = error;
    return {
      counted: Number(Item?.[mark.name]?.N) === mark.sequence,
      used: Number(Item?.used?.N ?? 0),
    };
  }
}

function updateFor({ usageTable, key, usageLimit, mark, dropped }: MarkedCount): UpdateCommand {
  const aliases = Object.fromEntries(dropped.map((name, index) => [`#dropped${index}`, name]));
  const remove = dropped.length > 0 ? ` REMOVE ${Object.keys(aliases).join(', ')}` : '';
  return new UpdateCommand({
    TableName: usageTable,
    Key: key,
    UpdateExpression: `SET #mark = :sequence, ${ONE_MORE}${remove}`,
    ConditionExpression: `${belowLimit(usageLimit)} AND (attribute_not_exists(#mark) OR #mark < :sequence)`,
    ExpressionAttributeNames: { ...COUNT_NAMES, '#mark': mark.name, ...aliases },
    ExpressionAttributeValues: { ...countValues(usageLimit), ':sequence': mark.sequence },
    ReturnValues: 'UPDATED_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
}
