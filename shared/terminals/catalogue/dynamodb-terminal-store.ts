import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { claimKey, PARTITIONS, partitionKey, terminalKey } from './dynamodb-terminal-items.ts';
import { readTerminalRecord, type TerminalRecord } from './terminal-record.ts';
import type { TerminalStore } from './terminal-store.ts';

/** Terminals in DynamoDB: one item per terminal, and one item per name that assigns it to a terminal. */
export function createDynamoDbTerminalStore(
  client: DynamoDBDocumentClient,
  TableName: string,
): TerminalStore {
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
    all: async () =>
      (await Promise.all(Array.from({ length: PARTITIONS }, (_, number) => inPartition(number)))).flat(),

    find: async (name) => {
      const claimed = await get(claimKey(name));
      if (claimed === undefined) return undefined;
      const item = await get(terminalKey(String(claimed.terminalId)));
      return item === undefined ? undefined : readTerminalRecord(item);
    },

    add: async (record) => {
      const put = {
        Put: {
          TableName,
          Item: { ...terminalKey(record.id), ...record },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      };
      return (await transactWrite(client, [put, claim(record)])).length === 0 ? 'added' : 'name-taken';
    },

    replace: async (record) => {
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
