import * as v from 'valibot';

const text = v.string();
const number = v.number();
const between = (lowest: number, highest: number) =>
  v.pipe(v.number(), v.minValue(lowest), v.maxValue(highest));
const atLeastNought = v.pipe(v.number(), v.minValue(0));

const point = v.looseObject({ lat: between(-90, 90), lng: between(-180, 180) });

/** Types of the origin and destination of a route. */
const placeType = v.picklist(['marine', 'rail', 'intermodal', 'city']);

const fields = {
  quoteNumber: v.pipe(text, v.nonEmpty('must not be empty')),
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

/** The objects of quote events (interface specification, 6.3). All fields are required, and others are allowed. */
export const QUOTE_EVENT_OBJECTS = {
  'quote.created': quoteObject(['pending']),
  'quote.updated': quoteObject(['pending', 'converted', 'declined', 'superseded', 'expired']),
  'quote.deleted': quoteObject(['deleted']),
} as const;
