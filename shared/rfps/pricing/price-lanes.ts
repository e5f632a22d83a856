import { ownEntriesOn } from '../../costs/accessorials/own-tariff.ts';
import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import { usd } from '../../costs/model/cents.ts';
import { describeTolls } from '../../costs/tolls/toll-facilities.ts';
import type { PublishedRate } from '../../costs/trailers/published-rates.ts';
import type { MatchedCustomer } from '../../customers/dynamodb-customers.ts';
import type { PlaceDirectory } from '../../geography/places/place.ts';
import { distancesOfWays, type MapRoutes, type RoadDistances } from '../../geography/roads/road-distance.ts';
import { organizationOwner } from '../../market/loads/load-owner.ts';
import type { LaneReader } from '../../market/published/lane-market.ts';
import type { PublishedMarket } from '../../market/store/published-market.ts';
import type { Account } from '../../platform/account/account.ts';
import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import type { Outcome } from '../../platform/http/outcome.ts';
import { reject, succeed } from '../../platform/http/outcome.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import { chargeWarnings, wantedCharges } from '../../quotes/pricing/added-charges.ts';
import { checkStops } from '../../quotes/pricing/check-request.ts';
import { describeBasis, describeDiesel, describeStop } from '../../quotes/pricing/describe-quote.ts';
import {
  type ComparedTerminals,
  choiceWarnings,
  type LanePlan,
  marketLanesOf,
  type PricedOption,
  planLanes,
  priceOptions,
  routeLanes,
  servedLanes,
} from '../../quotes/pricing/price-lane-plan.ts';
import { invalidParameters } from '../../quotes/request/quote-rejections.ts';
import type { QuoteFields } from '../../quotes/request/read-quote-request.ts';
import type { PricingStrategy } from '../../quotes/strategy/pricing-strategy.ts';
import type { TerminalDirectory } from '../../terminals/search/embedded-terminal-directory.ts';
import type { NearestTerminals } from '../../terminals/search/nearest-terminals.ts';
import { marketInput } from '../lanes/correct-lane.ts';
import type { LaneDraft } from '../lanes/lane-draft.ts';
import type { LaneAnalysis, PricedLane } from '../lanes/lane-result.ts';
import {
  type FailedLane,
  LANE_ERROR_CODES,
  type LaneErrorCode,
  type LaneResult,
} from '../lanes/lane-result.ts';
import { firstPickupDay, leadDaysOfRun } from '../record/stored-rfp.ts';

const roundToCents = (value: number): number => Math.round(value * 100) / 100;

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
    fuel: { amount: usd(fuelCents), ...describeDiesel(diesel) },
    basis: describeBasis(basis),
  };
}

/** The stored result of a priced lane. @param warnings of the move. */
const describeLane = (option: PricedOption, warnings: readonly string[]): PricedLane => ({
  status: 'priced',
  origin: describeStop(option.lane.origin),
  destination: describeStop(option.lane.destination),
  stops: option.lane.via.map(describeStop),
  analysis: describeAnalysis(option),
  move: option.move,
  tolls: describeTolls(option.cost.tolls),
  warnings,
});

export interface PriceLanesPorts {
  readonly terminals: TerminalDirectory & NearestTerminals;
  readonly places: PlaceDirectory;
  /** Free distances: they choose the terminals, and price them if no map service does. */
  readonly roadDistances: RoadDistances;
  /** Paid distances of a map service; absent = not used. */
  readonly mapRoutes?: MapRoutes;
  readonly dieselFor: DieselLookup;
  /** Published rates of trailers. */
  readonly rates: readonly PublishedRate[];
  readonly published: PublishedMarket;
  readonly lanes: LaneReader;
}

/** By what lanes are priced: the same for all lanes of a run. */
export interface PricingRun {
  readonly account: Account;
  /** What the name of the RFP's customer stands for. */
  readonly customer: MatchedCustomer;
  /** The moment that lanes are priced for. */
  readonly asOf: Date;
  /** If it is later than `asOf`, accessorials are those of this day. */
  readonly contractStart?: UtcDay | undefined;
  readonly strategy: PricingStrategy;
}

const LANES_AT_ONCE = 4;

type MoveFields = Pick<
  QuoteFields,
  'origin' | 'destination' | 'equipment' | 'requirements' | 'quantities' | 'stops' | 'weightLbs'
>;

interface PlannedLane {
  readonly fields: MoveFields;
  readonly plan: LanePlan;
}

/**
 * Prices lanes, each by itself, as quotes for the same move, moment and strategy. Equal lanes are priced once. A lane that
 * cannot be priced has an error; INTERNAL_ERROR if the reason is the service, so that a retry may price it.
 * @returns a result for each lane, in their order.
 * @throws if market data cannot be read.
 */
