import type { EquipmentType } from '../equipment/equipment-type.ts';
import type { Accessorial } from './accessorial.ts';
import type { ServedTerminal } from './served-terminal.ts';
import { chargesAt } from './tariff.ts';

/** A charge that a move usually has and that its price does not include. */
export interface ExcludedCharge<Charge = Accessorial> {
  readonly accessorial: Charge;
  /** Why the move usually has it: a sentence for callers. */
  readonly reason: string;
}

/**
 * The usual charges of the base tariff that are not in `charged`: chassis rental, tank cleaning, fees of the terminal
 * (undefined: a move without a terminal).
 */
export const excludedCharges = (
  equipment: EquipmentType,
  charged: readonly string[],
  terminal: ServedTerminal | undefined,
): readonly ExcludedCharge[] => excludedFrom(chargesAt(equipment, terminal), charged);

/** The usual charges that are not in `charged`. A charge in `charged` also covers the charges that it replaces. */
export function excludedFrom<Charge extends Pick<Accessorial, 'name' | 'replaces' | 'usualReason'>>(
  applicable: readonly Charge[],
  charged: readonly string[],
): readonly ExcludedCharge<Charge>[] {
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
