import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { InvokeMessage, WorkerMessage, WorkerStart } from './messages.ts';
import { moveDate } from './moved-date.ts';

/**
 * The Lambda runtime's part: imports a function's bundle and runs its handler, one event at a time. An error that the
 * bundle does not catch ends the thread, as it ends Lambda's process.
 */
const { bundle, exportName, functionName, memoryMb, clock, recordCallsIn } = workerData as WorkerStart;

/** A time-out is the machine's matter, wherever the clock stands. */
const machineNow = Date.now;
moveDate(clock);
// Loaded only where it is asked for: every start of a worker would wait for it.
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

const tell = (message: WorkerMessage) => parentPort?.postMessage(message);

/** The largest answer to a synchronous invocation, in bytes of JSON. */
const MAX_RESULT_BYTES = 6 * 1024 * 1024 + 100;

class UnserializableResultError extends Error {
  override readonly name = 'Runtime.MarshalError';
}
class ResultTooLargeError extends Error {
  override readonly name = 'Function.ResponseSizeTooLarge';
}

/** A result as JSON text; Lambda answers null for undefined. */
function serialize(result: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(result === undefined ? null : result);
  } catch {
    // A circle or a big integer; said below, as for a function, which JSON leaves out.
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
  const { invocation } = message;
  try {
    const result = await handler(JSON.parse(message.event), context(message));
    tell({ kind: 'returned', invocation, result: serialize(result) });
  } catch (error) {
    tell({ kind: 'failed', invocation, ...describe(error) });
  }
}

function describe(error: unknown) {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return { errorType: String(error.name), errorMessage: String(error.message), stack: String(error.stack) };
}

const exported: unknown = (await import(pathToFileURL(bundle).href))[exportName];
if (typeof exported !== 'function') throw new Error(`${bundle} exports no function "${exportName}"`);
if (exported.length > 2) throw new Error('handlers with a callback are not run by nodejs24.x');
parentPort?.on('message', (message: InvokeMessage) => void run(exported as Handler, message));
tell({ kind: 'ready' });
