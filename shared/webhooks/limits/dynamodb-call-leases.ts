import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { DAY_MS } from '../../platform/time/utc-day.ts';
import type { CallLeases } from '../deliveries/delivery-ports.ts';
import type { DeliveriesTable } from '../deliveries/dynamodb/dynamodb-delivery-items.ts';

const PARTITION = 'CALLS#';

const leaseKey = (orgId: string, kind: string) => ({ pk: `${PARTITION}${orgId}`, sk: kind });

/** The organization of a partition of call leases; undefined for other partitions. */
export const organizationOfCalls = (partition: string): string | undefined =>
  partition.startsWith(PARTITION) ? partition.slice(PARTITION.length) : undefined;

/** Retention of an item after its last lease. */
const KEPT_MS = DAY_MS;

const leaseSchema = v.object({ callId: v.string(), until: v.number() });

/** Reads an attribute of an item; undefined if it is not a lease. */
const leaseOf = (attribute: unknown) => {
  const read = v.safeParse(leaseSchema, attribute);
  return read.success ? read.output : undefined;
};

/**
 * Stores leases of running calls: one item for each organization and kind, with one attribute for each lease. Only
 * conditional updates are used, which return the item on failure: a function needs only the permission UpdateItem.
 */
export function createDynamoDbCallLeases({ client, TableName }: DeliveriesTable): CallLeases {
  return {
    async acquire(orgId, kind, most, until, at) {
      const callId = randomUUID();
      let free = Array.from({ length: most }, (_, number) => `place${number}`);
      while (free.length > 0) {
        const name = free[Math.floor(Math.random() * free.length)] ?? '';
        const update = await updateIf(client, {
          TableName,
          Key: leaseKey(orgId, kind),
          UpdateExpression: 'SET #place = :lease, #ttl = :ttl',
          ConditionExpression: 'attribute_not_exists(#place) OR #place.#until <= :now',
          ExpressionAttributeNames: { '#place': name, '#until': 'until', '#ttl': 'ttl' },
          ExpressionAttributeValues: {
            ':lease': { callId, until: until.getTime() },
            ':now': at.getTime(),
            ':ttl': Math.ceil((until.getTime() + KEPT_MS) / 1000),
          },
        });
        // The second condition: the update was applied, but its response was lost.
        if (update.applied || leaseOf(update.found?.[name])?.callId === callId) {
          return { orgId, kind, name, callId };
        }
        const { found } = update;
        // The attribute that was tried is always left out, so that the loop ends.
        free = free.filter(
          (place) => place !== name && (leaseOf(found?.[place])?.until ?? 0) <= at.getTime(),
        );
      }
      return undefined;
    },

    async release({ orgId, kind, name, callId }) {
      await updateIf(client, {
        TableName,
        Key: leaseKey(orgId, kind),
        UpdateExpression: 'REMOVE #place',
        // If the lease has expired, another call may hold the attribute.
        ConditionExpression: '#place.#callId = :callId',
        ExpressionAttributeNames: { '#place': name, '#callId': 'callId' },
        ExpressionAttributeValues: { ':callId': callId },
      });
    },
  };
}
