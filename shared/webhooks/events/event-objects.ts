import * as v from 'valibot';
import type { EventName } from './event-names.ts';

const text = v.string();
const named = v.pipe(text, v.nonEmpty('must not be empty'));
const number = v.number();
const between = (lowest: number, highest: number) =>
  v.pipe(v.number(), v.minValue(lowest), v.maxValue(highest));
const atLeastNought = v.pipe(v.number(), v.minValue(0));

const point = v.looseObject({ lat: between(-90, 90), lng: between(-180, 180) });

/** Types of the origin and destination of a route. */
const placeType = v.picklist(['marine', 'rail', 'intermodal', 'city']);

const fields = {
  quoteNumber: named,
  type: text,
  baseRate: number,
  customerRate: number,
  margin: number,
  confidenceScore: number,
  transitTime: text,
  distance: atLeastNought,
  fscIncluded: v.boolean(),
  fscRate: number,
  fscAmount: number,
  dieselPrice: number,
  dieselRegion: text,
  accessorialsType: v.picklist(['default', 'custom']),
  accessorials: v.array(
    v.looseObject({
      name: text,
      rate: number,
      id: text,
      type: v.picklist(['default', 'custom']),
      frequency: text,
    }),
  ),
  volumeDiscounts: v.array(v.looseObject({ discount: number, containers: number })),
  route: v.looseObject({
    origin: text,
    destination: text,
    originType: placeType,
    destinationType: placeType,
    coordinates: v.looseObject({ origin: point, destination: point }),
    stops: v.exactOptional(v.array(text)),
    requested: v.exactOptional(v.looseObject({ origin: text, destination: text })),
  }),
  searchParams: v.looseObject({
    quoteType: text,
    deliveryType: text,
    containerVolume: text,
    volumeDiscount: number,
  }),
  validUntil: v.looseObject({
    seconds: v.pipe(v.number(), v.integer()),
    nanoseconds: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999_999)),
  }),
};

const quoteObject = <const Status extends readonly string[]>(statuses: Status) =>
  v.looseObject({ ...fields, status: v.picklist(statuses) });

const chat = v.looseObject({
  chatId: named,
  title: v.optional(text),
  channel: v.optional(text),
  status: v.optional(text),
  customer: v.optional(text),
  lanes: v.optional(number),
  createdAt: v.optional(text),
});

const rfp = v.looseObject({
  rfpNumber: named,
  status: named,
  title: v.optional(text),
  createdBy: v.optional(text),
});

/** Schemas of the object of each event; docs/schemas has them as JSON Schema. */
export const EVENT_OBJECTS = {
  'chat.created': chat,
  // All fields of quotes are required (interface specification, 6.3).
  'quote.created': quoteObject(['pending']),
  'quote.updated': quoteObject(['pending', 'converted', 'declined', 'superseded', 'expired']),
  'quote.deleted': quoteObject(['deleted']),
  'rfp.created': rfp,
  'rfp.updated': rfp,
  'rfp.deleted': rfp,
} as const satisfies Record<EventName, v.GenericSchema>;
