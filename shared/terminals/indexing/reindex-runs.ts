export type ReindexState =
  | 'running'
  /** Search reads the new index. */
  | 'served'
  /** Another run was faster, and its newer index is in service. */
  | 'superseded'
  /** The new index lacks rows; what was in service stays so. */
  | 'incomplete'
  /** The same, by an error. */
  | 'failed';

/** Whether a rebuild has ended with a whole index in service: its own, or a newer one. */
export const isBuilt = ({ state }: { readonly state: ReindexState }): boolean =>
  state === 'served' || state === 'superseded';

/** How far a rebuild of the search index is. */
export interface ReindexProgress {
  readonly state: ReindexState;
  /** Rows that are in the new index. */
  readonly written: number;
  /** Rows of the table; 0 until they are read. */
  readonly rows: number;
  /** Name of the new index, when it is done. */
  readonly generation?: string | undefined;
  /** Names of the older indexes that went, when it is done. */
  readonly removed?: readonly string[] | undefined;
  /** What went wrong, where something did. */
  readonly reason?: string | undefined;
  /** When this was so; ISO 8601, UTC. */
  readonly at: string;
}

/** Port: rebuilds of the search index, each under an id that who asked for it chose. */
export interface ReindexRuns {
  /** Puts this in place of what was told of the run before. */
  report(runId: string, progress: ReindexProgress): Promise<void>;
  /** What was told of a run last; undefined where it has not begun, or is forgotten, a week after its end. */
  read(runId: string): Promise<ReindexProgress | undefined>;
}
