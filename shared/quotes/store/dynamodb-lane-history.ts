import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import { importedLaneKey, readImportedQuote } from '../imported/dynamodb-imported-quotes.ts';
import type { ImportedQuote } from '../imported/imported-quote.ts';
import type { QuoteRow } from '../record/stored-quote.ts';
import { MAX_OF_AREA } from '../stops/quote-lane.ts';
import { laneKey, partitionOfReferenceRow, readRow } from './dynamodb-quote-items.ts';

interface QuotesOfLanes {
  readonly quotes: readonly QuoteRow[];
  readonly imported: readonly ImportedQuote[];
  /** Whether there are older ones that were not read. */
  readonly isCut: boolean;
}

export type ReadLanes = ReturnType<typeof createDynamoDbLaneHistory>;

/** Quotes by the areas of their lanes: two queries for each. IAM permission: `Query`. */
export function createDynamoDbLaneHistory(client: DynamoDBDocumentClient, TableName: string) {
  const newest = async (pk: string) => {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        ScanIndexForward: false,
        Limit: MAX_OF_AREA,
      }),
    );
    return { items: Items, isCut: LastEvaluatedKey !== undefined };
  };
  return async (account: Account, areas: readonly string[], today: UtcDay): Promise<QuotesOfLanes> => {
    const read = await Promise.all(
      areas.map(async (area) => ({
        own: await newest(laneKey(account, area)),
        past: await newest(importedLaneKey(account, area)),
      })),
    );
    return {
      quotes: read.flatMap(({ own }) =>
        own.items.map((item) => readRow(item, partitionOfReferenceRow(item), today)),
      ),
      imported: read.flatMap(({ past }) => past.items.map(readImportedQuote)),
      isCut: read.some(({ own, past }) => own.isCut || past.isCut),
    };
  };
}
