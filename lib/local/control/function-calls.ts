import { invokeAsynchronously } from '../events/invoke-asynchronously.ts';
import type { Invocation } from '../lambda/function-worker.ts';
import type { FunctionModel } from '../template/service-model.ts';
import { ControlPlaneError } from './gateway-registry.ts';

/** What the control plane answers with. */
export type Answered = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

/** Functions as Lambda's Invoke finds and calls them. */
export interface FunctionCalls {
  find(name: string): FunctionModel | undefined;
  invoke(arn: string, event: unknown): Promise<Invocation>;
  /** Ends the wait for another attempt of what nobody waits for. */
  readonly signal: AbortSignal;
  readonly onLog: (line: string) => void;
}

/**
 * Lambda's Invoke, by a function's name.
 * @param type "Event" is answered at once, and tried again by itself; anything else waits for the end.
 * @throws ControlPlaneError where there is no such function.
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
    calls.onLog(JSON.stringify({ level: 'error', code: 'EVENT_GIVEN_UP', function: name, ...ended }));
  });
  return [202];
}

/** As Lambda tells how a call ended: 200 for a function that failed, too, with a header that says so. */
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
