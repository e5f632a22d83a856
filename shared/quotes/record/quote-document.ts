import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { readDay } from '../../platform/time/utc-day.ts';
import { TERMINAL_TYPES } from '../../terminals/catalogue/terminal.ts';
import { QUOTE_STATUSES } from './quote-status.ts';

const decimals = (digits: number) =>
  v.check<number, string>((value) => Number(value.toFixed(digits)) === value, `at most ${digits} decimals`);
const usd = v.pipe(v.number(), v.minValue(0), decimals(2));
const text = v.string();
const day = v.pipe(
  v.string(),
  v.check((value) => readDay(value) !== undefined, 'a day'),
);
const moment = v.pipe(v.string(), v.isoTimestamp());
const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Quotes that were stored before the field existed are read without it. */
const addedLater = <const Schema extends v.GenericSchema>(schema: Schema) => v.exactOptional(schema);

/** An end of the route as it was resolved; `coordinates` are latitude and longitude. */
const routeStop = v.looseObject({
  name: text,
  type: v.picklist([...TERMINAL_TYPES, 'city']),
  city: text,
  state: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  zip: v.pipe(v.string(), v.regex(/^(\d{5})?$/)),
  coordinates: v.tuple([
    v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  ]),
});

/** What a create response says (interface specification, 2.2), and what is added to it. */
const created = {
  quote_id: text,
  status: v.picklist(QUOTE_STATUSES),
  expiry_date: moment,
  pricing: v.looseObject({
    base_rate: usd,
    fuel_surcharge: usd,
    accessorial_charges: v.record(v.string(), usd),
    total_rate: usd,
    currency: v.literal('USD'),
    /** Usual charges of such a move that `total_rate` does not include. */
    excluded_charges: addedLater(
      v.array(
        v.looseObject({
          name: text,
          title: text,
          rate: usd,
          frequency: text,
          quantity: v.number(),
          amount: usd,
          reason: text,
        }),
      ),
    ),
  }),
  service_details: v.looseObject({
    estimated_transit_days: whole,
    guaranteed_service: v.boolean(),
    pickup_date: day,
    estimated_delivery_date: day,
  }),
  equipment_type: v.picklist(EQUIPMENT_TYPES),
  special_requirements: v.array(text),
  route: v.looseObject({
    origin: routeStop,
    destination: routeStop,
    /** One-way miles. */
    distance: v.pipe(v.number(), v.gtValue(0), decimals(1)),
    distance_source: text,
    /** The caller's own texts. */
    requested: addedLater(v.looseObject({ origin: text, destination: text })),
  }),
  /** Every terminal that was priced, cheapest first; the quote is for the lower median. Empty over the road. */
  terminals: addedLater(
    v.array(
      v.looseObject({ name: text, distance: v.pipe(v.number(), v.gtValue(0), decimals(1)), total_rate: usd }),
    ),
  ),
  /** What the market asks for linehaul and fuel, without margin and accessorials, and what that rests on. */
  market: addedLater(
    v.looseObject({
      rate: usd,
      range: v.looseObject({ min: usd, max: usd }),
      confidence: v.pipe(whole, v.maxValue(100)),
      basis: v.looseObject({
        level: text,
        observations: v.nullable(whole),
        since: text,
        as_of: text,
        source: text,
        model_version: text,
      }),
      /** What the price does not take into account, in full sentences. */
      not_known: v.array(text),
    }),
  ),
  /** The version of the pricing strategy that the quote was made by. */
  pricing_strategy_version: whole,
  warnings: v.array(text),
};

/** A quote as its creation answers it: without the moment and the reference, which the caller has. */
const createdQuote = v.object(created);

/** A quote as every later look answers it. */
const readQuote = v.object({ ...created, created_at: moment, customer_reference: text });

/** A line of the list (interface specification, 2.3), with the reference that is added to it. */
const listedQuote = v.looseObject({
  quote_id: text,
  status: v.picklist(QUOTE_STATUSES),
  created_at: moment,
  total_rate: usd,
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  route: v.looseObject({ origin: text, destination: text }),
  customer_reference: text,
});

export type CreatedQuote = v.InferOutput<typeof createdQuote>;
export type ReadQuote = v.InferOutput<typeof readQuote>;

/** Bodies of the answers: an object with one key, quote. A field that must not be in the first one is refused there. */
export const createQuoteResponse = v.object({ quote: v.strictObject(created) });
export const readQuoteResponse = v.object({ quote: readQuote });
export const listQuotesResponse = v.object({
  quotes: v.array(listedQuote),
  pagination: v.object({ total_count: whole, limit: whole, offset: whole }),
});
const deletedQuote = v.object({ quote_id: text, deleted: v.literal(true) });
export const deleteQuoteResponse = v.object({ quote: deletedQuote });

export type ListedQuotes = v.InferOutput<typeof listQuotesResponse>;
export type DeletedQuote = v.InferOutput<typeof deletedQuote>;

/** What is kept of a quote beside its id, moment and status, which are derived. */
export const quoteDetail = v.omit(readQuote, ['quote_id', 'status', 'created_at']);
export type QuoteDetail = v.InferOutput<typeof quoteDetail>;
