import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient, type DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { pageOfMatches } from '../../platform/dynamodb/page-of-matches.ts';
import { type Environment, text } from '../../platform/env/read-env.ts';
import { createDynamoDbWebhookReader } from '../store/dynamodb-webhooks.ts';
import type { Webhook } from '../store/webhook.ts';
import {
  type Attempt,
  type Delivery,
  type DeliveryStatus,
  firstDeliveryIdAt,
  isDeliveryId,
  WEBHOOK_INDEX,
} from './delivery.ts';
import { readDelivery, readDeliveryItems, readLog, readPayload } from './dynamodb-deliveries.ts';

export interface DeliveryQuery {
  readonly status?: DeliveryStatus;
  readonly event?: string;
  /** Inclusive. */
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
  /** Id of the last delivery of the previous page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface DeliveryPage {
  /** Newest first. */
  readonly deliveries: readonly Delivery[];
  /** `cursor` of the next page; undefined on the last page. */
  readonly next?: string;
}

/** Deliveries that one request reads if a filter may leave few of them. */
const FILTERED_ROWS = 500;

/** Sort before and after every id. */
const FIRST_ID = ' ';
const LAST_ID = '~';

/** Lists the deliveries of a webhook in the order of their ids, which is that of creation; eventually consistent. */
export async function listDeliveries(
  { client, TableName }: DynamoDbTable,
  webhookId: string,
  { status, event, since, until, cursor, limit }: DeliveryQuery,
): Promise<DeliveryPage> {
  const from = since === undefined ? FIRST_ID : firstDeliveryIdAt(since.getTime());
  const end = until === undefined ? LAST_ID : firstDeliveryIdAt(until.getTime());
  const to = cursor !== undefined && cursor < end ? cursor : end;
  // DynamoDB rejects a range without keys.
  if (from > to) return { deliveries: [] };
  const pages = paginateQuery(
    { client },
    {
      TableName,
      IndexName: WEBHOOK_INDEX,
      KeyConditionExpression: 'webhookId = :webhook AND deliveryId BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':webhook': webhookId, ':from': from, ':to': to },
      ScanIndexForward: false,
      // One more is the previous cursor, and one shows whether a next page exists.
      Limit: status === undefined && event === undefined ? limit + 2 : FILTERED_ROWS,
    },
  );
  const deliveriesOf = async function* () {
    for await (const { Items = [] } of pages) yield* Items.map(readDelivery);
  };
  const { rows, next } = await pageOfMatches(deliveriesOf(), {
    idOf: ({ deliveryId }) => deliveryId,
    matches: (row) =>
      (status === undefined || row.status === status) && (event === undefined || row.event === event),
    ...{ limit, after: cursor },
  });
  return { deliveries: rows, ...(next === undefined ? {} : { next }) };
}

/** A delivery with its attempts, oldest first, and its payload until that expires. */
export interface WholeDelivery {
  readonly delivery: Delivery;
  readonly log: readonly Attempt[];
  readonly payload?: Uint8Array;
}

export async function readWholeDelivery(
  table: DynamoDbTable,
  deliveryId: string,
): Promise<WholeDelivery | undefined> {
  const [item] = await readDeliveryItems(table, [deliveryId]);
  if (item === undefined) return undefined;
  const delivery = readDelivery(item);
  const payload = await readPayload(table, delivery, delivery.eventId);
  return { delivery, log: readLog(item.log), ...(payload && { payload: payload.bytes }) };
}

/** The variables of functions that read the deliveries of a webhook. */
export const RECORD_VARIABLES = { WEBHOOKS_TABLE: text(), DELIVERIES_TABLE: text() };

/** Composes what these functions read. */
export function composeRecords(env: Environment<typeof RECORD_VARIABLES>) {
  const client = createDocumentClient();
  const webhooks = createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE });
  return { table: { client, TableName: env.DELIVERIES_TABLE }, webhooks };
}

/** Reads a delivery of a webhook by an id from a request path; undefined if the webhook has none with this id. */
export async function findDelivery(
  table: DynamoDbTable,
  webhook: Webhook,
  id = '',
): Promise<Delivery | undefined> {
  const [item] = isDeliveryId(id) ? await readDeliveryItems(table, [id]) : [];
  const delivery = item && readDelivery(item);
  const isOfWebhook =
    delivery?.webhookId === webhook.id && delivery.orgId === webhook.orgId && delivery.mode === webhook.mode;
  return isOfWebhook ? delivery : undefined;
}
