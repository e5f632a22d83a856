import type { TerminalType } from '../../terminals/catalogue/terminal.ts';
import { fuelCentsPerMile } from './fuel-surcharge.ts';
import {
  driverCentsPerHour,
  NIGHT_CENTS,
  OPERATING_RATIO,
  PEG_FUEL_CENTS_PER_MILE,
  regionFactor,
  TRUCK_CENTS_PER_HOUR,
  WEAR_CENTS_PER_MILE,
} from './truck-operating-cost.ts';
import { type TruckWork, truckWork } from './truck-work.ts';

/** Told with every rate, so that rates of different models are not compared unknowingly. */
export const MODEL_VERSION = 'cost-2';

/** A container's move between a terminal and a door. */
export interface Move {
  /** One way, 0 or more. */
  readonly miles: number;
  readonly terminalType: TerminalType;
  /** Two-letter code of the terminal's state: where the driver is paid. */
  readonly state: string;
  /** USD a gallon. */
  readonly dieselPrice: number;
}

/** What a part of the price is for; `margin` and `minimum` are what the price adds to the cost. */
export type CostItem = 'driver' | 'truck' | 'wear' | 'peg-fuel' | 'nights' | 'margin' | 'minimum' | 'fuel';

/** One part of the price: `quantity` x `centsEach`, rounded to integer cents. */
export interface CostLine {
  readonly item: CostItem;
  /** Hours, truck miles or nights; cents of cost for `margin`. */
  readonly quantity: number;
  readonly centsEach: number;
  readonly cents: number;
}

/** What a move should sell for, in integer cents, without accessorials. */
export interface MoveCost {
  readonly work: TruckWork;
  /** Every part of the price, in the order it is made; they add up to it. */
  readonly lines: readonly CostLine[];
  readonly linehaulCents: number;
  readonly fuelCents: number;
  /** The least linehaul there. */
  readonly minimumCents: number;
  /** Whether that is what the linehaul is. */
  readonly minimumApplied: boolean;
}

/**
 * The least linehaul in cents, whatever the miles: drayage of up to 30 miles is quoted at $350-500 in planning tables;
 * ramps, where a truck waits less, at the lower end (general knowledge).
 */
const MINIMUM_LINEHAUL_CENTS: Readonly<Record<TerminalType, number>> = {
  marine: 40_000,
  rail: 35_000,
  intermodal: 35_000,
};

/** The least linehaul of a terminal's type in a state (two-letter code), whole dollars in cents. */
export const minimumLinehaulCents = (terminalType: TerminalType, state: string): number =>
  Math.round((MINIMUM_LINEHAUL_CENTS[terminalType] * regionFactor(state)) / 100) * 100;

const line = (item: CostItem, quantity: number, centsEach: number): CostLine => ({
  item,
  quantity,
  centsEach,
  cents: Math.round(quantity * centsEach),
});

const sum = (lines: readonly CostLine[]): number => lines.reduce((total, { cents }) => total + cents, 0);

/** What the move should sell for, by what it costs to run. Never falls when miles or diesel rise. */
export function costOfMove({ miles, terminalType, state, dieselPrice }: Move): MoveCost {
  const work = truckWork(miles, terminalType);
  const hours = work.drivingHours + work.waitingHours;
  const truckMiles = work.loadedMiles + work.emptyMiles;
  const costs = [
    line('driver', hours, driverCentsPerHour(state)),
    line('truck', hours, TRUCK_CENTS_PER_HOUR),
    line('wear', truckMiles, WEAR_CENTS_PER_MILE),
    line('peg-fuel', truckMiles, PEG_FUEL_CENTS_PER_MILE),
    line('nights', work.nights, NIGHT_CENTS),
  ];
  const margin = line('margin', sum(costs), 1 / OPERATING_RATIO - 1);
  const priced = sum(costs) + margin.cents;
  const minimumCents = minimumLinehaulCents(terminalType, state);
  const minimum = line('minimum', 1, Math.max(0, minimumCents - priced));
  const fuel = line('fuel', truckMiles, fuelCentsPerMile(dieselPrice));
  return {
    work,
    lines: [...costs, margin, minimum, fuel],
    linehaulCents: priced + minimum.cents,
    fuelCents: fuel.cents,
    minimumCents,
    minimumApplied: priced < minimumCents,
  };
}

/** Linehaul plus fuel in cents: what a rate suggests. */
export const totalCents = ({ linehaulCents, fuelCents }: MoveCost): number => linehaulCents + fuelCents;
