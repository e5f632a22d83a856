import { servedTerminal } from '../../costs/accessorials/served-terminal.ts';
import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { RoutableDistance } from '../../geography/roads/road-distance.ts';
import { roundMiles } from '../../geography/roads/round-miles.ts';
import type { LaneMarket } from '../../market/published/lane-market.ts';
import type { PricingStrategy, QuotedMove, QuotePrice } from '../strategy/pricing-strategy.ts';
import { applyStrategy } from './apply-strategy.ts';
import { type MarketCost, marketCost } from './market-cost.ts';
import type { QuoteLane } from './quote-lane.ts';

/** A lane with its road distance. */
export interface RoutedOption {
  readonly lane: QuoteLane;
  readonly distance: RoutableDistance;
  /** Market data of the lane; undefined if the lane has no terminal. */
  readonly market: LaneMarket | undefined;
}

/** A lane with its price. */
export interface PricedOption extends Omit<RoutedOption, 'market'> {
  /** The priced one-way miles, with one decimal. */
  readonly miles: number;
  readonly cost: MarketCost;
  /** The input of the price besides the strategy. */
  readonly move: QuotedMove;
  readonly price: QuotePrice;
}

/** What the options of a move have in common. */
export interface OptionRequest {
  readonly equipment: EquipmentType;
  readonly requirements: readonly string[];
  readonly strategy: PricingStrategy;
  /** Warnings about the places; each lowers the confidence. */
  readonly doubts: readonly string[];
}

/** Prices one lane of a request. */
export function priceLaneOption(
  { lane, distance, market }: RoutedOption,
  { equipment, requirements, strategy, doubts }: OptionRequest,
  dieselFor: DieselLookup,
  now: Date,
): PricedOption {
  const miles = roundMiles(distance.miles);
  const cost = marketCost(
    { lane, equipment, miles, doubts: [...doubts, ...distance.warnings] },
    dieselFor,
    now,
    market,
  );
  const { linehaulCents, fuelCents } = cost;
  const terminal = lane.terminal && servedTerminal(lane.terminal);
  const move = { equipment, miles, linehaulCents, fuelCents, terminal, requirements };
  return { lane, distance, miles, cost, move, price: applyStrategy(move, strategy) };
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

/** The index of the lower median in a sorted list. */
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
