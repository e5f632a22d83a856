import type { TerminalStore } from '../catalogue/terminal-store.ts';
import type { SnapshotReader } from './terminal-snapshots.ts';

/** What changing terminals works with. */
export interface TerminalManagement {
  readonly store: TerminalStore;
  readonly shelf: SnapshotReader;
  readonly now: () => Date;
}
