import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { DELIVERY_STATUSES } from '../delivery.ts';
import { firstDeliveryIdAt } from '../delivery-id.ts';
import type { DeliveryRecords } from '../delivery-ports.ts';
import { mergeNewestFirst } from '../merge-newest-first.ts';
import { readEntries, toAttempt } from './dynamodb-attempt-log.ts';
import {
  bodyKey,
  type DeliveriesTable,
  readDelivery,
  stateKey,
  WEBHOOK_INDEX,
  webhookStatus,
} from './dynamodb-delivery-items.ts';
import { readStates } from './dynamodb-delivery-states.ts';
import { createPayloadStore } from './dynamodb-payload-store.ts';

/** What the index has of a delivery: nothing that an attempt changes, so that attempts do not write to it. */
const indexRow = v.object({ deliveryId: v.string(), event: v.string() });

/** Maximum rows read for a page when the query filters by event. */
const MAX_ROWS = 2_000;

/** Page size of the index query when the query filters by event. */
const FILTERED_PAGE = 250;

/** Sort before and after every id. */
const FIRST_ID = ' ';
const LAST_ID = '~';

/** Reads records by webhook and status, in the order of ids, which is the order of creation. */
export function createDynamoDbDeliveryRecords(table: DeliveriesTable): DeliveryRecords {
  const { client, TableName } = table;
  const payloads = createPayloadStore(table);

  /** Rows of one status, newest first, read page by page on demand. */
  async function* rowsOf(partition: string, from: string, to: string, Limit: number) {
    let start: Record<string, unknown> | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName,
          IndexName: WEBHOOK_INDEX,
          KeyConditionExpression: 'webhookStatus = :partition AND deliveryId BETWEEN :from AND :to',
          ExpressionAttributeValues: { ':partition': partition, ':from': from, ':to': to },
          ScanIndexForward: false,
          Limit,
          ExclusiveStartKey: start,
        }),
      );
      for (const item of Items) yield v.parse(indexRow, item);
      start = LastEvaluatedKey;
    } while (start !== undefined);
  }

  return {
    async get(deliveryId) {
      const Key = stateKey(deliveryId);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : readDelivery(Item);
    },

    async list(webhookId, { status, event, since, until, after, limit }) {
      const from = since === undefined ? FIRST_ID : firstDeliveryIdAt(since.getTime());
      const end = until === undefined ? LAST_ID : firstDeliveryIdAt(until.getTime());
      const to = after !== undefined && after < end ? after : end;
      if (from > to) return { deliveries: [] };
      // Two more than the limit: the cursor itself, and one that shows whether a next page exists.
      const pageSize = event === undefined ? limit + 2 : FILTERED_PAGE;
      const statuses = status === undefined ? DELIVERY_STATUSES : [status];
      const rows = mergeNewestFirst(
        statuses.map((one) => rowsOf(webhookStatus(webhookId, one), from, to, pageSize)),
      );

      const ids: string[] = [];
      /** Deliveries that changed their status or expired after the index was read are left out, and no others. */
      const page = async (next?: string) => {
        const states = (await readStates(table, ids, { ConsistentRead: true })).map(readDelivery);
        const byId = new Map(states.map((delivery) => [delivery.deliveryId, delivery]));
        const deliveries = ids.flatMap((id) => byId.get(id) ?? []);
        return {
          deliveries: deliveries.filter((delivery) => statuses.includes(delivery.status)),
          ...(next === undefined ? {} : { next }),
        };
      };
      let read = 0;
      for await (const row of rows) {
        const { deliveryId } = row;
        if (deliveryId === after) continue;
        if (event === undefined || row.event === event) {
          if (ids.length === limit) return page(ids.at(-1));
          ids.push(deliveryId);
        }
        read += 1;
        if (read === MAX_ROWS) return page(deliveryId);
      }
      return page();
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
      const payload = await payloads.read({ orgId, mode }, eventId);
      return { delivery, log, ...(payload === undefined ? {} : { payload }) };
    },
  };
}
