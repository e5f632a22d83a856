import type { EquipmentType } from '../equipment/equipment-type.ts';

export type Frequency =
  | 'per container'
  | 'per load'
  | 'per day'
  | 'per hour'
  | 'per mile'
  | 'per stop'
  | 'per occurrence';

/**
 * When a charge comes: when the caller asks for it; by the equipment alone; at some ports, when asked for or switched
 * on; or after the move, for what happened on it, so that it is part of no price told before.
 */
export type Occasion = 'on request' | 'by equipment' | 'port fee' | 'after the move';

/** Integer cents for each unit of the frequency, or a percentage of what the move itself costs. */
export type Charge = { readonly cents: number } | { readonly percentOfBase: number };

/** A charge beside linehaul and fuel. */
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
  /** Port cities where it is charged; absent = everywhere. */
  readonly portCities?: readonly string[];
  /** Where the figure comes from. */
  readonly source: string;
}
