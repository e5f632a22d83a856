import type { EquipmentType } from '../equipment/equipment-type.ts';
import type { Accessorial } from './accessorial.ts';
import type { ServedTerminal } from './served-terminal.ts';
import { chargesAt } from './tariff.ts';

/** A charge that a move usually has and that its price does not include. */
export interface ExcludedCharge {
  readonly accessorial: Accessorial;
  /** Why the move usually has it: a sentence for callers. */
  readonly reason: string;
}

/**
 * The usual charges of a move that are not in `charged`: chassis rental, tank cleaning, fees of the terminal (undefined:
 * a move without a terminal). A charge in `charged` also covers the charges that it replaces.
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
    accessorial.usualReason === undefined || covered.has(accessorial.name)
      ? []
      : [{ accessorial, reason: accessorial.usualReason }],
  );
}
