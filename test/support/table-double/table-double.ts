import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../../shared/platform/dynamodb/document-client.ts';
import type { Item } from './expressions.ts';
import { rangeOf, SortedItems } from './partitions.ts';
import { cancelled, keyParts, stepOf, type Write } from './writes.ts';

/** A change of one item, as in a stream. */
export interface Change {
  readonly before?: Item;
  readonly after?: Item;
}

type Interception = (apply: () => unknown, items: readonly Write[]) => Promise<unknown>;

export interface TableDouble {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
  /** Every change so far, in order. */
  readonly changes: Change[];
  /**
   * Called for each write. Decides when `apply` runs and what the caller receives.
   * `items` are the items of the transaction.
   */
  intercept(around: Interception): void;
}

/**
 * An in-memory DynamoDB table behind the document client, or the tables of quotes and usage: strongly consistent, with
 * conditions, an index, and atomic transactions that are idempotent by token. The contract suite of the quote store
 * compares it with DynamoDB Local, which takes milliseconds per request.
 */
export function createTableDouble(): TableDouble {
  const items = new Map<string, SortedItems>();
  const tokens = new Map<string, string>();
  const changes: Change[] = [];
  let around: Interception = async (apply) => apply();

  const find = (key: Item): Item | undefined => {
    const [pk, sk] = keyParts(key);
    return items.get(pk)?.get(sk);
  };
  const put = (key: Item, after: Item | undefined): void => {
    const before = find(key);
    const [pk, sk] = keyParts(key);
    const partition = items.get(pk) ?? new SortedItems();
    items.set(pk, partition);
    if (after === undefined) partition.delete(sk);
    else partition.set(sk, structuredClone(after));
    if (before !== undefined || after !== undefined) {
      changes.push({ ...(before && { before }), ...(after && { after: structuredClone(after) }) });
    }
  };

  const transact = ({ TransactItems = [], ClientRequestToken = '' }: TransactWriteCommandInput) => {
    const words = JSON.stringify(TransactItems);
    const sent = tokens.get(ClientRequestToken);
    if (sent !== undefined) {
      if (sent !== words) throw new Error('IdempotentParameterMismatchException');
      return {};
    }
    const steps = TransactItems.map((write) => stepOf(write, find));
    if (new Set(steps.map(({ key }) => keyParts(key).join(' '))).size < steps.length) {
      throw new Error('ValidationException: one item twice in a transaction');
    }
    if (steps.some(({ met }) => !met))
      throw cancelled(steps.map(({ met }) => (met ? 'None' : 'ConditionalCheckFailed')));
    for (const { key, after, checkOnly } of steps) if (!checkOnly) put(key, after);
    tokens.set(ClientRequestToken, words);
    return {};
  };

  const update = (input: UpdateCommand['input']) => {
    const { key, after, met } = stepOf({ Update: input } as Write, find);
    if (!met) throw new ConditionalCheckFailedException({ message: 'unmet', $metadata: {} });
    put(key, after);
    return {};
  };

  const query = (input: QueryCommandInput) => {
    const { from, to, partition } = rangeOf(input, items);
    const direction = input.ScanIndexForward === false ? -1 : 1;
    const after: string | undefined = input.ExclusiveStartKey?.[input.IndexName === undefined ? 'sk' : 'pk'];
    const inRange = partition.keys.filter(
      (key) =>
        key >= from && key <= to && (after === undefined || (direction < 0 ? key < after : key > after)),
    );
    if (direction < 0) inRange.reverse();
    const page = inRange
      .slice(0, input.Limit ?? inRange.length)
      .map((key): Item => ({ ...partition.get(key) }));
    const last = page.at(-1);
    return {
      Items: page,
      ...(page.length < inRange.length && last ? { LastEvaluatedKey: last } : {}),
    };
  };

  const send = async (command: unknown): Promise<unknown> => {
    // As with a network, nothing happens while the caller still runs.
    await Promise.resolve();
    if (command instanceof GetCommand) return { Item: structuredClone(find(command.input.Key ?? {})) };
    if (command instanceof QueryCommand) return query(command.input);
    if (command instanceof TransactWriteCommand) {
      return around(() => transact(command.input), command.input.TransactItems ?? []);
    }
    if (command instanceof UpdateCommand) return around(() => update(command.input), []);
    throw new Error('the double knows no such command');
  };

  return {
    client: Object.assign(createDocumentClient({ region: 'us-east-1' }), { send }),
    TableName: 'quotes',
    changes,
    intercept: (next) => {
      around = next;
    },
  };
}
