import type { RowCounts } from './row-counts.ts';

/** Moments that a table can be restored to; both included. */
export interface RestoreWindow {
  readonly earliest: Date;
  readonly latest: Date;
}

/** Port: point-in-time backups of a service's tables, and tables that were restored from them. */
export interface Backups {
  /** Every table of the service, by its short name. */
  readonly tables: readonly string[];
  /** Undefined where it has no backups. */
  window(table: string): Promise<RestoreWindow | undefined>;
  /** Has a table restored under a name of the drill's; it is there when `isReady` says so. */
  restore(table: string, at: Date, drill: string): Promise<void>;
  isReady(table: string, drill: string): Promise<boolean>;
  /** Rows of a restored table, or of the live one where no drill is named. */
  count(table: string, drill?: string): Promise<RowCounts>;
  /** Names of tables that drills made and did not delete yet. */
  leftOvers(): Promise<readonly string[]>;
  /** Deletes a drill's table by its name, once it may be; one that is gone is done. */
  remove(name: string): Promise<void>;
}
