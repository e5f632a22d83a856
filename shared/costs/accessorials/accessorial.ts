import type { EquipmentType } from '../equipment/equipment-type.ts';
import type { ServedTerminal } from './served-terminal.ts';

export type Frequency =
  | 'per container'
  | 'per load'
  | 'per day'
  | 'per hour'
  | 'per mile'
  | 'per stop'
  | 'per occurrence';

/**
 * When a charge applies: when the caller asks for it; always with its equipment; at some marine terminals, when it is
 * asked for or the strategy charges port fees; or after the move, for what happened on it, so that no quote has it.
 */
export type Occasion = 'on request' | 'by equipment' | 'port fee' | 'after the move';

/** Integer cents for each unit of the frequency, or a percentage of what the move itself costs. */
export type Charge = { readonly cents: number } | { readonly percentOfBase: number };

/** A charge in addition to linehaul and fuel. */
export interface Accessorial {
  /** As callers ask for it: "chassis_split". */
  readonly name: string;
  /** As people read it: "Chassis split". */
  readonly title: string;
  readonly charge: Charge;
  readonly frequency: Frequency;
  /** Units charged where the caller names none; for "per mile" the miles of the move count instead. */
  readonly defaultQuantity: number;
  readonly occasion: Occasion;
  readonly equipment: readonly EquipmentType[];
  /** Where the figure comes from, with its date where it has one. */
  readonly source: string;
  /** Marine terminals that charge it: all of these ports, or those named by key; absent = everywhere. */
  readonly at?: { readonly ports: readonly string[]; readonly terminals?: readonly string[] };
  /** Whether a percentage is of base rate and fuel surcharge together, because the charge is another trip. */
  readonly ofFuelToo?: boolean;
  /** Why a move usually carries it although the price does not include it: a reason that callers read. */
  readonly usual?: string;
  /** Names of usual charges that this one takes the place of. */
  readonly replaces?: readonly string[];
}

/** Whether a charge can apply to a move from or to a terminal (undefined: a move without a terminal). */
export function appliesAt({ at }: Accessorial, terminal: ServedTerminal | undefined): boolean {
  if (at === undefined) return true;
  if (terminal?.type !== 'marine') return false;
  if (terminal.port === undefined || !at.ports.includes(terminal.port)) return false;
  return (
    at.terminals === undefined ||
    (terminal.terminalKey !== undefined && at.terminals.includes(terminal.terminalKey))
  );
}
