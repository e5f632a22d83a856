import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { namesIn } from '../../platform/dynamodb/conditional-write.ts';
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
    .filter(([name]) => /^ms\d+$/.test(name))
    .map(([name, count]) => ({ bound: Number(name.slice(2)), count }))
    .sort((one, other) => one.bound - other.bound);
  const upTo = (bound: number) =>
    classes.reduce((sum, one) => (one.bound <= bound ? sum + one.count : sum), 0);
  const answered = upTo(Number.POSITIVE_INFINITY);
  const quantile = (share: number) =>
    classes.find(({ bound }) => upTo(bound) >= answered * share)?.bound ?? 0;
  if (answered === 0) return null;
  const average = Math.round((counts.answeredMs ?? 0) / answered);
  return { average, p50: quantile(0.5), p95: quantile(0.95) };
}

/** Counts attempts of a webhook in the hours of their starts. A process that is killed before loses the counts of its run. */
export async function countAttempts(
  { client, TableName }: DynamoDbTable,
  { id, orgId, mode }: Webhook,
  attempts: readonly Attempt[],
): Promise<void> {
  for (const [hour, own] of Map.groupBy(attempts, ({ startedAt }) => hourOf(startedAt))) {
    const counts = addCounts(own.map(countsOf));
    const UpdateExpression = `SET orgId = :orgId, #mode = :mode, #ttl = :ttl ADD ${Object.keys(counts).map((name) => `${name} :${name}`)}`;
    await client.send(
      new UpdateCommand({
        TableName,
        Key: { pk: `${PREFIX}${id}`, sk: hour },
        UpdateExpression,
        ...namesIn(UpdateExpression),
        ExpressionAttributeValues: {
          ...{ ':orgId': orgId, ':mode': mode },
          // One day longer than deliveries: the first hour of the longest period is complete.
          ':ttl': ttlOf(new Date(`${hour}:00:00Z`), KEPT_DAYS + 1),
          ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [`:${name}`, count])),
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
