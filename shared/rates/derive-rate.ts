import {
  type ApplicableCharge,
  applicableCharges,
  type ChargedMove,
  chargeAmount,
  excludedFrom,
  type OwnTariff,
  ownEntriesOn,
} from '../costs/accessorials/own-tariff.ts';
import { quotableCharges, servedTerminal } from '../costs/accessorials/tariff.ts';
import { type DieselLookup, type DieselPrice, isStale } from '../costs/diesel/diesel-lookup.ts';
import { equipmentWarnings } from '../costs/equipment/equipment-warnings.ts';
import { usd } from '../costs/model/cents.ts';
import {
  costOfMove,
  MODEL_VERSION,
  type MoveCost,
  modelConfidence,
  POINTS_PER_DOUBT,
  rateRange,
  totalCents,
} from '../costs/model/cost-model.ts';
import { sameDayMiles, wageUsdAt } from '../costs/model/truck-operating-cost.ts';
import { describeTolls } from '../costs/tolls/toll-facilities.ts';
import { plainCityName } from '../geography/places/normalize-city.ts';
import { roundMiles } from '../geography/roads/road-distance.ts';
import { marketLane } from '../market/loads/market-lane.ts';
import type { LaneMarket } from '../market/published/lane-market.ts';
import { marketActivity } from '../market/store/published-market.ts';
import { mondayOf, utcDay } from '../platform/time/utc-calendar.ts';
import type { TerminalType } from '../terminals/catalogue/terminal.ts';
import type { LaneTerms, RoutedLane } from './lane.ts';
import { rateBasis, rateTimeline, timelineEntries, trendOf, viewLane } from './lane-analysis.ts';
import type { ExcludedFromRate, RateAnalysis, RateResult, Surcharge } from './rates-document.ts';

/** Warnings for callers about the distance of the move. */
function haulWarnings(cost: MoveCost, terminalType: TerminalType): readonly string[] {
  const { minimumApplied, minimumCents, work } = cost;
  if (minimumApplied) return [`Short haul: priced at the minimum linehaul of $${usd(minimumCents)}.`];
  return longHaulWarnings(work.nights, terminalType);
}

/** A warning about a move of a container with nights, which is longer than drayage. */
export function longHaulWarnings(nights: number, terminalType: TerminalType): readonly string[] {
  if (nights === 0) return [];
  const sameDay = Math.floor(sameDayMiles(terminalType));
  return [
    `Beyond drayage range: farther than a same-day round trip (${sameDay} miles); priced as an over-the-road move, nights included.`,
  ];
}

/** Warnings for callers if `date` (YYYY-MM-DD) is in the future or the diesel price is not the price of its week. */
function dieselWarnings(diesel: DieselPrice, date: string, now: Date): readonly string[] {
  const today = utcDay(now);
  const future =
    date > today ? [`${date} is in the future: priced as of ${today}; the diesel price may change.`] : [];
  const asOf = date < today ? date : today;
  if (diesel.week > asOf) {
    return [
      ...future,
      `Diesel price is from ${diesel.week}, after the requested date; the fuel surcharge may be inaccurate.`,
    ];
  }
  if (!isStale(diesel, asOf)) return future;
  return [...future, `Diesel price is from ${diesel.week}; the fuel surcharge may be inaccurate.`];
}

/** A rate and everything that it is derived from. The API and `freight rate explain` use it. */
export type RateDerivation = ReturnType<typeof deriveRate>;

/**
 * Derives the rate of one lane as of its date, or as of `now` for a future date. Inputs: the cost model, the diesel price
 * of the origin's region, the accessorial tariff, and the lane's market.
 * @param tariff of the organization.
 * @param laneMarket without it, or if it has no loads for the lane, only the cost model is used.
 */
