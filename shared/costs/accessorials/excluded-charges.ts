import type { Accessorial } from './accessorial.ts';

/** A charge that a move usually has and that its price does not include. */
export interface ExcludedCharge<Charge> {
  readonly accessorial: Charge;
  /** Why the move usually has it: a sentence for callers. */
  readonly reason: string;
}

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
