import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { TransactItem } from '../../../platform/dynamodb/transact-write.ts';
import { type Attempt, type Delivery, KEPT_DAYS } from '../delivery.ts';
import {
  type AttemptCounts,
  addCounts,
  countsOfAttempt,
  LATENCY_BOUNDS_MS,
  NO_ATTEMPTS,
} from '../health/attempt-counts.ts';
import type { AttemptCountReader } from '../health/health-port.ts';
import { type DeliveriesTable, ttlOf } from './dynamodb-delivery-items.ts';

/** Items of one hour: up to this many concurrent writers can avoid conflicts. */
export const ATTEMPT_COUNT_SHARDS = 16;

/** One day longer than deliveries: the first hour of the longest period is complete. */
const COUNTS_KEPT_DAYS = KEPT_DAYS + 1;

const PREFIX = 'HEALTH#';
/** "2026-03-02T10", the sort key without the shard. */
const HOUR_LENGTH = 13;
/** Prefix of the attributes of latency classes, before the bound. */
const LATENCY = 'ms';

const partitionOf = (webhookId: string): string => `${PREFIX}${webhookId}`;

const hourOf = (moment: string): string => moment.slice(0, HOUR_LENGTH);

/** Whether a partition key is of the counts of a webhook's attempts. */
export const isAttemptCounts = (pk: string): boolean => pk.startsWith(PREFIX);

/** An attempt of a delivery. */
export interface CountedAttempt {
  readonly delivery: Pick<Delivery, 'orgId' | 'mode' | 'webhookId'>;
  readonly attempt: Attempt;
}

/** The writes that count attempts in the hours of their starts: one for each webhook and hour. */
export function countAttempts(
  TableName: string,
  attempts: readonly CountedAttempt[],
  shard: number,
): readonly TransactItem[] {
  const byItem = Map.groupBy(
    attempts,
    ({ delivery, attempt }) => `${delivery.webhookId} ${hourOf(attempt.startedAt)}`,
  );
  return [...byItem.values()].map((own) => countTogether(TableName, own, shard));
}

/** The write that counts attempts of one webhook in one hour. */
function countTogether(TableName: string, own: readonly CountedAttempt[], shard: number): TransactItem {
  const [{ delivery, attempt }] = own as [CountedAttempt];
  const { orgId, mode, webhookId } = delivery;
  const { byLatency, ...counts } = own
    .map((one) => countsOfAttempt(one.attempt))
    .reduce(addCounts, NO_ATTEMPTS);
  const added = Object.entries({
    ...counts,
    ...Object.fromEntries(
      [...byLatency].map(([index, count]) => [`${LATENCY}${LATENCY_BOUNDS_MS[index]}`, count]),
    ),
  }).filter(([, count]) => count > 0);
  return {
    Update: {
      TableName,
      Key: { pk: partitionOf(webhookId), sk: `${hourOf(attempt.startedAt)}#${shard}` },
      UpdateExpression: `SET orgId = :orgId, #mode = :mode, #ttl = :ttl ADD ${added.map(([name]) => `${name} :${name}`).join(', ')}`,
      ExpressionAttributeNames: { '#mode': 'mode', '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':orgId': orgId,
        ':mode': mode,
        ':ttl': ttlOf(new Date(attempt.startedAt), COUNTS_KEPT_DAYS),
        ...Object.fromEntries(added.map(([name, count]) => [`:${name}`, count])),
      },
    },
  };
}

/** The counts of an item. */
const countsIn = (item: Readonly<Record<string, unknown>>): AttemptCounts => {
  const count = (name: string): number => Number(item[name] ?? 0);
  return {
    attempts: count('attempts'),
    succeeded: count('succeeded'),
    answered: count('answered'),
    answeredMs: count('answeredMs'),
    byLatency: new Map(
      LATENCY_BOUNDS_MS.map((bound, index) => [index, count(`${LATENCY}${bound}`)] as const).filter(
        ([, counted]) => counted > 0,
      ),
    ),
  };
};

/** Reads the counts of a webhook by hour. One page holds at least 2,000 items; an hour has 1 to 16. */
export function createDynamoDbAttemptCounts({ client, TableName }: DeliveriesTable): AttemptCountReader {
  return {
    async byHour({ id }, from, to) {
      const byHour = new Map<number, AttemptCounts>();
      const pages = paginateQuery(
        { client },
        {
          TableName,
          KeyConditionExpression: 'pk = :webhook AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':webhook': partitionOf(id),
            ':from': hourOf(from.toISOString()),
            // "~" sorts after "#": all shards of the last hour.
            ':to': `${hourOf(to.toISOString())}~`,
          },
        },
      );
      for await (const { Items = [] } of pages) {
        for (const item of Items) {
          const hour = Date.parse(`${hourOf(String(item.sk))}:00:00.000Z`);
          byHour.set(hour, addCounts(byHour.get(hour) ?? NO_ATTEMPTS, countsIn(item)));
        }
      }
      return byHour;
    },
  };
}
