import type { ReindexProgress } from '../../../shared/terminals/indexing/reindex-runs.ts';
import type { BegunRun, SearchIndex } from '../connection/search-index.ts';
import { CommandFailedError } from '../failures/command-errors.ts';

/** Lambda gives an event that failed to another process after a minute: half a minute more, and nobody works on it. */
const STALLED_AFTER_MS = 90_000;

export interface Following {
  readonly lookEveryMs: number;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Told of what has changed, and of what was there before. */
  readonly onProgress?: (progress: ReindexProgress, before: ReindexProgress | undefined) => void;
  /** Whether the user has had enough. */
  readonly left?: () => boolean;
}

/**
 * Waits for the end of a rebuild of the search index.
 * @throws CommandFailedError where the user left, or nobody works on it any more.
 */
export async function followRebuild(
  { read }: Pick<SearchIndex, 'read'>,
  { runId, functionName }: BegunRun,
  { lookEveryMs, pause, onProgress, left }: Following,
): Promise<ReindexProgress> {
  let before: ReindexProgress | undefined;
  let unchangedMs = 0;
  for (;;) {
    const progress = await read(runId);
    if (progress !== undefined && progress.state !== 'running') return progress;
    if (JSON.stringify(progress) === JSON.stringify(before)) unchangedMs += lookEveryMs;
    else unchangedMs = 0;
    if (progress !== undefined && unchangedMs === 0) onProgress?.(progress, before);
    before = progress;
    if (left?.()) {
      throw new CommandFailedError(`The rebuild goes on without this command, as run ${runId}.`);
    }
    if (unchangedMs >= STALLED_AFTER_MS) {
      throw new CommandFailedError(
        `Nothing was heard of run ${runId} for ${STALLED_AFTER_MS / 1000} seconds: see the log of ${functionName}. What was in service stays so.`,
      );
    }
    await pause(lookEveryMs);
  }
}