export async function priceLanes(
  ports: PriceLanesPorts,
  lanes: readonly LaneDraft[],
  run: PricingRun,
): Promise<readonly LaneResult[]> {
  const owner = organizationOwner(run.account.orgId, run.account.mode);
  const distinct = new Map(lanes.map((lane) => [moveKey(lane), lane]));
  const failures: unknown[] = [];
  const results = new Map<string, LaneResult>();
  await forEachConcurrent(distinct, LANES_AT_ONCE, async ([key, lane]) => {
    results.set(key, await priceOne(lane));
  });
  // One line for all lanes: mostly they fail for one reason.
  if (failures.length > 0) log(LOG.rfpLanesFailed, { lanes: failures.length, ...describeError(failures[0]) });
  return lanes.map((lane) => results.get(moveKey(lane)) ?? INTERNAL);

  async function priceOne(lane: LaneDraft): Promise<LaneResult> {
    try {
      const planned = planLane(lane, ports, run);
      return planned.ok ? await pricePlanned(planned.body) : failedLane(planned.rejection);
    } catch (error) {
      if (error instanceof MarketUnreadError) throw error.cause;
      failures.push(error);
      return INTERNAL;
    }
  }

  async function pricePlanned({ fields, plan }: PlannedLane): Promise<LaneResult> {
    const { published } = ports;
    const [known, distances] = await Promise.all([
      ports.lanes.read(owner, marketLanesOf(plan.lanes, fields.equipment), published).catch((cause) => {
        throw new MarketUnreadError('the market of a lane was not read', { cause });
      }),
      distancesOfWays(ports.roadDistances, plan.lanes),
    ]);
    const routed = routeLanes(plan, plan.lanes, distances, known, { published, owner });
    if (!routed.ok) return failedLane(routed.rejection);
    const { strategy } = run;
    const pickupDay = firstPickupDay(run.contractStart, run.asOf);
    const request = {
      ...{ equipment: fields.equipment, ...wantedCharges(fields), strategy, pickupDay },
      doubts: plan.warnings,
      ...{ customer: run.customer.match, requested: plan, leadDays: leadDaysOfRun(pickupDay, run.asOf) },
    };
    const terms = { request, dieselFor: ports.dieselFor, rates: ports.rates, now: run.asOf };
    const { chosen, options } = await priceOptions(routed.body, terms, ports.mapRoutes);
    return describeLane(chosen, [
      ...plan.warnings,
      ...run.customer.warnings,
      ...run.customer.similarity,
      ...choiceWarnings(
        plan.choice,
        chosen,
        { options, served: routed.body.length, compare: compareWithoutTotals },
        fields,
      ),
      ...chosen.distance.warnings,
      ...chargeWarnings(fields, chosen),
      ...chosen.cost.linehaulWarnings,
      ...chosen.cost.fuelWarnings,
    ]);
  }
}

/** The market cannot be read: no lane is at fault, so that the whole chunk is tried again. */
class MarketUnreadError extends Error {
  override readonly name = 'MarketUnreadError';
}

/** Without amounts: warnings are stored, but the price of a lane is computed at each read. */
const compareWithoutTotals = ({ terminals, chosen }: ComparedTerminals): string =>
  `${terminals} were compared. ${chosen} had the lower median of the totals. A change of margins keeps this terminal.`;

/** Lanes with the same key have the same price. */
const moveKey = (lane: LaneDraft): string => marketInput({ ...lane, weeklyVolume: undefined });

function planLane(
  draft: LaneDraft,
  { terminals, places }: PriceLanesPorts,
  { strategy, contractStart, asOf }: PricingRun,
): Outcome<PlannedLane> {
  const { equipment, requirements, quantities, stops, weightLbs } = draft;
  const texts = { origin: draft.origin || undefined, destination: draft.destination || undefined };
  const { errors, rejection, origin, destination, via, warnings } = checkStops(
    { fields: { ...texts, equipment, stops }, errors: draft.errors },
    { places, terminals },
  );
  if (errors.length > 0) return reject(invalidParameters(errors));
  if (rejection) return reject(rejection);
  if (!origin || !destination || equipment === undefined || requirements === undefined) {
    throw new Error('A lane without errors lacks a field');
  }
  const ends = { origin: draft.origin, destination: draft.destination };
  const fields = { ...ends, equipment, requirements, quantities, stops, weightLbs };
  const plan = planLanes({ origin, destination, via, warnings }, equipment, terminals);
  const own = ownEntriesOn(strategy.tariff, firstPickupDay(contractStart, asOf));
  const served = servedLanes(plan.lanes, fields, own);
  return served.ok ? succeed({ fields, plan: { ...plan, lanes: served.body } }) : served;
}

const INTERNAL: FailedLane = {
  status: 'failed',
  error: {
    code: 'INTERNAL_ERROR',
    message:
      'The lane was not priced because of an internal error. It was not counted. Reprice the RFP, or change the lane to the origin that it has.',
    details: {},
  },
};

const isLaneErrorCode = (code: string): code is LaneErrorCode =>
  LANE_ERROR_CODES.some((known) => known === code);

/** The result of a lane that was rejected as a quote would be. */
function failedLane({ code = 'LANE_INVALID', message, details = {} }: Rejection): FailedLane {
  return {
    status: 'failed',
    error: { code: isLaneErrorCode(code) ? code : 'LANE_INVALID', message, details },
  };
}
