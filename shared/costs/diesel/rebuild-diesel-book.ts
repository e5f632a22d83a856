import type { DieselBook, RecordedWeek } from './diesel-book.ts';
import type { DieselStore } from './diesel-store.ts';

/**
 * Puts the book together again from the changes that were kept, whatever is stored in its place; the version goes on,
 * so that functions take it up.
 */
export async function rebuildDieselBook(
  store: DieselStore,
  rebuilder: { readonly recordedBy: string; readonly now: Date },
): Promise<DieselBook> {
  const changes = await store.changes();
  const byWeek = new Map<string, RecordedWeek>();
  for (const { corrections, source, recordedAt, recordedBy } of changes) {
    for (const { week, after } of corrections) {
      byWeek.set(week, { week, prices: { ...after }, source, recordedAt, recordedBy });
    }
  }
  const weeks = [...byWeek.values()].sort((a, b) => (a.week < b.week ? -1 : 1));
  const book = { version: (changes.at(-1)?.version ?? 0) + 1, weeks };
  const { recordedBy, now } = rebuilder;
  await store.restore(book, {
    version: book.version,
    recordedBy,
    recordedAt: now.toISOString(),
    source: 'rebuilt',
    corrections: [],
  });
  return book;
}
