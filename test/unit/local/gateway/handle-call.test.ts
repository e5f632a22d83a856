import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  allow,
  type GatewayOptions,
  type GatewayUnderTest,
  returned,
  startGateway,
} from './gateway-under-test.ts';

let gateway: GatewayUnderTest;

afterEach(() => gateway.server.stop());

async function call(options: GatewayOptions, path = '/things/1', init: RequestInit = {}) {
  gateway = await startGateway(options);
  const response = await fetch(`${gateway.url}${path}`, init);
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const FAILED = { status: 500, body: '{"family":"failed"}' };
const GENERAL = { status: 500, body: '{"general":"failed"}' };

describe('a call', () => {
  it("is answered by its function, with the function's status, headers and body", async () => {
    const handler = () =>
      returned({
        statusCode: 202,
        headers: { 'X-A': 'b' },
        multiValueHeaders: { 'X-M': ['1', '2'] },
        body: 'done',
      });
    const { status, headers, body } = await call({ handler });

    expect([status, body, headers.get('x-a'), headers.get('x-m')]).toEqual([202, 'done', 'b', '1, 2']);
  });

  it('to an unknown path or method is answered 404 without the authorizer', async () => {
    expect(await call({}, '/nowhere')).toMatchObject({ status: 404, body: '{"general":"not found"}' });
    await gateway.server.stop();
    expect(
      await call({ routes: [{ resourcePath: '/things/{thing_id}', method: 'GET' }] }, '/things/1', {
        method: 'POST',
      }),
    ).toMatchObject({ status: 404 });
    expect(gateway.authorizerEvents).toEqual([]);
  });

  it('with a path that cannot be decoded is answered 400 without the authorizer', async () => {
    expect(await call({}, '/things/%zz')).toMatchObject({ status: 400, body: '{"general":"bad"}' });
    expect(gateway.authorizerEvents).toEqual([]);
  });

  it('that the authorizer denies is answered 401 with the body from the context of the authorizer', async () => {
    const rejection = '{"error":{"code":401,"message":"Missing API key"}}';
    const authorizer: GatewayOptions['authorizer'] = ({ methodArn }) =>
      returned({
        principalId: 'anonymous',
        policyDocument: {
          Statement: [{ Action: 'execute-api:Invoke', Effect: 'Deny', Resource: methodArn }],
        },
        context: { rejection },
      });
    const { status, headers, body } = await call({ authorizer });

    expect([status, body]).toEqual([401, rejection]);
    expect(headers.get('x-request-id')).toBe(gateway.authorizerEvents[0]?.requestContext.requestId);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(gateway.events).toEqual([]);
  });

  it.each<[string, ReturnType<NonNullable<GatewayOptions['authorizer']>>]>([
    ['fails', { outcome: 'failed', errorType: 'Error', errorMessage: 'secret' }],
    ['crashes', { outcome: 'crashed', detail: 'secret' }],
    ['times out', { outcome: 'timed-out' }],
    ['is throttled', { outcome: 'throttled' }],
    ['returns null', returned(null)],
    [
      'returns a nested context',
      returned({ principalId: 'p', policyDocument: { Statement: [] }, context: { a: {} } }),
    ],
  ])('is answered 500 without the cause if the authorizer %s', async (_, invocation) => {
    expect(await call({ authorizer: () => invocation })).toMatchObject(GENERAL);
    expect(gateway.events).toEqual([]);
  });

  it('is answered 401 if the authorizer fails with the message "Unauthorized"', async () => {
    const authorizer: GatewayOptions['authorizer'] = () => ({
      outcome: 'failed',
      errorType: 'Error',
      errorMessage: 'Unauthorized',
    });

    expect(await call({ authorizer, api: { responses: {} } })).toMatchObject({
      status: 401,
      body: '{"message":"Unauthorized"}',
    });
  });

  it.each<[string, ReturnType<NonNullable<GatewayOptions['handler']>>]>([
    ['fails', { outcome: 'failed', errorType: 'Error', errorMessage: 'secret' }],
    ['crashes', { outcome: 'crashed', detail: 'secret' }],
    ['times out', { outcome: 'timed-out' }],
    ['is throttled', { outcome: 'throttled' }],
    ['returns an invalid proxy result', returned({ ok: true })],
    ['returns an invalid header', returned({ statusCode: 200, headers: { 'X-A': 'b\nc' } })],
    [
      'returns more than the response limit of Lambda',
      returned({ statusCode: 200, body: 'x'.repeat(6_300_000) }),
    ],
  ])('is answered 500 in the error format of the endpoint if the function %s', async (_, invocation) => {
    const { headers, ...answer } = await call({ handler: () => invocation });

    expect(answer).toEqual(FAILED);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('x-request-id')).toBe(gateway.events[0]?.requestContext.requestId);
  });

  it('takes a token of the usage key that the authorizer returns, and is answered 500 if that key has no plan', async () => {
    const throttle = vi.fn<NonNullable<GatewayOptions['throttle']>>(() => 'throttled');

    expect(await call({ throttle })).toMatchObject({ status: 429, body: '{"family":"throttled"}' });
    expect(throttle.mock.calls).toEqual([['gateway-key']]);
    await gateway.server.stop();
    expect(await call({ throttle: () => 'unknown-key' })).toMatchObject(FAILED);
    expect(gateway.events).toEqual([]);
  });

  it('takes no token if the authorizer denies it or the method requires no key', async () => {
    const throttle = vi.fn<NonNullable<GatewayOptions['throttle']>>(() => 'throttled');
    await call({
      throttle,
      authorizer: () => returned({ principalId: 'p', policyDocument: { Statement: [] } }),
    });
    await gateway.server.stop();
    const open = { resourcePath: '/things/{thing_id}', apiKeyRequired: false };

    expect(await call({ throttle, routes: [open] })).toMatchObject({ status: 200 });
    expect(throttle).not.toHaveBeenCalled();
  });

  it('is answered "too large" if its event exceeds the limit of Lambda, and is accepted just below that limit', async () => {
    const send = (size: number) => call({}, '/things/1', { method: 'POST', body: 'x'.repeat(size) });

    expect(await send(6 * 1024 * 1024)).toMatchObject({ status: 400, body: '{"general":"too large"}' });
    expect(gateway.events).toEqual([]);
    await gateway.server.stop();
    expect(await send(6 * 1024 * 1024 - 8_000)).toMatchObject({ status: 200 });
  });

  it('is answered after 29 s if the function has not returned', async () => {
    vi.useFakeTimers({ toNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    try {
      const invoked = Promise.withResolvers<void>();
      const answer = call({
        authorizer: allow,
        handler: () => {
          invoked.resolve();
          return new Promise(() => {});
        },
      });
      await invoked.promise;
      await vi.advanceTimersByTimeAsync(28_999);
      const early = await Promise.race([answer, new Promise((resolve) => setImmediate(resolve, 'waiting'))]);
      await vi.advanceTimersByTimeAsync(1);

      expect(early).toBe('waiting');
      expect(await answer).toMatchObject(FAILED);
    } finally {
      vi.useRealTimers();
    }
  });
});
