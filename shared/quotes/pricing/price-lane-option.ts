import { servedTerminal } from '../../costs/accessorials/served-terminal.ts';
import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { RoutableDistance } from '../../geography/roads/road-distance.ts';
import { roundMiles } from '../../geography/roads/round-miles.ts';
import type { LaneMarket } from '../../market/published/lane-market.ts';
import type { PricingStrategy, QuotePrice } from '../strategy/pricing-strategy.ts';
import { applyStrategy } from './apply-strategy.ts';
import { type MarketCost, marketCost } from './market-cost.ts';
import type { QuoteLane } from './quote-lane.ts';

/** A lane with its road. */
export interface RoutedOption {
  readonly lane: QuoteLane;
  readonly distance: RoutableDistance;
  /** What is known of the lane's market; undefined where no terminal is part of the lane. */
  readonly market: LaneMarket | undefined;
}

/** A lane with its price. */
export interface PricedOption extends Omit<RoutedOption, 'market'> {
  /** One way, one decimal: these miles are priced. */
  readonly miles: number;
  readonly cost: MarketCost;
  readonly price: QuotePrice;
}

interface OptionRequest {
  readonly equipment: EquipmentType;
  readonly requirements: readonly string[];
  readonly strategy: PricingStrategy;
  /** Doubts about the places. */
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
  return { lane, distance, miles, cost, price: applyStrategy(move, strategy) };
}

/**
 * The option with the lower median of the totals; equal totals go by the terminal's name.
 * @param options at least one.
 */
export function lowerMedian(options: readonly PricedOption[]): PricedOption {
  const median = byTotal(options)[lowerMiddle(options.length)];
  if (median === undefined) throw new RangeError('No lane was priced');
  return median;
}

/** The position of the lower median among so many in order. */
const lowerMiddle = (count: number): number => Math.floor((count - 1) / 2);

/** At most `most` options, those around the lower median of the totals. */
export function aroundMedian(options: readonly PricedOption[], most: number): readonly PricedOption[] {
  const before = lowerMiddle(options.length) - lowerMiddle(most);
  const first = Math.max(0, Math.min(before, options.length - most));
  return byTotal(options).slice(first, first + most);
}

/** Cheapest first. */
export const byTotal = (options: readonly PricedOption[]): readonly PricedOption[] =>
  options.toSorted(
    (one, other) => one.price.totalCents - other.price.totalCents || (nameOf(one) < nameOf(other) ? -1 : 1),
  );

const nameOf = ({ lane }: PricedOption): string => lane.terminal?.name ?? '';
