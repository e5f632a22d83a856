import type { OwnTariff } from '../costs/accessorials/own-tariff.ts';
import type { DieselLookup } from '../costs/diesel/diesel-lookup.ts';
import { usd } from '../costs/model/cents.ts';
import { MODEL_VERSION } from '../costs/model/cost-model.ts';
import { describeTolls } from '../costs/tolls/tolls-document.ts';
import { plainCityName } from '../geography/places/normalize-city.ts';
import type { LaneMarket } from '../market/published/lane-market.ts';
import { deriveRate, type RateDerivation } from './derive-rate.ts';
import type { RoutedLane } from './lane.ts';
import { rateBasis } from './lane-analysis.ts';
import { surchargesTotal } from './lane-surcharges.ts';
import { timelineEntries } from './rate-timeline.ts';
import type { RateAnalysis, RateResult } from './rates-document.ts';

const roundToCents = (value: number): number => Math.round(value * 100) / 100;

/** Prices one lane. See `deriveRate`. */
export function priceLane(
  lane: RoutedLane,
  dieselFor: DieselLookup,
  now: Date,
  tariff: OwnTariff,
  laneMarket?: LaneMarket,
): RateResult {
  return rateResult(lane, deriveRate(lane, dieselFor, now, tariff, laneMarket));
}

/** Builds the API response of a lane from the derivation of its rate. */
export function rateResult(lane: RoutedLane, derivation: RateDerivation): RateResult {
  const { terminal, place, terms } = lane;
  return {
    origin: {
      terminal: terminal.name,
      type: terminal.type,
      city: terminal.city,
      state: terminal.state,
      coordinates: [terminal.latitude, terminal.longitude],
    },
    destination: {
      city: plainCityName(place.city),
      state: place.state,
      zip: place.zip,
      coordinates: [place.latitude, place.longitude],
    },
    equipment: terms.equipment,
    date: terms.date,
    analysis: analysis(lane, derivation),
  };
}

function analysis(lane: RoutedLane, derivation: RateDerivation): RateAnalysis {
  const { miles, diesel, cost, rateCents, range, timeline, trend, confidence, surcharges, warnings, market } =
    derivation;
  const basis = rateBasis(derivation.market, diesel, MODEL_VERSION);
  return {
    suggestedRate: usd(rateCents),
    ratePerMile: roundToCents(usd(rateCents) / miles),
    confidenceScore: confidence,
    distance: miles,
    rateRange: { min: usd(range.minCents), max: usd(range.maxCents) },
    trend,
    activity: derivation.activity,
    timeline: { entries: timelineEntries(timeline, basis.asOf) },
    forecast: {
      entries: (market?.analysis.forecast ?? []).map(({ date, cents, minCents, maxCents }) => ({
        date,
        rate: usd(cents),
        min: usd(minCents),
        max: usd(maxCents),
      })),
    },
    basis,
    fuel: {
      amount: usd(cost.fuelCents),
      perMile: roundToCents(usd(cost.fuelCents) / miles),
      dieselPrice: diesel.pricePerGallon,
      dieselRegion: diesel.region,
      dieselDate: diesel.week,
      ...(diesel.estimated && { estimated: true as const }),
      included: true,
    },
    tolls: describeTolls(cost.tolls),
    surcharges: [...surcharges],
    surchargesTotal: surchargesTotal(surcharges),
    excluded: [...derivation.excluded],
    distanceSource: lane.distance.source,
    warnings: [...warnings],
  };
}
