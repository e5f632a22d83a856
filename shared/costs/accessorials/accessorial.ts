import type { EquipmentType } from '../equipment/equipment-type.ts';
import type { ServedTerminal } from './served-terminal.ts';

export const FREQUENCIES = [
  'flat',
  'per container',
  'per load',
  'per day',
  'per hour',
  'per mile',
  'per stop',
  'per occurrence',
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Whether charges of the frequency can have free time. */
export const isTimed = (frequency: Frequency): boolean => frequency === 'per day' || frequency === 'per hour';

/**
 * When a charge applies.
 * - on request: if the caller requests it
 * - by equipment: always with its equipment
 * - port fee: at some marine terminals, if the caller requests it or the strategy charges port fees
 * - after the move: for events during the move; never part of the price of a quote, but of its schedule of charges
 */
export const OCCASIONS = ['on request', 'by equipment', 'port fee', 'after the move'] as const;
export type Occasion = (typeof OCCASIONS)[number];

/** Integer cents per unit of the frequency, or a percentage of the base rate. */
export type Charge = { readonly cents: number } | { readonly percentOfBase: number };

export interface Accessorial {
  /** Name in requests: "chassis_split". */
  readonly name: string;
  /** Name for display: "Chassis split". */
  readonly title: string;
  readonly charge: Charge;
  readonly frequency: Frequency;
  /** Units charged by default. A "per mile" charge uses the miles of the move instead. */
  readonly defaultQuantity: number;
  readonly occasion: Occasion;
  readonly equipment: readonly EquipmentType[];
  /** Source of the amount, with its date if known. */
  readonly source: string;
  /** Marine terminals that charge it: all terminals of `ports`, or only `terminals` (keys). Absent: everywhere. */
  readonly at?: {
    readonly ports: readonly string[];
    readonly terminals?: readonly string[];
    /** Names of `terminals`, for display. */
    readonly terminalNames?: readonly string[];
  };
  /** Whether a percentage applies to base rate plus fuel surcharge, because the charge is a second trip. */
  readonly includesFuel?: boolean;
  /** For a usual charge: why moves usually have it. Callers read this sentence if the price excludes the charge. */
  readonly usualReason?: string;
  /** Hours or days that are not charged. Default: none. */
  readonly freeTime?: number;
  /** For a charge of the schedule of a quote: when it applies, as a sentence for customers. */
  readonly applies?: string;
  /** Names of usual charges that this charge replaces. */
  readonly replaces?: readonly string[];
}

/** Whether a charge can apply to a move at a terminal (undefined: a move without a terminal). */
export function appliesAt({ at }: Accessorial, terminal: ServedTerminal | undefined): boolean {
  if (at === undefined) return true;
  if (terminal?.type !== 'marine') return false;
  if (terminal.port === undefined || !at.ports.includes(terminal.port)) return false;
  return (
    at.terminals === undefined ||
    (terminal.terminalKey !== undefined && at.terminals.includes(terminal.terminalKey))
  );
}
