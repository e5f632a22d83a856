import type { TerminalStore } from '../catalogue/terminal-store.ts';
import type { SnapshotShelf } from './terminal-snapshots.ts';

/** What changing terminals works with. */
export interface TerminalManagement {
  readonly store: TerminalStore;
  readonly shelf: SnapshotShelf;
  readonly now: () => Date;
}
