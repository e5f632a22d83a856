import * as v from 'valibot';
import { tierDocument } from '../../contracts/rate/contract-rate.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { tollsDocument } from '../../costs/tolls/toll-facilities.ts';
import { readDay } from '../../platform/time/utc-calendar.ts';
import { TERMINAL_TYPES } from '../../terminals/catalogue/terminal.ts';
import { ACCESSORIAL_SOURCES } from '../strategy/pricing-strategy.ts';
import { PRICE_MEMBERS, PRICING_TYPES } from './manual-price.ts';
import { quoteMargin } from './quote-margin.ts';
import { DECLINE_REASONS, QUOTE_OUTCOMES, QUOTE_STATUSES } from './stored-quote.ts';

const decimals = (digits: number) =>
  v.check<number, string>((value) => Number(value.toFixed(digits)) === value, `at most ${digits} decimals`);
const usd = v.pipe(v.number(), v.minValue(0), decimals(2));
/** USD that can be less than 0. */
const difference = v.pipe(v.number(), decimals(2));
const text = v.string();
const day = v.pipe(
  v.string(),
  v.check((value) => readDay(value) !== undefined, 'a calendar day'),
);
const moment = v.pipe(v.string(), v.isoTimestamp());
const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

export const routeStop = v.looseObject({
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

export const quoteFuel = v.looseObject({
  diesel_price: v.number(),
  diesel_region: text,
  diesel_date: day,
  estimated: v.exactOptional(v.literal(true)),
});

const charge = {
  name: text,
  title: text,
  rate: usd,
  frequency: text,
  quantity: v.number(),
  amount: usd,
};

const published = v.exactOptional(
  v.looseObject({
    report: text,
    date: v.pipe(v.string(), v.isoDate()),
    age_days: whole,
    lanes: v.array(v.looseObject({ origin: text, destination: text, low: usd, high: usd })),
  }),
);

/** Evidence for a market rate. */
export const marketBasis = v.looseObject({
  level: text,
  observations: v.nullable(whole),
  since: text,
  as_of: text,
  source: text,
  model_version: text,
  published,
});

const market = v.looseObject({
  rate: usd,
  range: v.looseObject({ min: usd, max: usd }),
  confidence: v.pipe(whole, v.maxValue(100)),
  basis: marketBasis,
  simulated: v.boolean(),
  spread: v.looseObject({ amount: difference, percent: difference }),
  not_known: v.array(text),
});

/** The fields of a create response (interface specification, 2.2), and additional fields. */
const created = {
  quote_id: text,
  status: v.picklist(QUOTE_STATUSES),
  expiry_date: moment,
  pricing: v.looseObject({
    base_rate: usd,
    fuel_surcharge: usd,
    fuel: v.nullable(quoteFuel),
    tolls: v.nullable(tollsDocument),
    accessorial_charges: v.record(v.string(), usd),
    total_rate: usd,
    currency: v.literal('USD'),
    excluded_charges: v.array(v.looseObject({ ...charge, reason: text })),
    accessorials: v.array(v.looseObject({ ...charge, source: v.picklist(ACCESSORIAL_SOURCES) })),
  }),
  schedule_of_charges: v.array(
    v.looseObject({ name: text, title: text, rate: usd, unit: text, free: v.number(), applies: text }),
  ),
  service_details: v.looseObject({
    estimated_transit_days: whole,
    guaranteed_service: v.boolean(),
    pickup_date: day,
    planned_pickup_date: day,
    estimated_delivery_date: day,
  }),
  equipment_type: v.picklist(EQUIPMENT_TYPES),
  special_requirements: v.array(text),
  quantities: v.exactOptional(v.record(v.string(), v.number())),
  route: v.looseObject({
    origin: routeStop,
    destination: routeStop,
    distance: v.pipe(v.number(), v.gtValue(0), decimals(1)),
    distance_source: text,
    requested: v.looseObject({ origin: text, destination: text, stops: v.exactOptional(v.array(text)) }),
  }),
  stops: v.array(routeStop),
  terminals: v.array(
    v.looseObject({ name: text, distance: v.pipe(v.number(), v.gtValue(0), decimals(1)), total_rate: usd }),
  ),
  customer: text,
  customer_id: v.nullable(text),
  weekly_volume: v.nullable(v.number()),
  weight_lbs: v.nullable(whole),
  commodity: text,
  rate_source: v.looseObject({
    type: v.picklist(['contract', 'market', 'manual']),
    pricing_type: v.picklist(PRICING_TYPES),
    contract_rate_id: v.exactOptional(text),
    version: v.exactOptional(whole),
    reason: v.exactOptional(text),
    tier: v.exactOptional(tierDocument),
    set: v.exactOptional(v.picklist(PRICE_MEMBERS)),
    value: v.exactOptional(v.number()),
    set_reason: v.exactOptional(text),
    strategy_total: v.exactOptional(usd),
  }),
  pricing_rule: v.exactOptional(v.looseObject({ name: text, reason: text })),
  margin: quoteMargin,
  market: market,
  revises: v.exactOptional(text),
  pricing_strategy_version: whole,
  warnings: v.array(text),
};

/** A quote in the response to its creation or revision: without the fields that `readQuote` adds. */
export const createdQuote = v.object(created);

export const readQuote = v.object({
  ...created,
  created_at: moment,
  customer_reference: text,
  outcome: v.picklist(QUOTE_OUTCOMES),
  conversion: v.exactOptional(
    v.looseObject({ converted_at: moment, converted_by: text, order_reference: text }),
  ),
  decline: v.exactOptional(
    v.looseObject({
      declined_at: moment,
      reason: v.picklist(DECLINE_REASONS),
      competitor_price: v.nullable(usd),
      note: text,
    }),
  ),
  superseded_by: v.exactOptional(text),
});

export type CreatedQuote = v.InferOutput<typeof createdQuote>;
export type ReadQuote = v.InferOutput<typeof readQuote>;

/** Whether the price rests on simulated loads. A price that is not the market's has no tolls. */
export const restsOnSimulation = ({ pricing, market }: Pick<ReadQuote, 'pricing' | 'market'>): boolean =>
  market.simulated && pricing.tolls !== null;

export const createQuoteResponse = v.object({ quote: createdQuote });
export const readQuoteResponse = v.object({ quote: readQuote });
const deletedQuote = v.object({ quote_id: text, deleted: v.literal(true) });
export const deleteQuoteResponse = v.object({ quote: deletedQuote });

export type DeletedQuote = v.InferOutput<typeof deletedQuote>;

/** The stored detail of a quote: without what the main item has, or what is derived from it. */
export const quoteDetail = v.omit(readQuote, [
  'quote_id',
  'status',
  'created_at',
  'outcome',
  'conversion',
  'decline',
  'revises',
  'superseded_by',
]);
export type QuoteDetail = v.InferOutput<typeof quoteDetail>;

/** The price of a quote that is not created, without the market rate. */
export const quotePreview = v.object({
  ...v.omit(quoteDetail, ['expiry_date']).entries,
  market: v.omit(market, ['rate', 'range', 'spread']),
});

export type QuotePreview = v.InferOutput<typeof quotePreview>;
