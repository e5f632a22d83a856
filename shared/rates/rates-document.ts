import * as v from 'valibot';
import { CONTAINER_EQUIPMENT } from '../costs/equipment/equipment-type.ts';
import { tollsDocument } from '../costs/tolls/toll-facilities.ts';
import { routeDocument } from '../geography/routes/route-document.ts';
import { TERMINAL_TYPES } from '../terminals/catalogue/terminal.ts';
import { MAX_LANES } from './rate-rejections.ts';

const decimals = (digits: number) =>
  v.check<number, string>((value) => Number(value.toFixed(digits)) === value, `at most ${digits} decimals`);
const usd = v.pipe(v.number(), v.minValue(0), decimals(2));
const text = v.string();
const day = v.pipe(v.string(), v.isoDate());
const state = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/));
const coordinates = v.tuple([
  v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
]);

const tariffCharge = {
  name: text,
  title: text,
  amount: usd,
  rate: usd,
  /** 0 if the free time covers all of it. */
  quantity: v.pipe(v.number(), v.minValue(0)),
  frequency: text,
};

export const analysis = v.looseObject({
  suggestedRate: usd,
  ratePerMile: usd,
  confidenceScore: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  distance: v.pipe(v.number(), v.gtValue(0), decimals(1)),
  rateRange: v.looseObject({ min: usd, max: usd }),
  trend: v.picklist(['rising', 'falling', 'stable']),
  activity: v.picklist(['low', 'medium', 'high']),
  timeline: v.looseObject({
    entries: v.pipe(
      v.array(v.looseObject({ date: day, rate: usd, estimated: v.exactOptional(v.literal(true)) })),
      v.length(13),
    ),
  }),
  forecast: v.looseObject({
    entries: v.pipe(v.array(v.looseObject({ date: day, rate: usd, min: usd, max: usd })), v.maxLength(4)),
  }),
  basis: v.looseObject({
    level: v.picklist(['lane', 'zone', 'state', 'region', 'model']),
    observations: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
    since: v.union([v.literal(''), day]),
    asOf: day,
    source: text,
    modelVersion: text,
  }),
  fuel: v.looseObject({
    amount: usd,
    perMile: usd,
    dieselPrice: v.pipe(v.number(), v.gtValue(0), decimals(3)),
    dieselRegion: text,
    dieselDate: day,
    estimated: v.exactOptional(v.literal(true)),
    included: v.boolean(),
  }),
  tolls: tollsDocument,
  surcharges: v.array(v.looseObject({ ...tariffCharge, source: text })),
  surchargesTotal: usd,
  excluded: v.array(v.looseObject({ ...tariffCharge, reason: text })),
  distanceSource: text,
  warnings: v.array(text),
});

export const rateResult = v.looseObject({
  origin: v.looseObject({
    terminal: text,
    type: v.picklist(TERMINAL_TYPES),
    city: text,
    state,
    coordinates,
  }),
  destination: v.looseObject({
    city: text,
    state,
    zip: v.pipe(v.string(), v.regex(/^(\d{5})?$/)),
    coordinates,
  }),
  equipment: v.picklist(CONTAINER_EQUIPMENT),
  date: day,
  analysis,
  route: v.exactOptional(routeDocument),
});

/** The 200 response body (interface specification, 2.6 and 4.5, with additional fields). */
export const priceLanesResponse = v.looseObject({
  status: v.literal('success'),
  data: v.pipe(v.array(rateResult), v.minLength(1), v.maxLength(MAX_LANES)),
});

/** One priced lane (interface specification, 2.6, with additional fields). */
export type RateResult = v.InferOutput<typeof rateResult>;

/** Money in USD, distance in one-way miles. */
export type RateAnalysis = RateResult['analysis'];
export type Trend = RateAnalysis['trend'];
export type TimelineEntry = RateAnalysis['timeline']['entries'][number];

/** A charge for the equipment or the requested terms of the lane, in addition to the rate. */
export type Surcharge = RateAnalysis['surcharges'][number];
/** A usual charge of the move that is neither in the rate nor in its surcharges. */
export type ExcludedFromRate = RateAnalysis['excluded'][number];