export function deriveRate(
  lane: RoutedLane,
  dieselFor: DieselLookup,
  now: Date,
  tariff: OwnTariff,
  laneMarket?: LaneMarket,
) {
  const { terminal, terminalWarnings, placeWarnings, terms } = lane;
  const miles = roundMiles(lane.distance.miles);
  const { tolls } = lane.distance;
  const haul = {
    miles,
    terminalType: terminal.type,
    state: terminal.state,
    wage: wageUsdAt(terminal),
    tolls,
  };
  const costOn = (day: string): MoveCost => {
    const dieselPrice = dieselFor(terminal.state, day).pricePerGallon;
    return costOfMove({ ...haul, dieselPrice });
  };

  const asOf = terms.date < utcDay(now) ? new Date(terms.date) : now;
  const diesel = dieselFor(terminal.state, mondayOf(asOf));
  const cost = costOn(mondayOf(asOf));
  const dieselDoubts = dieselWarnings(diesel, terms.date, now);
  /** Warnings about uncertain inputs. Each reduces the confidence by `POINTS_PER_DOUBT`. */
  const doubts = [...placeWarnings, ...dieselDoubts];
  const origin = { kind: 'terminal', terminal, warnings: [] } as const;
  const requested = marketLane(origin, lane.place, miles, tolls);
  /** Undefined if no loads are known for the lane. */
  const market = laneMarket && viewLane(requested, laneMarket, dieselFor, asOf);
  const { linehaulCents, rateCents, range, timeline, trend } = market?.analysis ?? byCost();
  const confidence = market
    ? Math.max(0, market.analysis.confidence - doubts.length * POINTS_PER_DOUBT)
    : modelConfidence(miles, doubts.length);
  const charges = laneTariff(lane, tariff);
  // Percentages apply to the linehaul of the rate.
  const move = { miles, baseRateCents: linehaulCents, fuelSurchargeCents: cost.fuelCents };
  const haulage = haulWarnings(market ? { ...cost, minimumApplied: false } : cost, terminal.type);
  return {
    ...{ miles, diesel, cost, market, rateCents, range, timeline, trend, confidence, doubts },
    activity: marketActivity(laneMarket?.published, requested.freightMarket),
    surcharges: laneSurcharges(terms, charges, move),
    excluded: laneExclusions(terms, charges, move),
    warnings: [
      ...terminalWarnings,
      ...placeWarnings,
      ...haulage,
      ...dieselDoubts,
      ...surchargeWarnings(terms, charges),
      ...equipmentWarnings(terms.equipment, requestedCharges(terms)),
    ],
  };

  function byCost() {
    const rateCents = totalCents(cost);
    const timeline = rateTimeline(asOf, (monday) => totalCents(costOn(monday)));
    return {
      ...{ linehaulCents: cost.linehaulCents, rateCents, range: rateRange(rateCents, miles) },
      ...{ timeline, trend: trendOf(timeline) },
    };
  }
}

const roundToCents = (value: number): number => Math.round(value * 100) / 100;

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

/** Names of the tariff's charges that a lane requests. */
export const requestedCharges = ({ hazmat, overweight }: LaneTerms): readonly string[] => [
  ...(hazmat ? ['hazmat'] : []),
  ...(overweight ? ['overweight'] : []),
];

/** The charges that can apply to a lane, by the organization's own tariff and the base tariff. */
export const laneTariff = (
  { terms, terminal }: Pick<RoutedLane, 'terms' | 'terminal'>,
  tariff: OwnTariff,
): readonly ApplicableCharge[] =>
  applicableCharges(terms.equipment, servedTerminal(terminal), ownEntriesOn(tariff, terms.date));

/**
 * The charges for the equipment, and for hazmat and overweight if requested.
 * @param charges those that can apply to the lane.
 */
export const laneSurcharges = (
  terms: LaneTerms,
  charges: readonly ApplicableCharge[],
  move: ChargedMove,
): Surcharge[] =>
  surchargesOf(terms, charges).map((charge) => ({ ...priceCharge(charge, move), source: charge.source }));

const surchargesOf = (
  terms: LaneTerms,
  charges: readonly ApplicableCharge[],
): readonly ApplicableCharge[] => {
  const requested = requestedCharges(terms).flatMap((name) =>
    charges.filter((charge) => charge.name === name),
  );
  const byEquipment = charges.filter(
    (charge) => charge.occasion === 'by equipment' && !requested.includes(charge),
  );
  return [...byEquipment, ...requested];
};

/** Usual charges that are not in the surcharges: chassis, port fees. */
export const laneExclusions = (
  terms: LaneTerms,
  charges: readonly ApplicableCharge[],
  move: ChargedMove,
): ExcludedFromRate[] => {
  const charged = surchargesOf(terms, charges).map(({ name }) => name);
  return excludedFrom(charges, charged).map(({ accessorial, reason }) => ({
    ...priceCharge(accessorial, move),
    reason,
  }));
};

/** Names requested charges that the own tariff switches off, as full sentences. */
const surchargeWarnings = (terms: LaneTerms, charges: readonly ApplicableCharge[]): readonly string[] =>
  requestedCharges(terms)
    .filter(
      (requested) =>
        quotableCharges(terms.equipment).some(({ name }) => name === requested) &&
        !charges.some(({ name }) => name === requested),
    )
    .map((name) => `Your accessorial tariff has no charge "${name}" for this lane.`);

function priceCharge(accessorial: ApplicableCharge, move: ChargedMove) {
  const { name, title, charge } = accessorial;
  const { amountCents, rateCents, quantity, frequency } = chargeAmount(accessorial, charge, move);
  return { name, title, amount: usd(amountCents), rate: usd(rateCents), quantity, frequency };
}

/** Sum of the amounts in USD. */
const surchargesTotal = (surcharges: readonly Surcharge[]): number =>
  usd(surcharges.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0));
