import { createRefreshingValue } from '../../platform/caching/refreshing-value.ts';
import type { ListedTerminal } from '../catalogue/listed-terminal.ts';
import type { TerminalSource } from '../catalogue/terminal-source.ts';
import { readPointer, readSnapshot } from './read-snapshot.ts';
import { BrokenSnapshotError } from './snapshot-content.ts';
import type { SnapshotReader, SnapshotReference } from './snapshot-store.ts';

/** Why the terminals in service may not be the newest ones. */
export type TerminalSourceProblem =
  | { readonly kind: 'broken'; readonly version: number | undefined; readonly error: unknown }
  | { readonly kind: 'unreadable'; readonly error: unknown }
  | { readonly kind: 'bundled' };

export interface RefreshingTerminals<View> {
  readonly snapshots: SnapshotReader;
  /** The catalogue in the bundle: for a table that has no snapshot or cannot be read. */
  readonly bundled: () => readonly ListedTerminal[];
  readonly build: (terminals: readonly ListedTerminal[]) => View;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** As `RefreshingValueOptions.refreshAfterMs`. */
  readonly refreshAfterMs: number;
  readonly onProblem: (problem: TerminalSourceProblem) => void;
}

/**
 * The published terminals, refreshed when an operator changes them. While the snapshot is unchanged, only the pointer is
 * read. A broken snapshot is reported and never put in service.
 */
export function createRefreshingTerminals<View>(options: RefreshingTerminals<View>): TerminalSource<View> {
  const { snapshots, bundled, build, now, refreshAfterMs, onProblem } = options;
  /** The snapshot in service; undefined for the catalogue in the bundle. */
  let inService: string | undefined;

  /** Loads a snapshot; undefined if it is already in service. */
  const load = async (reference: SnapshotReference): Promise<View | undefined> => {
    const identity = `${reference.version} ${reference.attempt}`;
    if (identity === inService) return undefined;
    const view = build(await readSnapshot(snapshots, reference));
    inService = identity;
    return view;
  };

  /** Undefined if the snapshot is broken, which is reported. */
  const unlessBroken = async <Found>(
    version: number | undefined,
    work: () => Promise<Found>,
  ): Promise<{ readonly found: Found } | undefined> => {
    try {
      return { found: await work() };
    } catch (error) {
      if (!(error instanceof BrokenSnapshotError)) throw error;
      onProblem({ kind: 'broken', version, error });
      return undefined;
    }
  };

  return createRefreshingValue({
    load: async () => {
      const pointer = (await unlessBroken(undefined, () => readPointer(snapshots)))?.found;
      if (pointer === undefined) return undefined;
      const newest = await unlessBroken(pointer.version, () => load(pointer));
      if (newest !== undefined) return newest.found;
      // A new process uses the previous good snapshot.
      const { previous } = pointer;
      if (inService !== undefined || previous === undefined) return undefined;
      return (await unlessBroken(previous.version, () => load(previous)))?.found;
    },
    fallback: () => {
      onProblem({ kind: 'bundled' });
      return build(bundled());
    },
    now,
    refreshAfterMs,
    onUnreadable: (error) => onProblem({ kind: 'unreadable', error }),
  });
}
