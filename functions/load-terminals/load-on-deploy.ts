import { readResourceEvent, reportSuccess } from '../../shared/platform/cloudformation/custom-resource.ts';
import { describeError, log, type RunContext } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';

/** Time reserved before the Lambda time-out for the response to CloudFormation. */
const ANSWER_BEFORE_TIMEOUT_MS = 5_000;

const PHYSICAL_ID = 'terminal-catalogue';

class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

/**
 * Creates the Lambda handler of a custom resource that calls `load` when the stack is created or the catalogue changed.
 * The response to CloudFormation is always success, so that a failed load does not roll back the deployment. The error is
 * thrown afterwards, so that Lambda retries and the alarm on errors fires.
 */
export function createLoadOnDeploy(load: () => Promise<Record<string, unknown>>) {
  return async (event: unknown, context: RunContext): Promise<void> => {
    const request = readResourceEvent(event);
    let failure: { readonly error: unknown } | undefined;
    if (request.RequestType !== 'Delete') {
      try {
        const within = context.getRemainingTimeInMillis() - ANSWER_BEFORE_TIMEOUT_MS;
        log(LOG.catalogueLoaded, await inTime(within, load()));
      } catch (error) {
        log(LOG.catalogueNotLoaded, describeError(error));
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
