import { contractPrice } from '../../contracts/rate/contract-price.ts';
import type { VolumeTier } from '../../contracts/rate/contract-rate.ts';
import { isOnDiesel } from '../../contracts/rate/fuel-terms.ts';
import type { SelectedContractRate } from '../../contracts/rate/select-contract-rate.ts';
import { servedTerminal } from '../../costs/accessorials/tariff.ts';
import type { DieselLookup, DieselPrice } from '../../costs/diesel/diesel-lookup.ts';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { PublishedRate } from '../../costs/trailers/published-rates.ts';
import type { CustomerMatch } from '../../customers/customer-names.ts';
import { type RoutableDistance, roundMiles } from '../../geography/roads/road-distance.ts';
import type { LaneMarket } from '../../market/published/lane-market.ts';
import { laneGeographies, type QuoteLane } from '../stops/quote-lane.ts';
import type { RequestedStops } from '../stops/quote-stop.ts';
import type {
  PricingStrategy,
  Quantities,
  QuotedAccessorial,
  QuotedMove,
  QuotePrice,
} from '../strategy/pricing-strategy.ts';
import { applyRule } from './apply-rule.ts';
import { applyStrategy, totalPrice } from './apply-strategy.ts';
import { type MarketCost, marketCost } from './market-cost.ts';

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

export interface OptionTerms {
  readonly request: OptionRequest;
  readonly dieselFor: DieselLookup;
  readonly rates: readonly PublishedRate[];
  readonly now: Date;
}

export function priceLaneOption(
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
export function lowerMedian(options: readonly PricedOption[]): PricedOption {
  const median = byTotal(options)[lowerMiddle(options.length)];
  if (median === undefined) throw new RangeError('No lane was priced');
  return median;
}

const lowerMiddle = (count: number): number => Math.floor((count - 1) / 2);

/** At most `limit` options, those around the lower median of the totals. */
export function aroundMedian(options: readonly PricedOption[], limit: number): readonly PricedOption[] {
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
