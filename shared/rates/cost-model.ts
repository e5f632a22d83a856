import type { TerminalType } from '../terminals/terminal.ts';
import { fuelCentsPerMile } from './fuel-surcharge.ts';
import { CENTS_PER_HOUR, CENTS_PER_MILE, OPERATING_RATIO } from './truck-operating-cost.ts';
import { truckWork } from './truck-work.ts';

/** Told with every rate, so that rates of different models are not compared unknowingly. */
export const MODEL_VERSION = 'cost-1';

/** A container's move between a terminal and a door. */
export interface Move {
  /** One way, 0 or more. */
  readonly miles: number;
  readonly terminalType: TerminalType;
  /** USD a gallon. */
  readonly dieselPrice: number;
}

/** Integer cents, without accessorials. */
export interface MoveCost {
  readonly linehaulCents: number;
  readonly fuelCents: number;
  /** Whether the linehaul is the least a carrier sends a truck for. */
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

/** What the move should sell for, by what it costs to run. Never falls when miles or diesel rise. */
export function costOfMove({ miles, terminalType, dieselPrice }: Move): MoveCost {
  const work = truckWork(miles, terminalType);
  const priced = (work.hours * CENTS_PER_HOUR + work.miles * CENTS_PER_MILE) / OPERATING_RATIO;
  const minimum = MINIMUM_LINEHAUL_CENTS[terminalType];
  return {
    linehaulCents: Math.round(Math.max(minimum, priced)),
    fuelCents: Math.round(work.miles * fuelCentsPerMile(dieselPrice)),
    minimumApplied: priced < minimum,
  };
}

/** Linehaul plus fuel in cents: what a rate suggests. */
export const totalCents = ({ linehaulCents, fuelCents }: MoveCost): number => linehaulCents + fuelCents;
