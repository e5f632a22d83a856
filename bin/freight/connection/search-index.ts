import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import {
  type IndexStatus,
  indexStatusSchema,
  STATUS_REQUEST,
} from '../../../shared/terminals/indexing/index-status.ts';
import type { ReindexProgress, ReindexRuns } from '../../../shared/terminals/indexing/reindex-runs.ts';
import { CommandFailedError } from '../failures.ts';
import { callFunction, sendEvent } from './lambda.ts';
import type { Target } from './target.ts';

export type SearchIndex = ReturnType<typeof createSearchIndex>;

const nameOf = (functionArn: string): string => functionArn.split(':').at(-1) ?? '';

/** The search index of terminals. Its calls throw CommandFailedError if there is no index, or the function cannot be called. */
export const createSearchIndex = (
  { control, reindexFunctionArn }: Pick<Target, 'control' | 'reindexFunctionArn'>,
  { read }: Pick<ReindexRuns, 'read'>,
) => ({
  /** Starts a rebuild. The log of the function has details. */
  begin: async () => {
    const runId: string = randomUUID();
    const functionName = nameOf(await reindexFunctionArn());
    await sendEvent(control, functionName, { runId });
    return { runId, functionName };
  },
  /** Reads the index in service and the disks of the nodes, by the function in the domain's network. */
  status: async (): Promise<IndexStatus> => {
    const arn = await reindexFunctionArn();
    const called = await callFunction(control, arn, STATUS_REQUEST);
    if ('failure' in called) {
      throw new CommandFailedError(
        `The search domain does not answer (${called.failure}); searches use the embedded search. See the log of ${nameOf(arn)}.`,
      );
    }
    const parsed = v.safeParse(indexStatusSchema, called.returned);
    if (parsed.success) return parsed.output;
    throw new CommandFailedError(
      `${nameOf(arn)} reports no status: its release is older than this command. Deploy first.`,
    );
  },
  read,
});

const POLL_INTERVAL_MS = 500;
/** Lambda first retries a failed event after one minute: a rebuild without progress for longer is reported as stalled. */
const STALLED_AFTER_MS = 90_000;

/**
 * Waits for the end of a rebuild.
 * @param pause rejects if the user interrupts the command.
 * @throws CommandFailedError if the rebuild makes no progress.
 */
export async function followRebuild(
  { read }: Pick<SearchIndex, 'read'>,
  { runId, functionName }: Awaited<ReturnType<SearchIndex['begin']>>,
  pause: (ms: number) => Promise<unknown>,
  onProgress: (progress: ReindexProgress) => void = () => {},
): Promise<ReindexProgress> {
  let before: ReindexProgress | undefined;
  for (let stalledMs = 0; stalledMs < STALLED_AFTER_MS; stalledMs += POLL_INTERVAL_MS) {
    const progress = await read(runId);
    if (progress !== undefined && progress.state !== 'running') return progress;
    if (JSON.stringify(progress) !== JSON.stringify(before)) stalledMs = 0;
    if (progress !== undefined && stalledMs === 0) onProgress(progress);
    before = progress;
    await pause(POLL_INTERVAL_MS);
  }
  throw new CommandFailedError(
    `Run ${runId} has made no progress for ${STALLED_AFTER_MS / 1000} seconds. See the log of ${functionName}. The previous index stays in service.`,
  );
}
