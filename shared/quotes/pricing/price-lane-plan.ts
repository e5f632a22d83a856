import { contractPrice } from '../../contracts/rate/contract-price.ts';
import type { VolumeTier } from '../../contracts/rate/contract-rate.ts';
import { isOnDiesel } from '../../contracts/rate/fuel-terms.ts';
import type { SelectedContractRate } from '../../contracts/rate/select-contract-rate.ts';
import type { OwnAccessorial } from '../../costs/accessorials/own-tariff.ts';
import { requirementFault } from '../../costs/accessorials/requirement-names.ts';
import { servedTerminal } from '../../costs/accessorials/tariff.ts';
import type { DieselLookup, DieselPrice } from '../../costs/diesel/diesel-lookup.ts';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import { usd } from '../../costs/model/cents.ts';
import type { PublishedRate } from '../../costs/trailers/published-rates.ts';
import type { CustomerMatch } from '../../customers/customer-names.ts';
import {
  joinLegs,
  legsOf,
  type MapRoutes,
  type RoadDistance,
  type RoutableDistance,
  roundMiles,
} from '../../geography/roads/road-distance.ts';
import type { MarketLane } from '../../market/loads/market-lane.ts';
import type { LaneMarket, StoredLane } from '../../market/published/lane-market.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { NearestTerminals } from '../../terminals/search/nearest-terminals.ts';
import { invalidParameters, noRoute } from '../request/quote-rejections.ts';
import type { QuoteFields } from '../request/read-quote-request.ts';
import {
  handlesContainers,
  type LaneOptions,
  laneGeographies,
  laneOptions,
  NEAR_MILES,
  type QuoteLane,
  type RequestedStops,
  type TerminalChoice,
} from '../stops/quote-lane.ts';
import type {
  PricingStrategy,
  Quantities,
  QuotedAccessorial,
  QuotedMove,
  QuotePrice,
} from '../strategy/pricing-strategy.ts';
import { applyRule, applyStrategy, totalPrice } from './apply-strategy.ts';
import type { LocatedStops } from './check-request.ts';
import { type MarketCost, marketCost, marketLaneOf } from './market-cost.ts';

interface AppliedContract extends SelectedContractRate {
  /** The tier whose amount applies; undefined: the amount of the rate. */
  readonly tier: VolumeTier | undefined;
}

/**
 * The price of a quote by a contract rate, without margin and rounding; integer cents. Accessorials are those of the
 * strategy, except for those that its rule or the rate overrides.
 * @param dieselPrice USD per gallon, for fuel terms that use one; else 0.
 */
export function applyContract(
  move: QuotedMove,
  strategy: PricingStrategy,
  { rate, tier }: AppliedContract,
  dieselPrice: number,
): QuotePrice {
  const { miles, linehaulCents, fuelCents } = move;
  const { baseRateCents, fuelSurchargeCents } = contractPrice(
    rate,
    { miles, marketLinehaulCents: linehaulCents, marketFuelCents: fuelCents, dieselPrice },
    tier,
  );
  const ruled = applyRule(move, strategy, ['validityDays', 'accessorialOverrides']);
  const accessorialOverrides = { ...ruled.strategy.accessorialOverrides, ...rate.accessorialOverrides };
  const fuelIncluded = rate.fuel === 'included';
  const price = { baseRateCents, fuelSurchargeCents, fuelIncluded };
  const total = totalPrice(move, { ...strategy, accessorialOverrides }, price);
  const sourced = <Charge extends QuotedAccessorial>(charge: Charge): Charge =>
    Object.hasOwn(rate.accessorialOverrides, charge.name) ? { ...charge, source: 'contract_rate' } : charge;
  return {
    ...total,
    accessorials: total.accessorials.map(sourced),
    excluded: total.excluded.map(sourced),
    ...ruled.applied,
  };
}

export interface RoutedOption {
  readonly lane: QuoteLane;
  readonly distance: RoutableDistance;
  /** Market data of the lane; undefined if the lane has no terminal. */
  readonly market: LaneMarket | undefined;
  /** The contract rate of the lane; undefined: the market prices it. */
  readonly contract?: AppliedContract | undefined;
}

export interface PricedOption extends Omit<RoutedOption, 'market'> {
  /** The priced one-way miles, with one decimal. */
  readonly miles: number;
  readonly cost: MarketCost;
  readonly move: QuotedMove;
  readonly price: QuotePrice;
  /** The diesel price of the fuel; undefined if the terms of a contract rate use none. */
  readonly diesel: DieselPrice | undefined;
}

export interface OptionRequest {
  readonly equipment: EquipmentType;
  readonly requirements: readonly string[];
  readonly quantities?: Quantities;
  readonly strategy: PricingStrategy;
  /** YYYY-MM-DD. */
  readonly pickupDay: string;
  readonly customer: CustomerMatch;
  readonly requested: RequestedStops;
  /** Days from the day of the quote to the day of pickup. */
  readonly leadDays: number;
  /** Warnings about the places; each lowers the confidence. */
  readonly doubts: readonly string[];
}

