import type { TollUse } from '../../geography/roads/road-distance.ts';
import type { TerminalType } from '../../terminals/catalogue/terminal.ts';
import { type RouteTolls, routeTolls } from '../tolls/toll-facilities.ts';
import {
  driverCentsPerHour,
  fuelCentsPerMile,
  meanWage,
  NIGHT_CENTS,
  OPERATING_RATIO,
  PEG_FUEL_CENTS_PER_MILE,
  TRUCK_CENTS_PER_HOUR,
  type TruckWork,
  truckWork,
  WEAR_CENTS_PER_MILE,
  wageFactor,
} from './truck-operating-cost.ts';

/** Part of every rate, so that callers do not compare rates of different models by mistake. */
export const MODEL_VERSION = 'cost-4';

/** A container move between a terminal and a door. */
export interface Move {
  /** One way, 0 or more. */
  readonly miles: number;
  readonly terminalType: TerminalType;
  /** Two-letter code of the terminal's state. */
  readonly state: string;
  /** The driver's wage at the terminal, USD per hour (`wageUsdAt`). Default: the mean of the state. */
  readonly wage?: number | undefined;
  /** Toll facilities on the way. Default: none. */
  readonly tolls?: readonly TollUse[] | undefined;
  /** USD per gallon. */
  readonly dieselPrice: number;
}

/** A part of the price. `margin` and `minimum` are added to the cost; tolls and fuel are passed on. */
export type CostItem =
  | 'driver'
  | 'truck'
  | 'wear'
  | 'peg-fuel'
  | 'nights'
  | 'margin'
  | 'minimum'
  | 'tolls'
  | 'fuel';

/** One part of the price: `quantity` x `centsEach`, rounded to integer cents. */
export interface CostLine {
  readonly item: CostItem;
  /** Hours, truck miles or nights; for `margin`, the cost in cents; for `minimum` and `tolls`, 1. */
  readonly quantity: number;
  readonly centsEach: number;
  readonly cents: number;
}

/** The price of a move by the cost model, in integer cents, without accessorials. */
export interface MoveCost {
  readonly work: TruckWork;
  /** All parts of the price, in the order of calculation. Their sum is the price. */
  readonly lines: readonly CostLine[];
  /** With tolls. */
  readonly linehaulCents: number;
  readonly fuelCents: number;
  readonly tolls: RouteTolls;
  /** The minimum linehaul, without tolls, of the terminal type and wage. */
  readonly minimumCents: number;
  /** Whether the minimum replaced a lower calculated linehaul. */
  readonly minimumApplied: boolean;
}

/**
 * The minimum linehaul in cents at any distance. Planning tables quote drayage of up to 30 miles at $350-500. Ramps,
 * where a truck waits less, are at the lower end (general knowledge).
 */
const MINIMUM_LINEHAUL_CENTS: Readonly<Record<TerminalType, number>> = {
  marine: 40_000,
  rail: 35_000,
  intermodal: 35_000,
};

/** The minimum linehaul of a terminal type at a driver's wage (USD per hour), in cents, rounded to whole dollars. */
export const minimumLinehaulCents = (terminalType: TerminalType, wage: number): number =>
  Math.round((MINIMUM_LINEHAUL_CENTS[terminalType] * wageFactor(wage)) / 100) * 100;

const line = (item: CostItem, quantity: number, centsEach: number): CostLine => ({
  item,
  quantity,
  centsEach,
  cents: Math.round(quantity * centsEach),
});

const sum = (lines: readonly CostLine[]): number => lines.reduce((total, { cents }) => total + cents, 0);

/** Prices a move by its operating costs. The price without tolls never falls when miles or the diesel price rise. */
export function costOfMove(move: Move): MoveCost {
  const { miles, terminalType, state, dieselPrice, wage = meanWage(state), tolls: tollUses = [] } = move;
  const work = truckWork(miles, terminalType);
  const hours = work.drivingHours + work.waitingHours;
  const truckMiles = work.loadedMiles + work.emptyMiles;
  const costs = [
    line('driver', hours, driverCentsPerHour(wage)),
    line('truck', hours, TRUCK_CENTS_PER_HOUR),
    line('wear', truckMiles, WEAR_CENTS_PER_MILE),
    line('peg-fuel', truckMiles, PEG_FUEL_CENTS_PER_MILE),
    line('nights', work.nights, NIGHT_CENTS),
  ];
  const margin = line('margin', sum(costs), 1 / OPERATING_RATIO - 1);
  const priced = sum(costs) + margin.cents;
  const minimumCents = minimumLinehaulCents(terminalType, wage);
  const minimum = line('minimum', 1, Math.max(0, minimumCents - priced));
  const tolls = routeTolls(tollUses, miles === 0 ? 0 : work.emptyMiles / miles);
  const fuel = line('fuel', truckMiles, fuelCentsPerMile(dieselPrice));
  return {
    work,
    lines: [...costs, margin, minimum, line('tolls', 1, tolls.cents), fuel],
    linehaulCents: priced + minimum.cents + tolls.cents,
    fuelCents: fuel.cents,
    tolls,
    minimumCents,
    minimumApplied: priced < minimumCents,
  };
}

/** Linehaul plus fuel in cents: the suggested rate. */
export const totalCents = ({ linehaulCents, fuelCents }: MoveCost): number => linehaulCents + fuelCents;

/**
 * The model's error for the middle 80% of lanes, as a share of the rate. Source: the differences from the published
 * anchors (docs/explanation/cost-model.md). Short hauls have the largest error: terminals, queues and road miles vary most.
 */
const SHORT_HAUL = { upToMiles: 150, error: 0.35 };
const LONG_HAUL = { fromMiles: 400, error: 0.25 };

/** Confidence points subtracted for each uncertain input (stale diesel price, uncertain place): a doubt. */
export const POINTS_PER_DOUBT = 5;

/** The model's error at a distance (one-way miles), as a share of the rate: 0.35 is 35%. */
export function modelError(miles: number): number {
  const span = LONG_HAUL.fromMiles - SHORT_HAUL.upToMiles;
  const progress = Math.min(1, Math.max(0, (miles - SHORT_HAUL.upToMiles) / span));
  return SHORT_HAUL.error + (LONG_HAUL.error - SHORT_HAUL.error) * progress;
}

/** The range around a rate that contains the middle 80% of lanes, in integer cents. */
export function rateRange(rateCents: number, miles: number): { minCents: number; maxCents: number } {
  const factor = 1 + modelError(miles);
  return { minCents: Math.round(rateCents / factor), maxCents: Math.round(rateCents * factor) };
}

/**
 * Confidence (0-100) in a rate of the cost model, minus points for each doubt. At most 13 for short hauls and 25 for long
 * hauls: the scores that a market's rate has with such an error.
 */
export function modelConfidence(miles: number, doubts: number): number {
  return Math.max(0, Math.round(100 * (0.55 - 1.2 * modelError(miles))) - doubts * POINTS_PER_DOUBT);
}
