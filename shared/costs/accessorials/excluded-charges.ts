import type { EquipmentType } from '../equipment/equipment-type.ts';
import type { Accessorial } from './accessorial.ts';
import type { ServedTerminal } from './served-terminal.ts';
import { chargesAt } from './tariff.ts';

/** A charge that a move usually carries and that its price does not include. */
export interface ExcludedCharge {
  readonly accessorial: Accessorial;
  /** Why the move usually carries it, a sentence for callers. */
  readonly reason: string;
}

/**
 * The usual charges of a move that are not among those it is charged: chassis rental, cleaning of a tank, fees of the
 * terminal (undefined: a move without one). A charge that takes the place of another leaves that one out.
 */
export function excludedCharges(
  equipment: EquipmentType,
  charged: readonly string[],
  terminal: ServedTerminal | undefined,
): readonly ExcludedCharge[] {
  const applicable = chargesAt(equipment, terminal);
  const covered = new Set([
    ...charged,
    ...applicable.filter(({ name }) => charged.includes(name)).flatMap(({ replaces = [] }) => replaces),
  ]);
  return applicable.flatMap((accessorial) =>
    accessorial.usual === undefined || covered.has(accessorial.name)
      ? []
      : [{ accessorial, reason: accessorial.usual }],
  );
}
