import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { StoredItem } from './conditional-write.ts';

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
