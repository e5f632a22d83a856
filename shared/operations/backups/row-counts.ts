/** How many rows there are, by whose they are ("-" where the row alone does not say) and what: "org_a quote". */
export type RowCounts = ReadonlyMap<string, number>;

export const rowName = (owner: string | undefined, kind: string): string => `${owner ?? '-'} ${kind}`;

/** A kind of which two sides have different numbers. */
export interface RowDifference {
  readonly rows: string;
  readonly restored: number;
  readonly expected: number;
}

/** Where counts differ, the greatest differences first. */
export function differencesOf(restored: RowCounts, expected: RowCounts): RowDifference[] {
  return [...new Set([...restored.keys(), ...expected.keys()])]
    .map((rows) => ({ rows, restored: restored.get(rows) ?? 0, expected: expected.get(rows) ?? 0 }))
    .filter((difference) => difference.restored !== difference.expected)
    .toSorted((a, b) => Math.abs(b.restored - b.expected) - Math.abs(a.restored - a.expected));
}

export const sumOf = (counts: RowCounts): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
