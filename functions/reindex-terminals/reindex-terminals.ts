import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { readResourceEvent, reportSuccess } from '../../shared/platform/cloudformation/custom-resource.ts';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import type { ensureTerminalIndex } from '../../shared/terminals/indexing/ensure-terminal-index.ts';
import { type IndexStatus, statusRequestSchema } from '../../shared/terminals/indexing/index-status.ts';
import type { ReindexProgress } from '../../shared/terminals/indexing/reindex-runs.ts';
import { isBuilt } from '../../shared/terminals/indexing/reindex-runs.ts';

export interface ReindexTerminals {
  readonly ensure: () => ReturnType<typeof ensureTerminalIndex>;
  readonly run: (runId: string) => Promise<ReindexProgress>;
  readonly readStatus: () => Promise<IndexStatus>;
  /** Time after which the response to CloudFormation is sent, even if the index is not complete. */
  readonly answerAfterMs?: number;
}

/** A deployment does not depend on the index, so it waits for a limited time only. */
const ANSWER_AFTER_MS = 60_000;

const PHYSICAL_ID = 'terminal-index';

/** Event of an operator; the run is reported with this id. */
const operatorSchema = v.object({ runId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)) });

class IndexIncompleteError extends Error {
  override readonly name = 'IndexIncompleteError';
}

/**
 * Creates the Lambda handler for three events:
 * - `{ report: 'status' }` of an operator returns the status.
 * - `{ runId }` of an operator rebuilds the index; the outcome is in the report of the run.
 * - An event of CloudFormation builds the index if needed. The response is always success, because the embedded search
 *   works without the index. An error is thrown afterwards, so that Lambda retries and the alarm on errors fires.
 */
export function createReindexTerminals({
  ensure,
  run,
  readStatus,
  answerAfterMs = ANSWER_AFTER_MS,
}: ReindexTerminals) {
  return async (event: unknown): Promise<IndexStatus | undefined> => {
    if (v.is(statusRequestSchema, event)) return readStatus();
    const operatorRequest = v.safeParse(operatorSchema, event);
    if (operatorRequest.success) {
      const { at, ...progress } = await run(operatorRequest.output.runId);
      const built = isBuilt(progress);
      log(built ? LOG.indexBuilt : LOG.indexNotBuilt, progress);
      return undefined;
    }
    const request = readResourceEvent(event);
    const work = request.RequestType === 'Delete' ? undefined : settled(ensure());
    const timeout = new AbortController();
    await Promise.race([
      work,
      wait(answerAfterMs, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
    await reportSuccess(request, PHYSICAL_ID);
    const failure = await work;
    if (failure !== undefined) throw failure.error;
    return undefined;
  };
}

/** Logs the outcome; returns the error if the build failed. */
async function settled(
  ensured: ReturnType<typeof ensureTerminalIndex>,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    const result = await ensured;
    if (result.outcome === 'incomplete') throw new IndexIncompleteError(result.reason);
    log(LOG.indexBuilt, { ...result });
    return undefined;
  } catch (error) {
    log(LOG.indexNotBuilt, describeError(error));
    return { error };
  }
}
