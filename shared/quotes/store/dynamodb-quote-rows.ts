import { paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { chunk } from '../../platform/collections/chunk.ts';
import type { CountedRow } from '../counts/count-differences.ts';
import type { QuoteTable } from '../counts/dynamodb-count-items.ts';
import { ALL_PARTITIONS, type ListPartition } from '../counts/list-partition.ts';
import type { QuoteList } from '../counts/quote-lists.ts';
import type { QuoteId } from '../record/quote-id.ts';
import { rowsKey } from './dynamodb-quote-items.ts';

const PARTITIONS_AT_ONCE = 8;

/** Reads the list rows of the quotes table, and the accounts that own them, for a recount. */
export function createQuoteRows({ client, TableName }: QuoteTable) {
  const readPartition = async (
    list: QuoteList,
    partition: ListPartition,
    from: string,
    to: string,
  ): Promise<CountedRow[]> => {
    const rows: CountedRow[] = [];
    const pages = paginateQuery(
      { client },
      {
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': rowsKey(list, partition), ':from': from, ':to': to },
        ProjectionExpression: 'sk, customer',
      },
    );
    for await (const { Items = [] } of pages) {
      rows.push(
        ...Items.map(({ sk, customer }) => ({
          partition,
          quoteId: sk as QuoteId,
          customer: String(customer ?? ''),
        })),
      );
    }
    return rows;
  };

  return {
    /** The rows of a list with ids in a range, both ends included, in every partition. */
    async read(list: QuoteList, from: string, to: string): Promise<CountedRow[]> {
      const rows: CountedRow[] = [];
      for (const partitions of chunk(ALL_PARTITIONS, PARTITIONS_AT_ONCE)) {
        const read = await Promise.all(
          partitions.map((partition) => readPartition(list, partition, from, to)),
        );
        for (const ofPartition of read) rows.push(...ofPartition);
      }
      return rows;
    },

    /** All accounts with quotes, by a scan of the table. */
    async accounts(): Promise<readonly Account[]> {
      const found = new Map<string, Account>();
      const pages = paginateScan(
        { client },
        {
          TableName,
          FilterExpression: 'sk = :quote',
          ExpressionAttributeValues: { ':quote': 'quote' },
          ProjectionExpression: 'orgId, #mode',
          ExpressionAttributeNames: { '#mode': 'mode' },
        },
      );
      for await (const { Items = [] } of pages) {
        for (const { orgId, mode } of Items) {
          const known = KEY_MODES.find((each) => each === mode);
          if (known) found.set(`${orgId} ${known}`, { orgId: String(orgId), mode: known });
        }
      }
      return [...found.values()];
    },
  };
}
