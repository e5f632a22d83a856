import type { Account } from '../../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../../platform/http/outcome.ts';
import type { QuoteChangeReader, QuoteChanges } from '../../../quotes/record/quote-changes.ts';
import { parseQuoteId } from '../../../quotes/record/quote-id.ts';
import { quoteNotFound } from '../../../quotes/request/quote-rejections.ts';
import { QUOTE_TRANSITIONS, quoteEventId } from '../../events/quote-transitions.ts';
import type { EventDeliveries } from '../delivery-ports.ts';
import { describeEventDelivery, type QuoteEventsAnswer } from './quote-events-document.ts';

export interface ListQuoteEventsPorts {
  readonly quotes: QuoteChangeReader;
  readonly events: EventDeliveries;
}

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
export function listQuoteEventsUseCase({ quotes, events }: ListQuoteEventsPorts) {
  return async (text: string, caller: Account): Promise<Outcome<QuoteEventsAnswer>> => {
    const quoteId = parseQuoteId(text);
    const changes = quoteId && (await quotes.changesOf(caller, quoteId));
    if (!changes) return reject(quoteNotFound(text));
    const { restoredAt } = changes;
    const isRestored = (at: string) => restoredAt !== undefined && at >= restoredAt;
    const list = announced(changes).map(({ transition, at }) => ({
      event_id: quoteEventId(caller, quoteId, transition, isRestored(at) ? restoredAt : undefined),
      event: QUOTE_TRANSITIONS[transition].event,
      status: QUOTE_TRANSITIONS[transition].status,
      created_at: at,
    }));
    const deliveries = await events.deliveriesOf(
      caller,
      list.map(({ event_id }) => event_id),
    );
    const byEvent = Map.groupBy(deliveries, ({ eventId }) => eventId);
    return succeed({
      events: list.map((event) => ({
        ...event,
        deliveries: (byEvent.get(event.event_id) ?? []).map(describeEventDelivery),
      })),
    });
  };
}
