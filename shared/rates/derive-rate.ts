import type { DieselLookup, DieselPrice } from '../costs/diesel/diesel-lookup.ts';
import { equipmentWarnings } from '../costs/equipment/equipment-warnings.ts';
import { usd } from '../costs/model/cents.ts';
import { costOfMove, type MoveCost, totalCents } from '../costs/model/cost-model.ts';
import { modelConfidence, POINTS_PER_DOUBT, rateRange } from '../costs/model/model-error.ts';
import { roundMiles } from '../geography/roads/round-miles.ts';
import { marketLane } from '../market/loads/market-lane.ts';
import type { LaneMarket } from '../market/published/lane-market.ts';
import { utcDay } from '../platform/time/utc-day.ts';
import { mondayOf } from '../platform/time/utc-week.ts';
import type { RoutedLane } from './lane.ts';
import { askedCharges, laneExclusions, laneSurcharges } from './lane-surcharges.ts';
import type { ExcludedFromRate, Surcharge, TimelineEntry, Trend } from './rate-result.ts';
import { rateTimeline, trendOf } from './rate-timeline.ts';
import { dieselWarnings, haulWarnings } from './rate-warnings.ts';
import { type MarketView, viewLane } from './view-lane.ts';

/** Everything a lane's rate rests on, and the rate: what callers are answered and operators are explained. */
export interface RateDerivation {
  /** One way, one decimal: these miles are priced. */
  readonly miles: number;
  readonly diesel: DieselPrice;
  readonly cost: MoveCost;
  readonly rateCents: number;
  readonly range: { readonly minCents: number; readonly maxCents: number };
  readonly timeline: readonly TimelineEntry[];
  readonly trend: Trend;
  /** What the rate rests on beside the cost model; undefined where no load is known. */
  readonly market: MarketView | undefined;
  /** What makes this rate less sure than another of its distance. */
  readonly doubts: readonly string[];
  readonly confidence: number;
  readonly surcharges: readonly Surcharge[];
  readonly excluded: readonly ExcludedFromRate[];
  readonly warnings: readonly string[];
}

/**
 * Derives the rate of one lane as of its date, or as of `now` where that lies ahead, by the cost model, the diesel
 * price of the origin's region, and what the market knows of the lane.
 * @param kept the lane's market; without one, or where no load is known, the cost model answers alone.
 */
export function deriveRate(
  lane: RoutedLane,
  dieselFor: DieselLookup,
  now: Date,
  kept?: LaneMarket,
): RateDerivation {
  const { terminal, terminalWarnings, placeWarnings, terms } = lane;
  const miles = roundMiles(lane.distance.miles);
  const costOn = (day: string): MoveCost => {
    const dieselPrice = dieselFor(terminal.state, day).pricePerGallon;
    return costOfMove({ miles, terminalType: terminal.type, state: terminal.state, dieselPrice });
  };

  const asOf = terms.date < utcDay(now) ? new Date(terms.date) : now;
  const diesel = dieselFor(terminal.state, mondayOf(asOf));
  const cost = costOn(mondayOf(asOf));
  const aboutDiesel = dieselWarnings(diesel, terms.date, now);
  const doubts = [...placeWarnings, ...aboutDiesel];
  const origin = { kind: 'terminal', terminal, warnings: [] } as const;
  const marketView = kept && viewLane(marketLane(origin, lane.place, miles), kept, dieselFor, asOf);
  const haul = haulWarnings(marketView ? { ...cost, minimumApplied: false } : cost, terminal.type);
  return {
    miles,
    diesel,
    cost,
    ...(marketView ? byMarket(marketView, doubts.length) : byCost()),
    doubts,
    excluded: laneExclusions(terms, terminal, cost.linehaulCents),
    warnings: [
      ...terminalWarnings,
      ...placeWarnings,
      ...haul,
      ...aboutDiesel,
      ...equipmentWarnings(terms.equipment, askedCharges(terms)),
    ],
  };

  function byCost() {
    const rateCents = totalCents(cost);
    const timeline = rateTimeline(asOf, (monday) => totalCents(costOn(monday)));
    return {
      rateCents,
      range: rateRange(rateCents, miles),
      timeline,
      trend: trendOf(timeline),
      confidence: modelConfidence(miles, doubts.length),
      surcharges: laneSurcharges(terms, cost.linehaulCents),
      market: undefined,
    };
  }

  function byMarket(market: MarketView, doubtCount: number) {
    const { rateCents, range, trend, timeline, confidence, linehaulCents } = market.analysis;
    return {
      rateCents,
      range,
      timeline: timeline.map(({ date, cents }) => ({ date, rate: usd(cents) })),
      trend,
      confidence: Math.max(0, confidence - doubtCount * POINTS_PER_DOUBT),
      surcharges: laneSurcharges(terms, linehaulCents),
      market,
    };
  }
}
