import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { CallPlaces } from '../deliveries/delivery-ports.ts';
import type { DeliveriesTable } from '../deliveries/dynamodb/dynamodb-delivery-items.ts';

const PARTITION = 'CALLS#';

const placesKey = (orgId: string, kind: string) => ({ pk: `${PARTITION}${orgId}`, sk: kind });

/** The organization whose running calls are in a partition; undefined for every other partition. */
export const organizationOfCalls = (partition: string): string | undefined =>
  partition.startsWith(PARTITION) ? partition.slice(PARTITION.length) : undefined;

/** Every lease of an item has ended by then. */
const KEPT_MS = 86_400_000;

type Update = Pick<
  UpdateCommandInput,
  'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** Undefined where the condition was met; else the item that it met, as the wire has it. */
type Found = ConditionalCheckFailedException['Item'] | undefined;

/**
 * Places of running calls: one item for each organization and kind, with an attribute for each place that holds its call
 * and when its lease ends. Changed only by conditional updates, which answer the item that fails them: a function needs
 * UpdateItem and no right to read.
 */
export function createDynamoDbCallPlaces({ client, TableName }: DeliveriesTable): CallPlaces {
  const update = async (Key: { pk: string; sk: string }, change: Update): Promise<Found> => {
    try {
      const ReturnValuesOnConditionCheckFailure = 'ALL_OLD';
      await client.send(
        new UpdateCommand({ TableName, Key, ...change, ReturnValuesOnConditionCheckFailure }),
      );
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return error.Item ?? {};
    }
  };

  return {
    async take(orgId, kind, most, until, at) {
      const callId = randomUUID();
      let free = Array.from({ length: most }, (_, number) => `place${number}`);
      while (free.length > 0) {
        const name = free[Math.floor(Math.random() * free.length)] ?? '';
        const found = await update(placesKey(orgId, kind), {
          UpdateExpression: 'SET #place = :lease, #ttl = :ttl',
          ConditionExpression: 'attribute_not_exists(#place) OR #place.#until <= :now',
          ExpressionAttributeNames: { '#place': name, '#until': 'until', '#ttl': 'ttl' },
          ExpressionAttributeValues: {
            ':lease': { callId, until: until.getTime() },
            ':now': at.getTime(),
            ':ttl': Math.ceil((until.getTime() + KEPT_MS) / 1000),
          },
        });
        // Applied, although its answer was lost.
        if (found === undefined || found[name]?.M?.callId?.S === callId) return { orgId, kind, name, callId };
        // The place that was tried is always left out, so that the loop ends.
        free = free.filter(
          (place) => place !== name && Number(found[place]?.M?.until?.N ?? 0) <= at.getTime(),
        );
      }
      return undefined;
    },

    async give({ orgId, kind, name, callId }) {
      await update(placesKey(orgId, kind), {
        UpdateExpression: 'REMOVE #place',
        // Another call has the place where the lease ended.
        ConditionExpression: '#place.#callId = :callId',
        ExpressionAttributeNames: { '#place': name, '#callId': 'callId' },
        ExpressionAttributeValues: { ':callId': callId },
      });
    },
  };
}
