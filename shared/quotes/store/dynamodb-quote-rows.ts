import { paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { chunk } from '../../platform/collections/chunk.ts';
import type { CountedRow } from '../counts/count-differences.ts';
import type { QuoteTable } from '../counts/dynamodb-count-nodes.ts';
import { CONVERTED_LOT, type ListPartition, openLot } from '../counts/list-partition.ts';
import type { QuoteId } from '../record/quote-id.ts';
import { MAX_VALIDITY_DAYS } from '../record/quote-status.ts';
import { rowsKey } from './dynamodb-quote-items.ts';

const ALL_LOTS: readonly ListPartition[] = [
  CONVERTED_LOT,
  ...Array.from({ length: MAX_VALIDITY_DAYS + 1 }, (_, validityDays) => openLot(validityDays)),
];

const LOTS_AT_ONCE = 8;

/** What a recount counts: the rows of the quotes table, and whose they are. */
export function createQuoteRows({ client, TableName }: QuoteTable) {
  const readLot = async (
    holder: Account,
    lot: ListPartition,
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
        ExpressionAttributeValues: { ':pk': rowsKey(holder, lot), ':from': from, ':to': to },
        ProjectionExpression: 'sk',
      },
    );
    for await (const { Items = [] } of pages) {
      rows.push(...Items.map(({ sk }) => ({ lot, quoteId: sk as QuoteId })));
    }
    return rows;
  };

  return {
    /** The quotes of a holder with an id from one to the other, in every lot. */
    async read(holder: Account, from: string, to: string): Promise<CountedRow[]> {
      const rows: CountedRow[] = [];
      for (const lots of chunk(ALL_LOTS, LOTS_AT_ONCE)) {
        const read = await Promise.all(lots.map((lot) => readLot(holder, lot, from, to)));
        for (const ofLot of read) rows.push(...ofLot);
      }
      return rows;
    },

    /** All who have quotes, by a scan of the table. */
    async holders(): Promise<readonly Account[]> {
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
