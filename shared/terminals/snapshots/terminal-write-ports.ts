import type { TerminalStore } from '../catalogue/terminal-store.ts';
import type { SnapshotStore } from './snapshot-store.ts';

/** Ports of every operation that changes terminals and publishes them. */
export interface TerminalWritePorts {
  readonly store: TerminalStore;
  readonly snapshots: SnapshotStore;
  readonly now: () => Date;
}
