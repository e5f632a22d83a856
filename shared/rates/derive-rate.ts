import { costOfMove, type MoveCost, totalCents } from './cost-model.ts';
import type { DieselLookup, DieselPrice } from './diesel-lookup.ts';
import type { RoutedLane } from './lane.ts';
import { laneSurcharges } from './lane-surcharges.ts';
import { modelConfidence, rateRange } from './model-error.ts';
import type { Surcharge, TimelineEntry } from './rate-result.ts';
import { rateTimeline } from './rate-timeline.ts';
import { dieselWarnings, haulWarnings } from './rate-warnings.ts';
import { mondayOf, utcDay } from './utc-weeks.ts';

/** Everything a lane's rate rests on, and the rate: what callers are answered and operators are explained. */
export interface RateDerivation {
  /** One way, one decimal: these miles are priced. */
  readonly miles: number;
  readonly diesel: DieselPrice;
  readonly cost: MoveCost;
  readonly rateCents: number;
  readonly range: { readonly minCents: number; readonly maxCents: number };
  readonly timeline: readonly TimelineEntry[];
  /** What makes this rate less sure than another of its distance. */
  readonly doubts: readonly string[];
  readonly confidence: number;
  readonly surcharges: readonly Surcharge[];
  readonly warnings: readonly string[];
}

/** The least distance told, in miles: a truck leaves the gate, and a rate per mile needs one. */
const SHORTEST_MILES = 0.1;

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/**
 * Derives the rate of one lane as of its date, or as of `now` where that lies ahead, by the cost model and the diesel
 * price of the origin's region. What a market knows of the lane would come in here, beside the model's cost.
 */
export function deriveRate(lane: RoutedLane, dieselFor: DieselLookup, now: Date): RateDerivation {
  const { terminal, terminalWarnings, placeWarnings, terms } = lane;
  const miles = Math.max(SHORTEST_MILES, oneDecimal(lane.distance.miles));
  const costOn = (day: string): MoveCost => {
    const dieselPrice = dieselFor(terminal.state, day).pricePerGallon;
    return costOfMove({ miles, terminalType: terminal.type, state: terminal.state, dieselPrice });
  };

  const asOf = terms.date < utcDay(now) ? new Date(terms.date) : now;
  const diesel = dieselFor(terminal.state, mondayOf(asOf));
  const cost = costOn(mondayOf(asOf));
  const rateCents = totalCents(cost);
  const aboutDiesel = dieselWarnings(diesel, terms.date, now);
  const doubts = [...placeWarnings, ...aboutDiesel];
  return {
    miles,
    diesel,
    cost,
    rateCents,
    range: rateRange(rateCents, miles),
    timeline: rateTimeline(asOf, (monday) => totalCents(costOn(monday))),
    doubts,
    confidence: modelConfidence(miles, doubts.length),
    surcharges: laneSurcharges(terms, cost.linehaulCents),
    warnings: [...terminalWarnings, ...placeWarnings, ...haulWarnings(cost, terminal.type), ...aboutDiesel],
  };
}
