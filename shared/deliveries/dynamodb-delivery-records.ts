import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { DELIVERY_STATUSES, type Delivery } from './delivery.ts';
import { firstDeliveryIdAt } from './delivery-id.ts';
import type { DeliveryQuery, DeliveryRecords } from './delivery-ports.ts';
import { readEntries, toAttempt } from './dynamodb-attempt-log.ts';
import {
  bodyKey,
  type DeliveriesTable,
  readDelivery,
  stateKey,
  WEBHOOK_INDEX,
  webhookStatus,
} from './dynamodb-delivery-items.ts';
import { createFrozenPayloads } from './dynamodb-frozen-payloads.ts';

/** Rows read at most for a page of deliveries of one event among many of others. */
const MOST_ROWS = 2_000;

/** Sorts after every id. */
const LAST_ID = '~';

const newestFirst = (one: Delivery, other: Delivery): number => (one.deliveryId < other.deliveryId ? 1 : -1);

/** Records by webhook and status, each in the order of ids, which is that of time. */
export function createDynamoDbDeliveryRecords(table: DeliveriesTable): DeliveryRecords {
  const { client, TableName } = table;
  const payloads = createFrozenPayloads(table);

  const rows = async (
    partition: string,
    from: string,
    before: string,
    Limit: number,
  ): Promise<readonly Delivery[]> => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: WEBHOOK_INDEX,
        KeyConditionExpression: 'webhookStatus = :partition AND deliveryId BETWEEN :from AND :before',
        ExpressionAttributeValues: { ':partition': partition, ':from': from, ':before': before },
        ScanIndexForward: false,
        Limit,
      }),
    );
    return Items.map(readDelivery);
  };

  return {
    async list(webhookId, query: DeliveryQuery) {
      const { status, event, since, until, after, limit } = query;
      const partitions = (status === undefined ? DELIVERY_STATUSES : [status]).map((one) =>
        webhookStatus(webhookId, one),
      );
      const from = since === undefined ? '' : firstDeliveryIdAt(since.getTime());
      const last = until === undefined ? LAST_ID : firstDeliveryIdAt(until.getTime());
      const found: Delivery[] = [];
      let before = after === undefined || after > last ? last : after;
      for (let read = 0; read < MOST_ROWS; ) {
        // One more than asked for tells whether more follow; the bound itself is in the range.
        const wanted = limit + 2;
        const pages = await Promise.all(
          partitions.map((partition) => rows(partition, from || ' ', before, wanted)),
        );
        const bound = before;
        const merged = pages
          .flat()
          .filter(({ deliveryId }) => deliveryId !== bound)
          .sort(newestFirst)
          .slice(0, limit + 1);
        read += pages.flat().length;
        for (const delivery of merged.slice(0, limit)) {
          before = delivery.deliveryId;
          if (event === undefined || delivery.event === event) found.push(delivery);
          if (found.length === limit) break;
        }
        if (merged.length <= limit && (found.length < limit || before === merged.at(-1)?.deliveryId)) {
          return { deliveries: found };
        }
        if (found.length === limit) break;
      }
      return { deliveries: found, next: before };
    },

    async read(deliveryId) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :delivery',
          ExpressionAttributeValues: { ':delivery': stateKey(deliveryId).pk },
          ConsistentRead: true,
        }),
      );
      const bySk = new Map(Items.map((item) => [String(item.sk), item]));
      const state = bySk.get(stateKey(deliveryId).sk);
      if (state === undefined) return undefined;
      const delivery = readDelivery(state);
      const log = readEntries(state.log).map((entry) => {
        const body = bySk.get(bodyKey(deliveryId, entry.number).sk)?.body;
        return toAttempt(entry, body instanceof Uint8Array ? body : undefined);
      });
      const { orgId, mode, eventId } = delivery;
      const payload = await payloads.thaw({ orgId, mode }, eventId);
      return { delivery, log, ...(payload === undefined ? {} : { payload }) };
    },
  };
}
