import { usd } from '../../costs/model/cents.ts';
import type { MarketCost } from '../../quotes/pricing/market-cost.ts';
import type { PricedOption } from '../../quotes/pricing/price-lane-option.ts';
import type { QuoteStop } from '../../quotes/stops/quote-stop.ts';
import type { LaneAnalysis, LaneStop, PricedLane } from '../lanes/lane-result.ts';

const roundToCents = (value: number): number => Math.round(value * 100) / 100;

const describeStop = ({ name, type, city, state, zip, latitude, longitude }: QuoteStop): LaneStop => ({
  name,
  type,
  city,
  state,
  zip,
  coordinates: [latitude, longitude],
});

const describeBasis = ({ asOf, modelVersion, ...basis }: MarketCost['basis']): LaneAnalysis['basis'] => ({
  ...basis,
  as_of: asOf,
  model_version: modelVersion,
});

function describeAnalysis({ cost, miles, distance }: PricedOption): LaneAnalysis {
  const { linehaulCents, fuelCents, range, diesel, confidence, basis, trend, activity } = cost;
  const rate = usd(linehaulCents + fuelCents);
  return {
    suggested_rate: rate,
    rate_per_mile: miles === 0 ? 0 : roundToCents(rate / miles),
    confidence_score: confidence,
    distance: miles,
    distance_source: distance.source,
    rate_range: { min: usd(range.minCents), max: usd(range.maxCents) },
    trend,
    activity,
    fuel: {
      amount: usd(fuelCents),
      diesel_price: diesel.pricePerGallon,
      diesel_region: diesel.region,
      diesel_date: diesel.week,
    },
    basis: describeBasis(basis),
  };
}

/** The stored result of a priced lane. @param warnings of the move. */
export const describeLane = (option: PricedOption, warnings: readonly string[]): PricedLane => ({
  status: 'priced',
  origin: describeStop(option.lane.origin),
  destination: describeStop(option.lane.destination),
  analysis: describeAnalysis(option),
  move: option.move,
  warnings,
});
