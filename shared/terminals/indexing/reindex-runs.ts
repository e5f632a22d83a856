export type ReindexState =
  | 'running'
  /** Search reads the new index. */
  | 'served'
  /** The newer index of another run is in service. */
  | 'superseded'
  /** The new index lacks rows; the index in service did not change. */
  | 'incomplete'
  /** An error occurred; the index in service did not change. */
  | 'failed';

/** Whether a rebuild ended with a complete index in service: its own, or a newer one. */
export const isBuilt = ({ state }: { readonly state: ReindexState }): boolean =>
  state === 'served' || state === 'superseded';

/** Progress of a rebuild of the search index. */
export interface ReindexProgress {
  readonly state: ReindexState;
  /** Rows in the new index. */
  readonly written: number;
  /** Rows of the table; 0 before they are read. */
  readonly rows: number;
  /** Name of the new index; set at the end. */
  readonly generation?: string | undefined;
  /** Names of the deleted older indexes; set at the end. */
  readonly removed?: readonly string[] | undefined;
  /** Reason of `incomplete` or `failed`. */
  readonly reason?: string | undefined;
  /** Time of the report; ISO 8601, UTC. */
  readonly at: string;
}

/** Port: rebuilds of the search index, each with an id that the requester chose. */
export interface ReindexRuns {
  /** Replaces the previous report of the run. */
  report(runId: string, progress: ReindexProgress): Promise<void>;
  /** The last report of a run; undefined before its start and a week after its end. */
  read(runId: string): Promise<ReindexProgress | undefined>;
}
