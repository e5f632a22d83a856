import { batchGet } from '../../shared/platform/dynamodb/batch-get.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { reject, succeed } from '../../shared/platform/http/outcome.ts';
import { parseQuoteId } from '../../shared/quotes/record/stored-quote.ts';
import { quoteNotFound } from '../../shared/quotes/request/quote-rejections.ts';
import {
  createDynamoDbQuoteChanges,
  type QuoteChanges,
} from '../../shared/quotes/store/dynamodb-quote-items.ts';
import {
  deliveryIdsIn,
  eventKey,
  readDeliveries,
  readDelivery,
} from '../../shared/webhooks/deliveries/dynamodb-deliveries.ts';
import { QUOTE_TRANSITIONS, quoteEventId } from '../../shared/webhooks/events/quote-transitions.ts';
import { definition } from './definition.ts';
import { describeEventDelivery } from './quote-events-document.ts';

const env = readEnv({ QUOTES_TABLE: text(), DELIVERIES_TABLE: text() });
const client = createDocumentClient();
const quotes = createDynamoDbQuoteChanges({ client, TableName: env.QUOTES_TABLE });
const TableName = env.DELIVERIES_TABLE;

/** The announced changes of a quote, oldest first: a quote is converted or expires, not both. */
const announced = ({ createdAt, convertedAt, declinedAt, supersededAt, expiryAnnouncedAt }: QuoteChanges) =>
  [
    { transition: 'created', at: createdAt } as const,
    { transition: 'converted', at: convertedAt } as const,
    { transition: 'declined', at: declinedAt } as const,
    { transition: 'expired', at: expiryAnnouncedAt } as const,
    { transition: 'superseded', at: supersededAt } as const,
  ]
    .flatMap(({ transition, at }) => (at === undefined ? [] : [{ transition, at }]))
    // A quote can be declined and revised before or after its expiry.
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));

/**
 * Lists the events of a caller's quote, oldest first, each with its deliveries. The ids of events follow from the quote, so
 * nothing is stored for this list. It needs three reads: the quote, its events, their deliveries.
 */
export const handler = createApiHandler(definition, async ({ path, caller }) => {
  const given = path.quote_id ?? '';
  const quoteId = parseQuoteId(given);
  const changes = quoteId && (await quotes.changesOf(caller, quoteId));
  if (!changes) return reject(quoteNotFound(given));
  const { restoredAt } = changes;
  const isRestored = (at: string) => restoredAt !== undefined && at >= restoredAt;
  const list = announced(changes).map(({ transition, at }) => ({
    event_id: quoteEventId(caller, quoteId, transition, isRestored(at) ? restoredAt : undefined),
    event: QUOTE_TRANSITIONS[transition].event,
    status: QUOTE_TRANSITIONS[transition].status,
    created_at: at,
  }));
  const Keys = list.map(({ event_id }) => eventKey(caller, event_id));
  const request = { Keys, ProjectionExpression: 'deliveries' };
  const stored = (await batchGet(client, { [TableName]: request })).get(TableName) ?? [];
  const deliveries = (await readDeliveries({ client, TableName }, stored.flatMap(deliveryIdsIn)))
    .map(readDelivery)
    .filter(({ orgId, mode }) => orgId === caller.orgId && mode === caller.mode)
    .toSorted((one, other) => (one.deliveryId < other.deliveryId ? -1 : 1));
  const byEvent = Map.groupBy(deliveries, ({ eventId }) => eventId);
  return succeed({
    events: list.map((event) => ({
      ...event,
      deliveries: (byEvent.get(event.event_id) ?? []).map(describeEventDelivery),
    })),
  });
});