interface OptionTerms {
  readonly request: OptionRequest;
  readonly dieselFor: DieselLookup;
  readonly rates: readonly PublishedRate[];
  readonly now: Date;
}

function priceLaneOption(
  { lane, distance, market, contract }: RoutedOption,
  { request, dieselFor, rates, now }: OptionTerms,
): PricedOption {
  const { equipment, requirements, quantities, strategy, pickupDay, doubts, customer } = request;
  const { requested, leadDays } = request;
  const miles = roundMiles(distance.miles);
  const cost = marketCost(
    { lane, equipment, miles, tolls: distance.tolls, doubts: [...doubts, ...distance.warnings] },
    dieselFor,
    now,
    market,
    rates,
  );
  const { linehaulCents, fuelCents } = cost;
  const terminal = lane.terminal && servedTerminal(lane.terminal);
  const move: QuotedMove = {
    ...{ equipment, miles, linehaulCents, fuelCents, terminal, requirements, pickupDay },
    ...(quantities && { quantities }),
    ruleInput: { customer, ...laneGeographies(lane, requested), leadDays },
  };
  const diesel = dieselOf();
  const price =
    contract === undefined
      ? applyStrategy(move, strategy)
      : applyContract(move, strategy, contract, diesel?.pricePerGallon ?? 0);
  return { lane, distance, contract, miles, cost, move, price, diesel };

  /** A contract rate has the price of its region in the week of the pickup; the market that of the origin this week. */
  function dieselOf(): DieselPrice | undefined {
    const fuel = contract?.rate.fuel ?? 'market';
    if (fuel === 'market') return cost.diesel;
    return isOnDiesel(fuel) ? dieselFor(fuel.region ?? lane.origin.state, pickupDay) : undefined;
  }
}

/**
 * The option with the lower median of the totals; equal totals are ordered by terminal name.
 * @param options at least one.
 */
function lowerMedian(options: readonly PricedOption[]): PricedOption {
  const median = byTotal(options)[lowerMiddle(options.length)];
  if (median === undefined) throw new RangeError('No lane was priced');
  return median;
}

const lowerMiddle = (count: number): number => Math.floor((count - 1) / 2);

/** At most `limit` options, those around the lower median of the totals. */
function aroundMedian(options: readonly PricedOption[], limit: number): readonly PricedOption[] {
  const before = lowerMiddle(options.length) - lowerMiddle(limit);
  const first = Math.max(0, Math.min(before, options.length - limit));
  return byTotal(options).slice(first, first + limit);
}

/** Cheapest first. */
export const byTotal = (options: readonly PricedOption[]): readonly PricedOption[] =>
  options.toSorted(
    (one, other) => one.price.totalCents - other.price.totalCents || (nameOf(one) < nameOf(other) ? -1 : 1),
  );

const nameOf = ({ lane }: PricedOption): string => lane.terminal?.name ?? '';

/** Maximum of paid routes for one quote. It is odd, so that the lower median is in the middle. */
const MAX_PAID_ROUTES = 3;

/**
 * Replaces the distances of the options around the lower median by those of a map service, which charges for each route.
 * @param options with the free distances that `priced` was priced with, in the same order.
 * @returns undefined if the service has no usable route for one of them; then all options keep their free distances.
 */
async function routeByMap(
  mapRoutes: MapRoutes,
  options: readonly RoutedOption[],
  priced: readonly PricedOption[],
): Promise<readonly RoutedOption[] | undefined> {
  const chosen = new Set(aroundMedian(priced, MAX_PAID_ROUTES).map(({ lane }) => lane));
  const routed = options.filter(({ lane }) => chosen.has(lane));
  const distances = await mapRoutes.betweenAll(routed.flatMap(({ lane }) => legsOf(lane)));
  return (
    distances &&
    routed.map((option, index) => {
      const legs = option.lane.via.length + 1;
      const distance = joinLegs(distances.slice(index * legs, (index + 1) * legs));
      return distance.routable ? { ...option, distance } : option;
    })
  );
}

export type LanePlan = LaneOptions & LocatedStops;

type MoveFields = Pick<QuoteFields, 'equipment' | 'requirements'>;

export const planLanes = (
  located: LocatedStops,
  equipment: EquipmentType,
  terminals: NearestTerminals,
): LanePlan => ({ ...located, ...laneOptions(located, equipment, terminals) });

/**
 * The lanes with a terminal that offers all requirements; some fees of a port apply only at some of its terminals.
 * @param own entries of the organization's own tariff for the day of pickup.
 */
