import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import { isRoadMarket } from './freight-markets.ts';
import type { MarketLane } from './market-lane.ts';

/** Levels of the market below the nation, from the widest to the lane. */
export const LANE_LEVELS = ['freightMarket', 'marketState', 'zone', 'lane'] as const;
export type LaneLevel = (typeof LANE_LEVELS)[number];

/** Upper ends of distance steps, in one-way miles; the last step has none. They distinguish the doors of a lane. */
const STEP_ENDS = [
  5, 8, 10, 12, 15, 18, 22, 26, 30, 33, 36, 40, 45, 50, 56, 62, 70, 80, 90, 100, 115, 130, 150, 170, 200, 225,
  260, 300, 350, 400, 470, 550,
] as const;
export const STEPS = STEP_ENDS.length + 1;

/** Classes of equipment with different prices; containers that are not listed are in the empty class. */
const EQUIPMENT_CLASSES: readonly (readonly EquipmentType[])[] = [
  ['container_40', 'container_40hc'],
  ['container_20'],
  ['container_45hc'],
  ['reefer_container_20', 'reefer_container_40'],
  [],
  ['dryvan', 'power_only'],
  ['reefer'],
  ['flatbed', 'step_deck', 'conestoga', 'hot_shot'],
];
export const EQUIPMENT_KINDS = EQUIPMENT_CLASSES.length;
const OTHER_CONTAINERS = EQUIPMENT_CLASSES.findIndex((types) => types.length === 0);

/** Kinds of loads: a distance step, fuel included or not, and a class of equipment. */
export const KINDS = STEPS * 2 * EQUIPMENT_KINDS;

const stepAt = (miles: number): number => {
  const step = STEP_ENDS.findIndex((end) => miles < end);
  return step < 0 ? STEPS - 1 : step;
};

/**
 * The kind of a load, from 0; without knowledge of fuel, that of a load without it. Kinds differ by fuel and equipment because actual surcharges differ from the formula
 * and the tariff.
 */
export function kindOf(miles: number, fuelIncluded: boolean | null, equipment: EquipmentType): number {
  const found = EQUIPMENT_CLASSES.findIndex((of) => of.includes(equipment));
  const equipmentKind = found < 0 ? OTHER_CONTAINERS : found;
  return stepAt(miles) + STEPS * ((fuelIncluded ? 0 : 1) + 2 * equipmentKind);
}

/** The kind that the API prices: fuel included, dry 40-foot container or the trailer of the lane. */
export const pricedKind = ({ miles, trailer }: Pick<MarketLane, 'miles' | 'trailer'>): number =>
  kindOf(miles, true, trailer ?? 'container_40');

/** The distance step of a kind, from 0, the shortest. */
export const stepOfKind = (kind: number): number => kind % STEPS;

/** The same kind at another distance step. */
export const kindAtStep = (kind: number, step: number): number => kind - stepOfKind(kind) + step;

/** One-way miles in the middle of a kind's distance step. */
export function milesOfKind(kind: number): number {
  const step = stepOfKind(kind);
  const from = STEP_ENDS[step - 1] ?? 0;
  return (from + (STEP_ENDS[step] ?? 1.5 * from)) / 2;
}

/** Whether rates of a kind include fuel. */
export const holdsFuel = (kind: number): boolean => Math.floor(kind / STEPS) % 2 === 0;

/** The class of equipment of a kind, from 0, dry 40-foot containers. */
export const equipmentOfKind = (kind: number): number => Math.floor(kind / (2 * STEPS));

/** The equipment types of a kind's class; "other" for the last class. */
export const equipmentNamesOfKind = (kind: number): readonly string[] =>
  equipmentOfKind(kind) === OTHER_CONTAINERS ? ['other'] : (EQUIPMENT_CLASSES[equipmentOfKind(kind)] ?? []);

/** Key of a freight market's cell. Stored keys use the prefix port. */
export const freightMarketKey = (name: string): string => `port#${name}`;

/**
 * Keys of the cells that a load counts in, and that price a lane, by level:
 * freightMarket; marketState, from it to a state; zone, from it to a three-digit ZIP; lane, from the terminal to a
 * three-digit ZIP.
 * Of a trailer, zone is from freight market to freight market, and lane from a three-digit ZIP to another one.
 * Levels that a lane does not have (no terminal, no ZIP) are omitted. Stored keys use the prefixes port and region
 * for the first two. Every key contains the freight market: refreshes of two freight markets must not write the same
 * cell, because their stamps cannot be compared. A terminal can change its freight market.
 */
export function laneKeys(lane: MarketLane): Readonly<Partial<Record<LaneLevel, string>>> {
  const { freightMarket, destinationState, zip3, originZip3, destinationMarket } = lane;
  const terminal = isRoadMarket(freightMarket) ? originZip3 || undefined : lane.terminal;
  const area = destinationMarket ?? zip3;
  return {
    freightMarket: freightMarketKey(freightMarket),
    marketState: `region#${freightMarket}#${destinationState}`,
    ...(area === '' ? {} : { zone: `zone#${freightMarket}#${area}` }),
    ...(terminal === undefined || zip3 === '' ? {} : { lane: `lane#${freightMarket}#${terminal}#${zip3}` }),
  };
}
