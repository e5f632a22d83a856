import { invokeAsynchronously } from '../events/schedules.ts';
import type { Invocation } from '../lambda/functions.ts';
import type { FunctionModel } from '../template/service-model.ts';
import { ControlPlaneError } from './gateway-registry.ts';

/** Response of the control plane. */
export type Answered = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

/** Finds and invokes functions for the Invoke operation of Lambda. */
export interface FunctionCalls {
  find(name: string): FunctionModel | undefined;
  invoke(arn: string, event: unknown): Promise<Invocation>;
  /** Aborts pending retries of asynchronous invocations. */
  readonly signal: AbortSignal;
  readonly onLog: (line: string) => void;
}

/**
 * The Invoke operation of Lambda, by function name.
 * @param type "Event" answers at once and retries in the background; other types wait for the result.
 * @throws ControlPlaneError if the function does not exist.
 */
export async function callFunction(
  calls: FunctionCalls | undefined,
  name: string,
  event: unknown,
  type: string | undefined,
): Promise<Answered> {
  const found = calls?.find(name);
  if (calls === undefined || found === undefined) {
    throw new ControlPlaneError(404, 'ResourceNotFoundException', `Function not found: ${name}`);
  }
  const { arn, asynchronousRetries: retries } = found;
  const invoke = () => calls.invoke(arn, event);
  if (type !== 'Event') return answerOf(await invoke());
  void invokeAsynchronously({ invoke, retries, signal: calls.signal }).then((ended) => {
    if (ended === undefined || ended.outcome === 'returned') return;
    calls.onLog(JSON.stringify({ level: 'error', code: 'EVENT_FAILED', function: name, ...ended }));
  });
  return [202];
}

/** Response of Lambda: also 200 for a failed function, with the header x-amz-function-error. */
function answerOf(ended: Invocation): Answered {
  switch (ended.outcome) {
    case 'returned':
      return [200, ended.payload ?? null];
    case 'throttled':
      throw new ControlPlaneError(429, 'TooManyRequestsException', 'Rate Exceeded.');
    case 'failed':
      return failed(ended.errorType, ended.errorMessage);
    case 'timed-out':
      return failed('Sandbox.Timedout', 'Task timed out');
    case 'crashed':
      return failed('Runtime.ExitError', ended.detail);
  }
}

const failed = (errorType: string, errorMessage: string): Answered => [
  200,
  { errorType, errorMessage },
  { 'x-amz-function-error': 'Unhandled' },
];
