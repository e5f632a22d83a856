import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { readResourceEvent, reportSuccess } from '../../shared/platform/cloudformation/custom-resource.ts';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { type IndexStatus, reindexRequestSchema } from '../../shared/terminals/indexing/terminal-index.ts';

export interface ReindexTerminals {
  /** @returns the number of rows. */
  readonly rebuild: () => Promise<number>;
  readonly readStatus: () => Promise<IndexStatus>;
  /** Time after which the response to CloudFormation is sent, even if the index is not complete. */
  readonly answerAfterMs?: number;
}

/** A deployment does not depend on the index, so it waits for a limited time only. */
const ANSWER_AFTER_MS = 60_000;

const PHYSICAL_ID = 'terminal-index';

/**
 * Creates the Lambda handler for three events:
 * - `{ request: 'status' }` of an operator returns the status.
 * - `{ request: 'rebuild' }` of an operator rebuilds the index and returns the number of rows.
 * - An event of CloudFormation builds the index. The response is always success, because search works without the index.
 *   An error is thrown afterwards, so that Lambda retries and the alarm on errors fires.
 */
export function createReindexTerminals({
  rebuild,
  readStatus,
  answerAfterMs = ANSWER_AFTER_MS,
}: ReindexTerminals) {
  const rebuildLogged = async (): Promise<{ readonly rows: number }> => {
    try {
      const rows = await rebuild();
      log(LOG.indexBuilt, { rows });
      return { rows };
    } catch (error) {
      log(LOG.indexNotBuilt, describeError(error));
      throw error;
    }
  };
  return async (event: unknown): Promise<IndexStatus | { readonly rows: number } | undefined> => {
    const operator = v.safeParse(reindexRequestSchema, event);
    if (operator.success) return operator.output.request === 'status' ? readStatus() : rebuildLogged();
    const resource = readResourceEvent(event);
    const work = resource.RequestType === 'Delete' ? undefined : rebuildLogged();
    const timeout = new AbortController();
    const late = wait(answerAfterMs, undefined, { signal: timeout.signal });
    await Promise.race([work, late]).catch(() => undefined);
    timeout.abort();
    late.catch(() => undefined);
    await reportSuccess(resource, PHYSICAL_ID);
    await work;
    return undefined;
  };
}
