import type { DynamoDBRecord } from 'aws-lambda';
import * as v from 'valibot';
import { KEY_MODES } from '../../shared/platform/account/account.ts';
import { changedAt } from '../../shared/platform/dynamodb/stream-batch.ts';
import type { ConvertedQuote } from '../../shared/quotes/loads/converted-quote.ts';
import { parseQuoteId, quoteCreatedAt } from '../../shared/quotes/record/stored-quote.ts';
import { IMPORTED_ATTRIBUTE, readHead } from '../../shared/quotes/store/dynamodb-quote-items.ts';
import type { EventMessage } from '../../shared/webhooks/events/event-message.ts';
import {
  QUOTE_TRANSITIONS,
  type QuoteTransition,
  quoteEventId,
} from '../../shared/webhooks/events/quote-transitions.ts';

/** The attributes of a quote that its events need: all are strings or numbers. */
const image = v.record(v.string(), v.looseObject({ S: v.optional(v.string()), N: v.optional(v.string()) }));
const account = v.object({ orgId: v.pipe(v.string(), v.nonEmpty()), mode: v.picklist(KEY_MODES) });
const quoteObject = v.pipe(v.string(), v.parseJson(), v.looseObject({ quoteNumber: v.string() }));

/** Attributes with the time of a change, and its event. */
const CHANGES = [
  ['convertedAt', 'converted'],
  ['declinedAt', 'declined'],
  ['supersededAt', 'superseded'],
  ['announcedAt', 'expired'],
] as const;

/**
 * The events of one change of the quotes table; empty if the change causes none. The same record always gives the same
 * events, including their ids.
 * @throws ValiError if the record is of a quote and invalid.
 */
export function quoteEventsOf(record: DynamoDBRecord): EventMessage[] {
  const { eventName, dynamodb = {} } = record;
  if (dynamodb.Keys?.sk?.S !== 'quote') return [];
  const { OldImage, NewImage } = dynamodb;
  switch (eventName) {
    case 'INSERT': {
      if (NewImage?.[IMPORTED_ATTRIBUTE]?.BOOL === true) return [];
      const quote = readImage(NewImage);
      return [eventOf(quote, 'created', quoteCreatedAt(quote.head.quoteId))];
    }
    case 'MODIFY': {
      const [before, quote] = [readImage(OldImage).head, readImage(NewImage)];
      return CHANGES.flatMap(([attribute, transition]) => {
        const at = quote.head[attribute];
        return at === undefined || before[attribute] !== undefined
          ? []
          : [eventOf(quote, transition, new Date(at))];
      });
    }
    case 'REMOVE':
      return [eventOf(readImage(OldImage), 'deleted', changedAt(record))];
    default:
      return [];
  }
}

/** The quote that an event of its conversion is about; undefined for other events. */
export function convertedQuoteOf({ orgId, livemode, object }: EventMessage): ConvertedQuote | undefined {
  const quoteId = parseQuoteId(object.quoteNumber);
  if (quoteId === undefined || object.status !== QUOTE_TRANSITIONS.converted.status) return undefined;
  return { orgId, mode: livemode ? 'live' : 'test', quoteId };
}

function readImage(attributes: unknown) {
  const item = Object.fromEntries(
    Object.entries(v.parse(image, attributes)).map(([name, { S, N }]) => [
      name,
      N === undefined ? S : Number(N),
    ]),
  );
  return { ...v.parse(account, item), head: readHead(item) };
}

function eventOf(
  { orgId, mode, head }: ReturnType<typeof readImage>,
  transition: QuoteTransition,
  at: Date,
): EventMessage {
  const { event, status } = QUOTE_TRANSITIONS[transition];
  return {
    orgId,
    id: quoteEventId({ orgId, mode }, head.quoteId, transition, head.restoredAt),
    event,
    created: at.toISOString(),
    livemode: mode === 'live',
    object: { ...v.parse(quoteObject, head.event), status },
  };
}
