import type { SnapshotShelf } from './terminal-snapshots.ts';
import type { TerminalStore } from './terminal-store.ts';

/** What changing terminals works with. */
export interface TerminalManagement {
  readonly store: TerminalStore;
  readonly shelf: SnapshotShelf;
  readonly now: () => Date;
}
