import { readResourceEvent, reportSuccess } from '../../shared/platform/cloudformation/custom-resource.ts';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import type { RunContext } from '../../shared/platform/logging/log-context.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';

/** Time kept back before Lambda ends the function: CloudFormation must have its answer. */
const ANSWER_BEFORE_TIMEOUT_MS = 5_000;

const PHYSICAL_ID = 'terminal-catalogue';

class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

/**
 * The Lambda handler of a custom resource that does `load` when the stack is made or the catalogue has changed.
 * CloudFormation is always told that all went well: terminals that were not loaded must not undo a deployment. The
 * failure is thrown afterwards, so that Lambda tries again, and the alarm on errors rings.
 */
export function createLoadOnDeploy(load: () => Promise<Record<string, unknown>>) {
  return async (event: unknown, context: RunContext): Promise<void> => {
    const request = readResourceEvent(event);
    let failure: { readonly error: unknown } | undefined;
    if (request.RequestType !== 'Delete') {
      try {
        const within = context.getRemainingTimeInMillis() - ANSWER_BEFORE_TIMEOUT_MS;
        log('info', LOG.catalogueLoaded, await inTime(within, load()));
      } catch (error) {
        log('error', LOG.catalogueNotLoaded, describeError(error));
        failure = { error };
      }
    }
    await reportSuccess(request, PHYSICAL_ID);
    if (failure) throw failure.error;
  };
}

async function inTime<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutOfTimeError(`not done after ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
