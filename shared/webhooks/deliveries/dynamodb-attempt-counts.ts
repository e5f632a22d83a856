import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import type { Webhook } from '../store/webhook.ts';
import { type Attempt, KEPT_DAYS } from './delivery.ts';
import { ttlOf } from './dynamodb-deliveries.ts';

/**
 * Counts of logged attempts by name: `attempts`, `succeeded`, `answeredMs` (the latencies of answered attempts together), and
 * `ms<bound>` for each latency class with its upper bound in milliseconds.
 */
export type AttemptCounts = Readonly<Record<string, number>>;

const PREFIX = 'HEALTH#';
/** "2026-03-02T10", the sort key. */
const hourOf = (moment: string): string => moment.slice(0, 13);

/** Whether a partition key is of the counts of a webhook's attempts. */
export const isAttemptCounts = (pk: string): boolean => pk.startsWith(PREFIX);

/** The latency classes are 25% wide, from 10 ms on. */
const latencyClass = (durationMs: number): number => {
  const step = Math.ceil(Math.log(Math.max(durationMs, 10) / 10) / Math.log(1.25));
  return Math.ceil(10 * 1.25 ** step);
};

const countsOf = ({ error, responseStatus, durationMs = 0 }: Attempt): AttemptCounts => ({
  attempts: 1,
  ...(error === undefined ? { succeeded: 1 } : {}),
  ...(responseStatus === undefined ? {} : { answeredMs: durationMs, [`ms${latencyClass(durationMs)}`]: 1 }),
});

export const addCounts = (all: readonly AttemptCounts[]): AttemptCounts => {
  const sum: Record<string, number> = {};
  for (const [name, count] of all.flatMap(Object.entries)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
};

/**
 * Latencies of the answered attempts in milliseconds: the mean, and what 50% and 95% of them do not exceed, rounded up to the
 * bound of a class. Null without answered attempts.
 */
export function latencyOf(counts: AttemptCounts) {
  const classes = Object.entries(counts)
    .flatMap(([name, count]) => (/^ms\d+$/.test(name) ? [{ bound: Number(name.slice(2)), count }] : []))
    .sort((one, other) => one.bound - other.bound);
  const answered = classes.reduce((sum, { count }) => sum + count, 0);
  if (answered === 0) return null;
  const quantile = (share: number): number => {
    let left = answered * share;
    const last = classes.find(({ count }) => {
      left -= count;
      return left <= 0;
    });
    return last?.bound ?? 0;
  };
  return {
    average: Math.round((counts.answeredMs ?? 0) / answered),
    p50: quantile(0.5),
    p95: quantile(0.95),
  };
}

/** Counts attempts of a webhook in the hours of their starts. A process that is killed before loses the counts of its run. */
export async function countAttempts(
  { client, TableName }: DynamoDbTable,
  { id, orgId, mode }: Webhook,
  attempts: readonly Attempt[],
): Promise<void> {
  for (const [hour, own] of Map.groupBy(attempts, ({ startedAt }) => hourOf(startedAt))) {
    const counts = Object.entries(addCounts(own.map(countsOf)));
    await client.send(
      new UpdateCommand({
        TableName,
        Key: { pk: `${PREFIX}${id}`, sk: hour },
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
  const [first, last] = [from, to].map((moment) => hourOf(moment.toISOString()));
  // One page: 720 hours of at most 700 bytes are less than 1 MB.
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :webhook AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':webhook': `${PREFIX}${webhookId}`, ':from': first, ':to': last },
    }),
  );
  return new Map(
    Items.map(({ pk: _, sk, orgId: __, mode: ___, ttl: ____, ...counts }) => [
      Date.parse(`${sk}:00:00Z`),
      counts,
    ]),
  );
}
