import type { Accessorial } from '../api/client.ts';
import type { TariffEntry } from './entry-draft.ts';

/** The own entries of a list, as a replacement has them. */
export const ownEntries = (accessorials: readonly Accessorial[]): readonly Accessorial[] =>
  accessorials.filter(({ source }) => source === 'custom');

/** An own entry as it was read. Members that do not apply are left out. */
const unchanged = ({ amount, percent, source_text: _, ...entry }: Accessorial): TariffEntry => ({
  ...entry,
  amount: amount ?? undefined,
  percent: percent ?? undefined,
  effective_from: entry.effective_from || undefined,
  effective_to: entry.effective_to || undefined,
});

/** Equal texts mean the same entry: entries have no id. */
export const entryKey = (entry: Accessorial): string => JSON.stringify(entry);

/** An entry was changed or removed by another person since it was shown. */
export class EntryGoneError extends Error {
  override readonly name = 'EntryGoneError';
}

export interface EntryChange {
  /** The own entry that is replaced or removed; undefined for a new one. */
  readonly before: Accessorial | undefined;
  /** undefined removes the entry. */
  readonly after: TariffEntry | undefined;
}

/**
 * The own tariff with one entry added, replaced or removed; the others stay.
 * @throws EntryGoneError if the entry is no longer in the tariff.
 */
export function changedEntries(
  accessorials: readonly Accessorial[],
  { before, after }: EntryChange,
): { readonly entries: readonly TariffEntry[]; readonly index: number } {
  const own = ownEntries(accessorials);
  const added = after === undefined ? [] : [after];
  if (before === undefined) return { entries: [...own.map(unchanged), ...added], index: own.length };
  const key = entryKey(before);
  const index = own.findIndex((entry) => entryKey(entry) === key);
  if (index < 0) throw new EntryGoneError();
  const entries = own.flatMap((entry, at) => (at === index ? added : [unchanged(entry)]));
  return { entries, index };
}
