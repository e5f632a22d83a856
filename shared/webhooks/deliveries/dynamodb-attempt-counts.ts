import { paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import type { Webhook } from '../store/webhook.ts';
import { type AttemptCounts, addCounts, countsOf } from './attempt-counts.ts';
import { type Attempt, KEPT_DAYS } from './delivery.ts';
import { ttlOf } from './dynamodb-delivery-items.ts';

const PREFIX = 'HEALTH#';
const partitionOf = (webhookId: string): string => `${PREFIX}${webhookId}`;
/** "2026-03-02T10", the sort key. */
const hourOf = (moment: string): string => moment.slice(0, 13);

/** Whether a partition key is of the counts of a webhook's attempts. */
export const isAttemptCounts = (pk: string): boolean => pk.startsWith(PREFIX);

/** Counts attempts of a webhook in the hours of their starts. A process that is killed before loses the counts of its run. */
export async function countAttempts(
  { client, TableName }: DynamoDbTable,
  { id, orgId, mode }: Webhook,
  attempts: readonly Attempt[],
): Promise<void> {
  for (const [hour, own] of Map.groupBy(attempts, ({ startedAt }) => hourOf(startedAt))) {
    const counts = Object.entries(own.map(countsOf).reduce(addCounts));
    await client.send(
      new UpdateCommand({
        TableName,
        Key: { pk: partitionOf(id), sk: hour },
        UpdateExpression: `SET orgId = :orgId, #mode = :mode, #ttl = :ttl ADD ${counts.map(([name]) => `${name} :${name}`).join(', ')}`,
        ExpressionAttributeNames: { '#mode': 'mode', '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':orgId': orgId,
          ':mode': mode,
          // One day longer than deliveries: the first hour of the longest period is complete.
          ':ttl': ttlOf(new Date(`${hour}:00:00Z`), KEPT_DAYS + 1),
          ...Object.fromEntries(counts.map(([name, count]) => [`:${name}`, count])),
        },
      }),
    );
  }
}

/** The counts of a webhook by the start of the hour, ms since 1970. Hours without attempts are absent. */
export async function readAttemptCounts(
  { client, TableName }: DynamoDbTable,
  webhookId: string,
  from: Date,
  to: Date,
): Promise<ReadonlyMap<number, AttemptCounts>> {
  const byHour = new Map<number, AttemptCounts>();
  const pages = paginateQuery(
    { client },
    {
      TableName,
      KeyConditionExpression: 'pk = :webhook AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':webhook': partitionOf(webhookId),
        ':from': hourOf(from.toISOString()),
        ':to': hourOf(to.toISOString()),
      },
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { sk, ...item } of Items) {
      const counts = Object.entries(item).filter(
        ([name, value]) => typeof value === 'number' && name !== 'ttl',
      );
      byHour.set(Date.parse(`${sk}:00:00Z`), Object.fromEntries(counts));
    }
  }
  return byHour;
}
