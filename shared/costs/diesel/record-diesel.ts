import type { DieselBook } from './diesel-book.ts';
import type { DieselCorrection, DieselStore } from './diesel-store.ts';
import {
  type DieselFault,
  type DieselFigure,
  planDieselChange,
  type Recorder,
} from './plan-diesel-change.ts';
import { readDieselBook } from './read-diesel-book.ts';

export type DieselRecording =
  | { readonly outcome: 'refused'; readonly faults: readonly DieselFault[] }
  | {
      readonly outcome: 'recorded' | 'unchanged';
      readonly corrections: readonly DieselCorrection[];
      /** Weeks that were known so already. */
      readonly unchanged: number;
      /** Of the book that is in force now; 0 while none was written. */
      readonly version: number;
    };

class DieselBookBusyError extends Error {
  override readonly name = 'DieselBookBusyError';
}

const ATTEMPTS = 10;

/** Begins with this where nothing was recorded yet. */
const EMPTY: DieselBook = { version: 0, weeks: [] };

/**
 * Records diesel prices, all or none. Who is overtaken by another recorder plans anew on what that one wrote, so that
 * no week is lost.
 * @param figuresFor the figures to record, given the book in force.
 * @throws DieselBookBusyError where others are always sooner; BrokenDieselBookError where the stored book is none.
 */
export async function recordDiesel(
  store: DieselStore,
  figuresFor: (book: DieselBook) => readonly DieselFigure[],
  recorder: Recorder,
): Promise<DieselRecording> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const book = (await readDieselBook(store)) ?? EMPTY;
    const plan = planDieselChange(book, figuresFor(book), recorder);
    if (!plan.ok) return { outcome: 'refused', faults: plan.faults };
    const { weeks, corrections, unchanged } = plan;
    if (corrections.length === 0) {
      return { outcome: 'unchanged', corrections, unchanged, version: book.version };
    }
    const version = book.version + 1;
    const { source, recordedBy, now } = recorder;
    const change = { version, source, recordedBy, recordedAt: now.toISOString(), corrections };
    if ((await store.replace({ version, weeks }, change)) === 'replaced') {
      return { outcome: 'recorded', corrections, unchanged, version };
    }
  }
  throw new DieselBookBusyError(`others changed the diesel prices ${ATTEMPTS} times meanwhile: try again`);
}
