import type { RowCounts } from './row-counts.ts';

/** Times that a table can be restored to, both inclusive. */
export interface RestoreWindow {
  readonly earliest: Date;
  readonly latest: Date;
}

/** Port: point-in-time backups of the service's tables, and temporary tables restored from them. */
export interface Backups {
  /** Short names of all tables of the service. */
  readonly tables: readonly string[];
  /** Undefined if point-in-time recovery is off. */
  window(table: string): Promise<RestoreWindow | undefined>;
  /** Starts to restore a table under a temporary name with the id of the run; `isReady` returns true once it is active. */
  restore(table: string, at: Date, runId: string): Promise<void>;
  isReady(table: string, runId: string): Promise<boolean>;
  /** Counts rows of a restored table, or of the live table if `runId` is omitted. */
  count(table: string, runId?: string): Promise<RowCounts>;
  /** Full names of restored tables that were not deleted yet. */
  restoredTables(): Promise<readonly string[]>;
  /** Deletes a restored table as soon as DynamoDB allows it; succeeds if it does not exist. */
  remove(name: string): Promise<void>;
}
