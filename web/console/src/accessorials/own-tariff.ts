import type { Accessorial, ReplaceAccessorialsBody } from '../api/client.ts';

export const TARIFF_KEY = ['accessorials'];

export type TariffEntry = ReplaceAccessorialsBody['accessorials'][number];

/** An entry as a replacement has it: members that do not apply are left out. */
export const entryOf = ({
  amount,
  percent,
  source: _,
  source_text: __,
  ...entry
}: Accessorial): TariffEntry => ({
  ...entry,
  amount: amount ?? undefined,
  percent: percent ?? undefined,
  effective_from: entry.effective_from || undefined,
  effective_to: entry.effective_to || undefined,
});

/** Equal texts mean the same entry: entries have no id. */
export const entryKey = (entry: Accessorial): string => JSON.stringify(entry);

export interface EntryChange {
  readonly before: Accessorial | undefined;
  /** undefined removes the entry. */
  readonly after: TariffEntry | undefined;
  readonly note: string | undefined;
}

/** The own tariff with one entry added, replaced or removed; undefined if it no longer has the entry. */
export function changedEntries(
  accessorials: readonly Accessorial[],
  { before, after }: EntryChange,
): readonly TariffEntry[] | undefined {
  const own = accessorials.filter(({ source }) => source === 'custom');
  const added = after === undefined ? [] : [after];
  if (before === undefined) return [...own.map(entryOf), ...added];
  const index = own.findIndex((entry) => entryKey(entry) === entryKey(before));
  if (index < 0) return undefined;
  return own.flatMap((entry, at) => (at === index ? added : [entryOf(entry)]));
}
