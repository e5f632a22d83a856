import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { StoredItem } from './conditional-write.ts';

/** Maximum rows read for a page: 4 MB of rows of 2 KB, which take less than a second. */
const MAX_ROWS = 2_000;

interface PageRequest<Row, Id> {
  readonly idOf: (row: Row) => Id;
  readonly matches: (row: Row) => boolean;
  readonly limit: number;
  /** The row before the page, which can be among the rows. */
  readonly after: Id | undefined;
}

/** Rows of a list that match, and the row after which the next page begins. */
export interface PageOfMatches<Row, Id> {
  readonly rows: readonly Row[];
  /** Undefined on the last page. A page can be shorter than the limit before it. */
  readonly next: Id | undefined;
}

/** Takes the first rows that match, from at most 2,000. */
export async function pageOfMatches<Row, Id>(
  rows: AsyncIterable<Row>,
  { idOf, matches, limit, after }: PageRequest<Row, Id>,
): Promise<PageOfMatches<Row, Id>> {
  const found: Row[] = [];
  let read = 0;
  for await (const row of rows) {
    if (idOf(row) === after) continue;
    if (matches(row)) {
      const last = found.at(-1);
      if (last !== undefined && found.length === limit) return { rows: found, next: idOf(last) };
      found.push(row);
    }
    read += 1;
    if (read === MAX_ROWS) return { rows: found, next: idOf(row) };
  }
  return { rows: found, next: undefined };
}

interface KeyRange {
  readonly pk: string;
  /** First and last sort key, both included. */
  readonly from: string;
  readonly to: string;
  readonly newestFirst: boolean;
  /** Items of one query; absent: 1 MB. */
  readonly pageSize?: number;
}

/** Items of one partition whose sort keys `sk` are in a range, strongly consistent, read page by page on demand. */
export async function* itemsBetween(
  client: DynamoDBDocumentClient,
  TableName: string,
  { pk, from, to, newestFirst, pageSize }: KeyRange,
): AsyncGenerator<StoredItem> {
  const pages = paginateQuery(
    { client },
    {
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
      ScanIndexForward: !newestFirst,
      Limit: pageSize,
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}
