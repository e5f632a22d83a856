import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { LAMBDA_RUNTIME } from '../../settings/node-version.mjs';
import type { InvokeMessage, WorkerMessage, WorkerStart } from './messages.ts';
import { moveDate } from './moved-date.ts';

/**
 * The Lambda runtime: imports the bundle and runs its handler, one event at a time. An uncaught error ends the thread, as
 * it ends the process in Lambda.
 */
const { bundle, exportName, functionName, memoryMb, clock, recordCallsIn } = workerData as WorkerStart;

/** Time-outs use the machine's time, not the moved clock. */
const machineNow = Date.now;
moveDate(clock);
// Loaded only on request, since it would slow down the start of every worker.
if (recordCallsIn !== undefined) (await import('./record-calls.ts')).recordCalls(recordCallsIn, functionName);

type Handler = (event: unknown, context: unknown) => unknown;

function context({ invocation, deadline }: InvokeMessage) {
  return {
    awsRequestId: invocation,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    memoryLimitInMB: String(memoryMb),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - machineNow()),
  };
}

const post = (message: WorkerMessage) => parentPort?.postMessage(message);

/** Limit of the result of a synchronous invocation, in bytes of JSON. */
const MAX_RESULT_BYTES = 6 * 1024 * 1024 + 100;

class UnserializableResultError extends Error {
  override readonly name = 'Runtime.MarshalError';
}
class ResultTooLargeError extends Error {
  override readonly name = 'Function.ResponseSizeTooLarge';
}

/** A result as JSON text; undefined becomes null, as in Lambda. */
function serialize(result: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(result === undefined ? null : result);
  } catch {
    // A circular reference or a BigInt; reported below, as for a function, which JSON omits.
  }
  if (text === undefined) throw new UnserializableResultError('Unable to stringify response body');
  if (Buffer.byteLength(text) > MAX_RESULT_BYTES) {
    throw new ResultTooLargeError(
      `Response payload size exceeded maximum allowed payload size (${MAX_RESULT_BYTES} bytes).`,
    );
  }
  return text;
}

async function run(handler: Handler, message: InvokeMessage): Promise<void> {
  const { invocation, traceHeader } = message;
  process.env._X_AMZN_TRACE_ID = traceHeader;
  try {
    const result = await handler(JSON.parse(message.event), context(message));
    post({ kind: 'returned', invocation, result: serialize(result) });
  } catch (error) {
    post({ kind: 'failed', invocation, ...describe(error) });
  }
}

function describe(error: unknown) {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return { errorType: String(error.name), errorMessage: String(error.message), stack: String(error.stack) };
}

const exported: unknown = (await import(pathToFileURL(bundle).href))[exportName];
if (typeof exported !== 'function') throw new Error(`${bundle} does not export a function "${exportName}"`);
if (exported.length > 2) throw new Error(`${LAMBDA_RUNTIME} does not support handlers with a callback`);
parentPort?.on('message', (message: InvokeMessage) => void run(exported as Handler, message));
post({ kind: 'ready' });
