import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { updateIf } from './conditional-write.ts';
import type { TransactItem } from './transact-write.ts';

/** An item with a set of texts, of which at most `most` may be unfinished work. */
export interface BoundedSet {
  readonly TableName: string;
  readonly Key: Readonly<Record<string, string>>;
  readonly most: number;
}

/** The members of a set at which an addition failed. `changes` identifies their state. */
export interface FullSet {
  readonly members: readonly string[];
  readonly changes: number;
}

/** The update that adds a member, unless the set has `most` others. A repeated addition changes nothing. */
export const additionTo = ({ TableName, Key, most }: BoundedSet, member: string) =>
  ({
    TableName,
    Key,
    UpdateExpression: 'ADD members :added, changes :one',
    ConditionExpression:
      'attribute_not_exists(members) OR size(members) < :most OR contains(members, :member)',
    ExpressionAttributeValues: { ':added': new Set([member]), ':member': member, ':most': most, ':one': 1 },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  }) satisfies NonNullable<TransactItem['Update']>;

/** @param found the item that an addition did not meet. */
export const fullSet = (found: Readonly<Record<string, unknown>> | undefined): FullSet => ({
  members: [...((found?.members as ReadonlySet<string> | undefined) ?? [])],
  changes: Number(found?.changes ?? 0),
});

/**
 * Removes the members whose work has ended, unless the set changed meanwhile: work on one of them may have begun again.
 * @returns whether an addition may succeed now.
 */
export async function removeEnded(
  client: DynamoDBDocumentClient,
  { TableName, Key }: BoundedSet,
  { members, changes }: FullSet,
  hasEnded: (member: string) => Promise<boolean>,
): Promise<boolean> {
  const checked = await Promise.all(
    members.map(async (member) => ((await hasEnded(member)) ? [member] : [])),
  );
  const ended = checked.flat();
  if (ended.length === 0) return false;
  await updateIf(client, {
    TableName,
    Key,
    UpdateExpression: 'DELETE members :ended ADD changes :one',
    ConditionExpression: 'changes = :changes',
    ExpressionAttributeValues: { ':ended': new Set(ended), ':changes': changes, ':one': 1 },
  });
  return true;
}
