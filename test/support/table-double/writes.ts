import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { type Expression, type Item, meets, updated } from './expressions.ts';

/** One write of a transaction. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The effect of a write on the item of a key. */
export interface Step {
  readonly key: Item;
  readonly met: boolean;
  /** Undefined if the item is deleted. */
  readonly after: Item | undefined;
  readonly checkOnly: boolean;
}

/** Placeholders of a request. */
interface Placeholders {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>> | undefined;
}

/** An expression of a request; undefined if it has none. */
export const expressionOf = (text: string | undefined, of: Placeholders): Expression | undefined =>
  text === undefined
    ? undefined
    : { text, names: of.ExpressionAttributeNames, values: of.ExpressionAttributeValues };

/** The key attributes of an item: of the quotes table, or of the usage table. */
export const keyOf = (item: Item): Item =>
  item.account === undefined ? { pk: item.pk, sk: item.sk } : { account: item.account, period: item.period };

/** Partition and sort key of an item, as strings. */
export const keyParts = (item: Item): readonly [string, string] => {
  const [partition, sort] = Object.values(keyOf(item));
  return [String(partition), String(sort)];
};

/** Parses a write, and whether the stored item meets its condition. */
export function stepOf(write: Write, find: (key: Item) => Item | undefined): Step {
  const { Put, Update, Delete, ConditionCheck } = write;
  const request = Put ?? Update ?? Delete ?? ConditionCheck;
  if (request === undefined) throw new Error('the double knows no such write');
  const source: Item = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key ?? {};
  const key = keyOf(source);
  const before = find(key);
  const condition = expressionOf(request.ConditionExpression, request);
  const update = Update && expressionOf(Update.UpdateExpression, Update);
  return {
    key,
    met: condition === undefined || meets(before, condition),
    after: Put?.Item ?? (update && updated(before ?? key, update)),
    checkOnly: ConditionCheck !== undefined,
  };
}

/** The error of a rejected transaction, with a code for each write. */
export const cancelled = (codes: readonly string[]): TransactionCanceledException =>
  new TransactionCanceledException({
    message: `cancelled: ${codes.join(', ')}`,
    CancellationReasons: codes.map((Code) => ({ Code })),
    $metadata: {},
  });
