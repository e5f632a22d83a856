import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ControlPlaneServer,
  startControlPlane,
} from '../../../../lib/local/control/control-plane-server.ts';
import { GatewayRegistry } from '../../../../lib/local/control/gateway-registry.ts';
import type { Invocation } from '../../../../lib/local/lambda/function-worker.ts';
import { until } from '../lambda/function-under-test.ts';

const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:work';
const WORK = {
  name: 'work',
  arn: ARN,
  bundleDir: '',
  environment: {},
  memoryMb: 128,
  timeoutSeconds: 3,
  tracing: false,
  asynchronousRetries: 0,
};

const invoke = vi.fn(
  async (_arn: string, _event: unknown): Promise<Invocation> => ({ outcome: 'throttled' }),
);
let logs: string[];
let server: ControlPlaneServer;
beforeEach(async () => {
  invoke.mockReset();
  logs = [];
  server = await startControlPlane(new GatewayRegistry([]), {
    functions: {
      find: (name) => (name === WORK.name ? WORK : undefined),
      invoke,
      signal: new AbortController().signal,
      onLog: (line) => logs.push(line),
    },
  });
});
afterEach(() => server.stop());

/** Calls the Invoke API as the Lambda client does. */
async function call(name: string, type?: string) {
  const response = await fetch(`${server.url}/2015-03-31/functions/${name}/invocations`, {
    method: 'POST',
    headers: type === undefined ? {} : { 'X-Amz-Invocation-Type': type },
    body: JSON.stringify({ runId: 'r' }),
  });
  const text = await response.text();
  return {
    status: response.status,
    functionError: response.headers.get('x-amz-function-error'),
    body: text === '' ? undefined : JSON.parse(text),
  };
}

describe('the Invoke API', () => {
  it.each<[Invocation, object]>([
    [
      { outcome: 'returned', payload: { rows: 3 } },
      { status: 200, functionError: null, body: { rows: 3 } },
    ],
    [
      { outcome: 'returned', payload: undefined },
      { status: 200, functionError: null, body: null },
    ],
    [
      { outcome: 'failed', errorType: 'Error', errorMessage: 'no' },
      { status: 200, functionError: 'Unhandled', body: { errorType: 'Error', errorMessage: 'no' } },
    ],
    [
      { outcome: 'crashed', detail: 'gone' },
      { status: 200, functionError: 'Unhandled', body: { errorMessage: 'gone' } },
    ],
    [{ outcome: 'timed-out' }, { status: 200, functionError: 'Unhandled' }],
    [{ outcome: 'throttled' }, { status: 429, body: { __type: 'TooManyRequestsException' } }],
  ])('returns the response of Lambda for the result %j', async (ended, answer) => {
    invoke.mockResolvedValue(ended);

    expect(await call('work', 'RequestResponse')).toMatchObject(answer);
    expect(await call('work')).toMatchObject(answer);
    expect(invoke).toHaveBeenCalledWith(ARN, { runId: 'r' });
  });

  it('answers an Event invocation before the function ends, and its failure is logged', async () => {
    const { promise, resolve } = Promise.withResolvers<Invocation>();
    invoke.mockReturnValue(promise);

    expect(await call('work', 'Event')).toEqual({ status: 202, functionError: null, body: undefined });

    resolve({ outcome: 'failed', errorType: 'Error', errorMessage: 'no' });
    await until(() => logs.length > 0);
    expect(JSON.parse(logs[0] ?? '')).toMatchObject({ code: 'EVENT_FAILED', function: 'work' });
  });

  it.each(['RequestResponse', 'Event'])('rejects an unknown function name: %s', async (type) => {
    expect(await call('nothing', type)).toMatchObject({
      status: 404,
      body: { __type: 'ResourceNotFoundException' },
    });
  });
});
