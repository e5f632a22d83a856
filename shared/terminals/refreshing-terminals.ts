import type { ListedTerminal } from './listed-terminal.ts';
import { readPointer, readSnapshot } from './read-snapshot.ts';
import { BrokenSnapshotError } from './snapshot-content.ts';
import type { SnapshotReference, TerminalSnapshots } from './terminal-snapshots.ts';
import type { TerminalSource } from './terminal-source.ts';

/** What keeps the terminals in force from being the newest ones. */
export type TerminalTrouble =
  | { readonly kind: 'broken'; readonly version: number | undefined; readonly error: unknown }
  | { readonly kind: 'unreadable'; readonly error: unknown }
  | { readonly kind: 'bundled' };

export interface RefreshingTerminals<View> {
  readonly snapshots: TerminalSnapshots;
  /** The catalogue shipped with the code: for a table without a snapshot, or one that cannot be read. */
  readonly bundled: () => readonly ListedTerminal[];
  readonly build: (terminals: readonly ListedTerminal[]) => View;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Age from which the pointer is looked at again, beside the answer; from twice that the caller waits for it. */
  readonly refreshAfterMs: number;
  readonly onTrouble: (trouble: TerminalTrouble) => void;
}

/** Longest that a caller waits for DynamoDB before the last good terminals do. */
const PATIENCE_MS = 2_500;

class TableSlowError extends Error {
  override readonly name = 'TableSlowError';
}

/** A table that failed is left alone so long. */
const RETRY_AFTER_MS = 5_000;

/**
 * The terminals in force, renewed when the operator changes them. The first caller of a process waits for the table;
 * later ones get what is there while the pointer is looked at, as long as it was looked at lately. Callers share one
 * look. A snapshot that is broken is reported and never put in service.
 */
export function createRefreshingTerminals<View>(options: RefreshingTerminals<View>): TerminalSource<View> {
  const { snapshots, bundled, build, now, refreshAfterMs, onTrouble } = options;
  let view: View | undefined;
  /** The snapshot that `view` was made of; undefined while it is the bundled catalogue. */
  let inService: string | undefined;
  /** When the question was asked whose answer `view` is: a process may be frozen before it hears the answer. */
  let trueAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const putInService = async (reference: SnapshotReference): Promise<void> => {
    const identity = `${reference.version} ${reference.attempt}`;
    if (identity === inService) return;
    view = build(await readSnapshot(snapshots, reference));
    inService = identity;
  };

  const tryPutInService = async (reference: SnapshotReference): Promise<boolean> => {
    try {
      await putInService(reference);
      return true;
    } catch (error) {
      if (!(error instanceof BrokenSnapshotError)) throw error;
      onTrouble({ kind: 'broken', version: reference.version, error });
      return false;
    }
  };

  const look = async (): Promise<void> => {
    const askedAt = now();
    try {
      const pointer = await readPointer(snapshots);
      if (pointer !== undefined && !(await tryPutInService(pointer))) {
        // A process that has nothing better yet takes the last good one.
        if (inService === undefined && pointer.previous) await tryPutInService(pointer.previous);
      }
      trueAt = askedAt;
    } catch (error) {
      if (error instanceof BrokenSnapshotError) {
        trueAt = askedAt;
        onTrouble({ kind: 'broken', version: undefined, error });
        return;
      }
      failedAt = now();
      onTrouble({ kind: 'unreadable', error });
    }
  };

  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  const waitFor = async (looked: Promise<void>): Promise<void> => {
    if (await endsWithin(PATIENCE_MS, looked)) return;
    failedAt = now();
    onTrouble({ kind: 'unreadable', error: new TableSlowError(`no answer within ${PATIENCE_MS} ms`) });
  };

  const age = () => now() - trueAt;
  const mayLook = () => now() - failedAt >= Math.min(RETRY_AFTER_MS, refreshAfterMs);

  return {
    current: async () => {
      if (age() >= refreshAfterMs && mayLook()) {
        const looked = lookOnce();
        if (view === undefined || age() >= 2 * refreshAfterMs) {
          await waitFor(looked);
          // That look may have begun before a long freeze: what it heard is old.
          if (age() >= 2 * refreshAfterMs && mayLook()) await waitFor(lookOnce());
        }
      }
      if (view === undefined) {
        onTrouble({ kind: 'bundled' });
        view = build(bundled());
      }
      return view;
    },
  };
}

async function endsWithin(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const ended = await Promise.race([work.then(() => true as const), late]);
  clearTimeout(timer);
  return ended;
}
