import { usd } from './cents.ts';
import { costOfMove, MODEL_VERSION, totalCents } from './cost-model.ts';
import { type DieselLookup, isStale } from './diesel-lookup.ts';
import type { RoutedLane } from './lane.ts';
import { modelConfidence, rateRange } from './model-error.ts';
import type { RateAnalysis, RateResult } from './rate-result.ts';
import { rateTimeline, trendOf } from './rate-timeline.ts';
import { mondayOf, utcDay } from './utc-weeks.ts';

/** The least distance told, in miles: a truck leaves the gate, and a rate per mile needs one. */
const SHORTEST_MILES = 0.1;

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

/** Prices one lane at a moment, by the cost model and the diesel price of the origin's region. */
export function priceLane(lane: RoutedLane, dieselFor: DieselLookup, now: Date): RateResult {
  const { terminal, place } = lane;
  return {
    origin: {
      terminal: terminal.name,
      type: terminal.type,
      city: terminal.city,
      state: terminal.state,
      coordinates: [terminal.latitude, terminal.longitude],
    },
    destination: {
      city: place.city,
      state: place.state,
      zip: place.zip,
      coordinates: [place.latitude, place.longitude],
    },
    analysis: analyse(lane, dieselFor, now),
  };
}

function analyse(lane: RoutedLane, dieselFor: DieselLookup, now: Date): RateAnalysis {
  const { terminal, terminalWarnings, placeWarnings } = lane;
  const miles = Math.max(SHORTEST_MILES, oneDecimal(lane.distance.miles));
  const costOn = (day: string) => {
    const { pricePerGallon } = dieselFor(terminal.state, day);
    return costOfMove({ miles, terminalType: terminal.type, dieselPrice: pricePerGallon });
  };

  const thisWeek = mondayOf(now);
  const diesel = dieselFor(terminal.state, thisWeek);
  const cost = costOn(thisWeek);
  const rateCents = totalCents(cost);
  const range = rateRange(rateCents, miles);
  const entries = rateTimeline(now, (monday) => totalCents(costOn(monday)));
  const dieselWarnings = isStale(diesel, utcDay(now))
    ? [`Diesel price of ${diesel.week}: no newer one is at hand, the fuel part may be off.`]
    : [];
  const shortHaulWarnings = cost.minimumApplied
    ? [`Short haul: priced at the minimum linehaul of $${usd(cost.linehaulCents)}.`]
    : [];

  return {
    suggestedRate: usd(rateCents),
    ratePerMile: twoDecimals(usd(rateCents) / miles),
    confidenceScore: modelConfidence(miles, placeWarnings.length + dieselWarnings.length),
    distance: miles,
    rateRange: { min: usd(range.minCents), max: usd(range.maxCents) },
    trend: trendOf(entries),
    activity: 'low',
    timeline: { entries },
    basis: {
      level: 'model',
      observations: 0,
      since: '',
      asOf: diesel.week,
      source: 'cost model',
      modelVersion: MODEL_VERSION,
    },
    fuel: {
      amount: usd(cost.fuelCents),
      perMile: twoDecimals(usd(cost.fuelCents) / miles),
      dieselPrice: diesel.pricePerGallon,
      dieselRegion: diesel.region,
      dieselDate: diesel.week,
      included: true,
    },
    distanceSource: lane.distance.source,
    warnings: [...terminalWarnings, ...placeWarnings, ...shortHaulWarnings, ...dieselWarnings],
  };
}
