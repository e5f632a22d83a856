import type { ReindexProgress } from '../../../shared/terminals/indexing/reindex-runs.ts';
import type { BegunRun, SearchIndex } from '../connection/search-index.ts';
import { CommandFailedError } from '../failures/command-errors.ts';

/** Lambda first retries a failed event after one minute: a rebuild without progress for longer is reported as stalled. */
const STALLED_AFTER_MS = 90_000;

export interface Following {
  readonly pollIntervalMs: number;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Called with the new and the previous progress. */
  readonly onProgress?: (progress: ReindexProgress, before: ReindexProgress | undefined) => void;
  /** Whether the user interrupted the command. */
  readonly isInterrupted?: () => boolean;
}

/**
 * Waits for the end of a rebuild of the search index.
 * @throws CommandFailedError if the user interrupts the command or the rebuild makes no progress.
 */
export async function followRebuild(
  { read }: Pick<SearchIndex, 'read'>,
  { runId, functionName }: BegunRun,
  { pollIntervalMs, pause, onProgress, isInterrupted }: Following,
): Promise<ReindexProgress> {
  let before: ReindexProgress | undefined;
  let unchangedMs = 0;
  for (;;) {
    const progress = await read(runId);
    if (progress !== undefined && progress.state !== 'running') return progress;
    if (JSON.stringify(progress) === JSON.stringify(before)) unchangedMs += pollIntervalMs;
    else unchangedMs = 0;
    if (progress !== undefined && unchangedMs === 0) onProgress?.(progress, before);
    before = progress;
    if (isInterrupted?.()) {
      throw new CommandFailedError(`The rebuild continues without this command as run ${runId}.`);
    }
    if (unchangedMs >= STALLED_AFTER_MS) {
      throw new CommandFailedError(
        `Run ${runId} has made no progress for ${STALLED_AFTER_MS / 1000} seconds. See the log of ${functionName}. The previous index stays in service.`,
      );
    }
    await pause(pollIntervalMs);
  }
}
