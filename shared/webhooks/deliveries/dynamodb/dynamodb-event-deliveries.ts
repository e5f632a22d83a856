import * as v from 'valibot';
import { chunk } from '../../../platform/collections/chunk.ts';
import { batchGet } from '../../../platform/dynamodb/batch-get.ts';
import type { EventDeliveries } from '../delivery-ports.ts';
import { type DeliveriesTable, eventKey, readDelivery, stateKey } from './dynamodb-delivery-items.ts';

/** DynamoDB's maximum of keys in one batch. */
const MAX_KEYS = 100;

const eventItem = v.object({ eventId: v.string(), deliveries: v.array(v.string()) });

/** Reads deliveries by event: first the events, then all their deliveries. */
export function createDynamoDbEventDeliveries({ client, TableName }: DeliveriesTable): EventDeliveries {
  const read = async (
    keys: readonly { readonly pk: string; readonly sk: string }[],
    ProjectionExpression?: string,
  ): Promise<readonly unknown[]> => {
    const batches = chunk(keys, MAX_KEYS).map(async (Keys) => {
      const found = await batchGet(client, { [TableName]: { Keys: [...Keys], ProjectionExpression } });
      return found.get(TableName) ?? [];
    });
    return (await Promise.all(batches)).flat();
  };

  return {
    async deliveriesOf(account, eventIds) {
      const events = await read(
        eventIds.map((eventId) => eventKey(account, eventId)),
        'eventId, deliveries',
      );
      const ids = events.flatMap((item) => v.parse(eventItem, item).deliveries);
      const found = (await read(ids.map(stateKey))).map(readDelivery);
      return found
        .filter(({ orgId, mode }) => orgId === account.orgId && mode === account.mode)
        .sort((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1));
    },
  };
}
