import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { claimKey, PARTITIONS, partitionKey, terminalKey } from './dynamodb-terminal-items.ts';
import { readTerminalRecord, type TerminalRecord } from './terminal-record.ts';

export type TerminalStore = ReturnType<typeof createDynamoDbTerminalStore>;

/**
 * The terminals table: one item per terminal, and one item per name that assigns it to a terminal. A name belongs to one
 * terminal forever, also after a rename; names with the same `nameKey` are equal. Reads are strongly consistent. A write is
 * idempotent: if its response is lost, the retry returns the outcome of the first attempt.
 */
export function createDynamoDbTerminalStore(client: DynamoDBDocumentClient, TableName: string) {
  const get = async (Key: Record<string, string>) =>
    (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

  const inPartition = async (number: number): Promise<TerminalRecord[]> => {
    const records: TerminalRecord[] = [];
    const pages = paginateQuery(
      { client },
      {
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': partitionKey(number) },
      },
    );
    for await (const { Items = [] } of pages) records.push(...Items.map(readTerminalRecord));
    return records;
  };

  /** Assigns the name to the terminal. Items of former names remain. */
  const claim = ({ name, id }: TerminalRecord) => ({
    Put: {
      TableName,
      Item: { ...claimKey(name), terminalId: id },
      ConditionExpression: 'attribute_not_exists(pk) OR terminalId = :id',
      ExpressionAttributeValues: { ':id': id },
    },
  });

  return {
    /** All terminals, in no particular order. */
    all: async (): Promise<readonly TerminalRecord[]> =>
      (await Promise.all(Array.from({ length: PARTITIONS }, (_, number) => inPartition(number)))).flat(),

    /** The terminal with this current or former name, compared by `nameKey`. */
    find: async (name: string): Promise<TerminalRecord | undefined> => {
      const claimed = await get(claimKey(name));
      if (claimed === undefined) return undefined;
      const item = await get(terminalKey(String(claimed.terminalId)));
      return item === undefined ? undefined : readTerminalRecord(item);
    },

    /** Adds a record of revision 1; `name-taken` if its name belongs to another terminal, or its id exists. */
    add: async (record: TerminalRecord): Promise<'added' | 'name-taken'> => {
      const put = {
        Put: {
          TableName,
          Item: { ...terminalKey(record.id), ...record },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      };
      return (await transactWrite(client, [put, claim(record)])).length === 0 ? 'added' : 'name-taken';
    },

    /** Replaces the previous revision of `record`, unless another one is stored, and assigns its name to it. */
    replace: async (record: TerminalRecord): Promise<'replaced' | 'revision-conflict' | 'name-taken'> => {
      const put = {
        Put: {
          TableName,
          Item: { ...terminalKey(record.id), ...record },
          ConditionExpression: 'revision = :before',
          ExpressionAttributeValues: { ':before': record.revision - 1 },
        },
      };
      const unmet = await transactWrite(client, [put, claim(record)]);
      if (unmet.length === 0) return 'replaced';
      return unmet.some(({ position }) => position === 0) ? 'revision-conflict' : 'name-taken';
    },
  };
}
