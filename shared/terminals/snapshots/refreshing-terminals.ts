import { createRefreshingValue } from '../../platform/caching/refreshing-value.ts';
import type { ListedTerminal } from '../catalogue/listed-terminal.ts';
import type { TerminalSource } from '../catalogue/terminal-source.ts';
import { readPointer, readSnapshot } from './read-snapshot.ts';
import { BrokenSnapshotError } from './snapshot-content.ts';
import type { SnapshotReference, TerminalSnapshots } from './terminal-snapshots.ts';

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
  /** As `RefreshingValueOptions.refreshAfterMs`. */
  readonly refreshAfterMs: number;
  readonly onTrouble: (trouble: TerminalTrouble) => void;
}

/**
 * The terminals in force, renewed when the operator changes them. Only the pointer is looked at while the snapshot is
 * the same. A snapshot that is broken is reported and never put in service.
 */
export function createRefreshingTerminals<View>(options: RefreshingTerminals<View>): TerminalSource<View> {
  const { snapshots, bundled, build, now, refreshAfterMs, onTrouble } = options;
  /** The snapshot in service; undefined while it is the bundled catalogue. */
  let inService: string | undefined;

  /** Undefined where it is in service already. */
  const take = async (reference: SnapshotReference): Promise<View | undefined> => {
    const identity = `${reference.version} ${reference.attempt}`;
    if (identity === inService) return undefined;
    const view = build(await readSnapshot(snapshots, reference));
    inService = identity;
    return view;
  };

  /** Undefined where it is broken: that is reported. */
  const unlessBroken = async <Found>(
    version: number | undefined,
    work: () => Promise<Found>,
  ): Promise<{ readonly found: Found } | undefined> => {
    try {
      return { found: await work() };
    } catch (error) {
      if (!(error instanceof BrokenSnapshotError)) throw error;
      onTrouble({ kind: 'broken', version, error });
      return undefined;
    }
  };

  return createRefreshingValue({
    load: async () => {
      const pointer = (await unlessBroken(undefined, () => readPointer(snapshots)))?.found;
      if (pointer === undefined) return undefined;
      const newest = await unlessBroken(pointer.version, () => take(pointer));
      if (newest !== undefined) return newest.found;
      // A process that has nothing better yet takes the last good one.
      const { previous } = pointer;
      if (inService !== undefined || previous === undefined) return undefined;
      return (await unlessBroken(previous.version, () => take(previous)))?.found;
    },
    fallback: () => {
      onTrouble({ kind: 'bundled' });
      return build(bundled());
    },
    now,
    refreshAfterMs,
    onUnreadable: (error) => onTrouble({ kind: 'unreadable', error }),
  });
}
