import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { customerKey } from '../../contracts/rate/contract-rate.ts';
import type { Account } from '../../platform/account/account.ts';
import { addDays, startOfDay, type UtcDay, utcDay } from '../../platform/time/utc-day.ts';
import type { QuoteTable } from '../counts/dynamodb-count-items.ts';
import { filteredDays, matchingDays } from '../counts/list-partition.ts';
import { referenceKey } from '../counts/quote-lists.ts';
import { firstIdAt, quoteCreatedAt } from '../record/quote-id.ts';
import type { QuoteFilter, QuotePage, QuoteRow } from '../record/quote-store.ts';
import { partitionOfReferenceRow, readRow } from './dynamodb-quote-items.ts';

/** A list call of an account. */
export interface ListRequest {
  readonly table: QuoteTable;
  readonly account: Account;
  readonly filter: QuoteFilter;
  readonly today: UtcDay;
}

/**
 * Reads a page of the quotes with a reference. All rows with the reference in the filter's days are read, because they
 * are few and not counted.
 */
export async function listByReference(
  { table: { client, TableName }, account, filter, today }: ListRequest,
  reference: string,
  limit: number,
  offset: number,
): Promise<QuotePage> {
  const { first, last } = filteredDays(filter, today);
  if (first > last) return { rows: [], totalCount: 0 };
  const rows: QuoteRow[] = [];
  const pages = paginateQuery(
    { client },
    {
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': referenceKey(account, reference),
        ':from': firstIdAt(startOfDay(first)),
        ':to': firstIdAt(startOfDay(addDays(last, 1))),
      },
      ScanIndexForward: false,
    },
  );
  for await (const { Items = [] } of pages) {
    for (const item of Items) {
      const partition = partitionOfReferenceRow(item);
      const row = readRow(item, partition, today);
      const days = matchingDays(partition, filter, today);
      const day = utcDay(quoteCreatedAt(row.quoteId));
      if (days !== undefined && day >= days.first && day <= days.last && isOfCustomer(row, filter)) {
        rows.push(row);
      }
    }
  }
  return { rows: rows.slice(offset, offset + limit), totalCount: rows.length };
}

const isOfCustomer = ({ customer }: QuoteRow, { customer: wanted }: QuoteFilter): boolean =>
  wanted === undefined || customerKey(customer) === customerKey(wanted);
