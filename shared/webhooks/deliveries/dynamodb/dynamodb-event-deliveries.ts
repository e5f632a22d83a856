import * as v from 'valibot';
import type { EventDeliveries } from '../delivery-ports.ts';
import { type DeliveriesTable, eventKey, readDelivery } from './dynamodb-delivery-items.ts';
import { readItems, readStates } from './dynamodb-delivery-states.ts';

const eventItem = v.object({ eventId: v.string(), deliveries: v.array(v.string()) });

/** Reads deliveries by event: first the events, then all their deliveries. */
export function createDynamoDbEventDeliveries(table: DeliveriesTable): EventDeliveries {
  return {
    async deliveriesOf(account, eventIds) {
      const keys = eventIds.map((eventId) => eventKey(account, eventId));
      const events = await readItems(table, keys, { ProjectionExpression: 'eventId, deliveries' });
      const ids = events.flatMap((item) => v.parse(eventItem, item).deliveries);
      const found = (await readStates(table, ids)).map(readDelivery);
      return found
        .filter(({ orgId, mode }) => orgId === account.orgId && mode === account.mode)
        .sort((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1));
    },
  };
}
