import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { InvokeMessage, WorkerMessage, WorkerStart } from './messages.ts';

/**
 * The Lambda runtime's part: imports a function's bundle and runs its handler, one event at a time. An error that the
 * bundle does not catch ends the thread, as it ends Lambda's process.
 */
const { bundle, exportName, functionName, memoryMb } = workerData as WorkerStart;

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
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

const tell = (message: WorkerMessage) => parentPort?.postMessage(message);

async function run(handler: Handler, message: InvokeMessage): Promise<void> {
  const { invocation } = message;
  try {
    const result = await handler(JSON.parse(message.event), context(message));
    // Lambda answers null for undefined; what JSON cannot hold fails here.
    tell({ kind: 'returned', invocation, result: JSON.stringify(result ?? null) });
  } catch (error) {
    const { name, message: errorMessage } = error instanceof Error ? error : new Error(String(error));
    tell({ kind: 'failed', invocation, errorType: name, errorMessage });
  }
}

const exported: unknown = (await import(pathToFileURL(bundle).href))[exportName];
if (typeof exported !== 'function') throw new Error(`${bundle} exports no function "${exportName}"`);
if (exported.length > 2) throw new Error('handlers with a callback are not run by nodejs24.x');
parentPort?.on('message', (message: InvokeMessage) => void run(exported as Handler, message));
tell({ kind: 'ready' });