export function servedLanes(
  lanes: readonly QuoteLane[],
  { equipment, requirements }: MoveFields,
  own: readonly OwnAccessorial[],
): Outcome<readonly QuoteLane[]> {
  const faultOf = ({ terminal }: QuoteLane) =>
    requirementFault(requirements, { equipment, terminal: terminal && servedTerminal(terminal) }, own);
  const served = lanes.filter((lane) => faultOf(lane) === undefined);
  const [first] = lanes;
  const message = served.length === 0 && first && faultOf(first);
  return message ? reject(invalidParameters([{ field: 'special_requirements', message }])) : succeed(served);
}

/** The market lanes of a plan's lanes, in their order; [] for a plan without a terminal. */
export const marketLanesOf = (
  lanes: readonly QuoteLane[],
  equipment: EquipmentType,
): readonly Omit<MarketLane, 'miles'>[] => lanes.flatMap((lane) => marketLaneOf(lane, equipment) ?? []);

/**
 * The served lanes of a plan with a road between their ends; a rejection if there is none.
 * @param served some of the plan's lanes.
 * @param distances of the plan's lanes, in their order.
 * @param stored market data of `marketLanesOf`, in its order.
 */
export function routeLanes(
  { lanes, origin, destination }: LanePlan,
  served: readonly QuoteLane[],
  distances: readonly RoadDistance[],
  stored: readonly StoredLane[],
  market: Pick<LaneMarket, 'published' | 'owner'>,
): Outcome<readonly RoutedOption[]> {
  const routed = lanes.flatMap((lane, index): readonly RoutedOption[] => {
    const distance = distances[index];
    const known = stored[index];
    return distance?.routable && served.includes(lane)
      ? [{ lane, distance, market: known && { ...known, ...market } }]
      : [];
  });
  if (routed.length > 0) return succeed(routed);
  const [first] = distances;
  const leg = lanes[0] && first?.routable === false ? legsOf(lanes[0])[first.leg ?? -1] : undefined;
  return reject(noRoute((leg?.origin ?? origin.stop).name, (leg?.destination ?? destination.stop).name));
}

/**
 * Prices the options of a move and chooses the one with the lower median of the totals.
 * @param routed at least one.
 * @param mapRoutes paid distances, which replace those around the median; absent = not used.
 */
export async function priceOptions(
  routed: readonly RoutedOption[],
  terms: OptionTerms,
  mapRoutes?: MapRoutes,
): Promise<{ readonly chosen: PricedOption; readonly options: readonly PricedOption[] }> {
  const price = (option: RoutedOption) => priceLaneOption(option, terms);
  const free = routed.map(price);
  const paid = mapRoutes && (await routeByMap(mapRoutes, routed, free));
  const options = paid?.map(price) ?? free;
  return { chosen: lowerMedian(options), options };
}

const NO_TERMINAL = `No container terminal or rail ramp is within ${NEAR_MILES} miles of the origin or destination. The container is priced as an over-the-road move.`;

interface PricedChoice {
  readonly options: readonly PricedOption[];
  /** Number of the place's terminals with a road route; `options` may be some of them. */
  readonly served: number;
  /** States which of several terminals was chosen. */
  readonly compare: (compared: ComparedTerminals) => string;
}

/** Terminals of a place that were priced; the one with the lower median of the totals was chosen. */
export interface ComparedTerminals {
  /** More than one. */
  readonly options: readonly PricedOption[];
  /** Whether `options` has all terminals of the place with a road route. */
  readonly all: boolean;
  /** Such as "6 terminals of Port of Los Angeles". */
  readonly terminals: string;
  readonly chosen: string;
}

export function compareTotals({ options, all, terminals, chosen }: ComparedTerminals): string {
  const totals = byTotal(options).map(({ price }) => usd(price.totalCents).toFixed(2));
  return `The total for ${terminals} is $${totals[0]} to $${totals.at(-1)}. The quote is for ${chosen}, which has the lower median. "terminals" lists ${all ? 'all' : 'these'} terminals.`;
}

export function choiceWarnings(
  choice: TerminalChoice | undefined,
  { lane }: PricedOption,
  { options, served, compare }: PricedChoice,
  fields: Pick<QuoteFields, 'origin' | 'destination'>,
): readonly string[] {
  const { terminal } = lane;
  if (choice === undefined || terminal === undefined) return lane.kind === 'unserved' ? [NO_TERMINAL] : [];
  const { name, city, state } = terminal;
  const stop = choice.at === 'origin' ? 'Origin' : 'Destination';
  const replaced = choice.named
    ? []
    : [`${stop} "${fields[choice.at].trim()}" is priced at the terminal ${name} in ${city}, ${state}.`];
  const all = options.length === served;
  const terminals = `${all ? served : `${options.length} of ${served}`} terminals of ${choice.placeName}`;
  const several = options.length === 1 ? [] : [compare({ options, all, terminals, chosen: name })];
  const unfit = handlesContainers(terminal)
    ? []
    : [`${name} does not handle ocean containers. Confirm with the terminal.`];
  return [...replaced, ...several, ...unfit];
}
