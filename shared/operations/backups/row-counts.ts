/** Row counts by owner and kind: "org_a quote". The owner is "-" if the row does not name one. */
export type RowCounts = ReadonlyMap<string, number>;

export const rowName = (owner: string | undefined, kind: string): string => `${owner ?? '-'} ${kind}`;

/** An owner and kind with different counts. */
export interface RowDifference {
  readonly rows: string;
  readonly restored: number;
  readonly expected: number;
}

/** Differences between two counts, largest first. */
export function differencesOf(restored: RowCounts, expected: RowCounts): RowDifference[] {
  return [...new Set([...restored.keys(), ...expected.keys()])]
    .map((rows) => ({ rows, restored: restored.get(rows) ?? 0, expected: expected.get(rows) ?? 0 }))
    .filter((difference) => difference.restored !== difference.expected)
    .toSorted((a, b) => Math.abs(b.restored - b.expected) - Math.abs(a.restored - a.expected));
}

export const sumOf = (counts: RowCounts): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
