import { afterEach, describe, expect, it, jest } from '@jest/globals';
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

  it('of an unknown path or method is not found, and asks no authorizer', async () => {
    expect(await call({}, '/nowhere')).toMatchObject({ status: 404, body: '{"general":"not found"}' });
    await gateway.server.stop();
    expect(
      await call({ routes: [{ resourcePath: '/things/{thing_id}', method: 'GET' }] }, '/things/1', {
        method: 'POST',
      }),
    ).toMatchObject({ status: 404 });
    expect(gateway.authorizerEvents).toEqual([]);
  });

  it('whose path cannot be decoded is rejected, and asks no authorizer', async () => {
    expect(await call({}, '/things/%zz')).toMatchObject({ status: 400, body: '{"general":"bad"}' });
    expect(gateway.authorizerEvents).toEqual([]);
  });

  it('that the authorizer denies prints what the authorizer prepared', async () => {
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
    ['runs out of time', { outcome: 'timed-out' }],
    ['is throttled', { outcome: 'throttled' }],
    ['answers nothing', returned(null)],
    [
      'answers a nested context',
      returned({ principalId: 'p', policyDocument: { Statement: [] }, context: { a: {} } }),
    ],
  ])('is answered 500 without a word of the cause when the authorizer %s', async (_, invocation) => {
    expect(await call({ authorizer: () => invocation })).toMatchObject(GENERAL);
    expect(gateway.events).toEqual([]);
  });

  it('is answered 401 when the authorizer fails with the message that means it', async () => {
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
    ['runs out of time', { outcome: 'timed-out' }],
    ['is throttled', { outcome: 'throttled' }],
    ['answers no response', returned({ ok: true })],
    ['answers a header that is none', returned({ statusCode: 200, headers: { 'X-A': 'b\nc' } })],
    ['answers more than Lambda lets through', returned({ statusCode: 200, body: 'x'.repeat(6_300_000) })],
  ])("is answered 500 in the family's shape when the function %s", async (_, invocation) => {
    const { headers, ...answer } = await call({ handler: () => invocation });

    expect(answer).toEqual(FAILED);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('x-request-id')).toBe(gateway.events[0]?.requestContext.requestId);
  });

  it("counts against the bucket that the authorizer names; a key of no plan is the service's fault", async () => {
    const throttle = jest.fn<NonNullable<GatewayOptions['throttle']>>(() => 'throttled');

    expect(await call({ throttle })).toMatchObject({ status: 429, body: '{"family":"throttled"}' });
    expect(throttle.mock.calls).toEqual([['gateway-key']]);
    await gateway.server.stop();
    expect(await call({ throttle: () => 'unknown-key' })).toMatchObject(FAILED);
    expect(gateway.events).toEqual([]);
  });

  it('takes nothing from a bucket when it is denied, or the method needs no key', async () => {
    const throttle = jest.fn<NonNullable<GatewayOptions['throttle']>>(() => 'throttled');
    await call({
      throttle,
      authorizer: () => returned({ principalId: 'p', policyDocument: { Statement: [] } }),
    });
    await gateway.server.stop();
    const open = { resourcePath: '/things/{thing_id}', apiKeyRequired: false };

    expect(await call({ throttle, routes: [open] })).toMatchObject({ status: 200 });
    expect(throttle).not.toHaveBeenCalled();
  });

  it('with a body that Lambda would not take is too large; one just below is not', async () => {
    const send = (size: number) => call({}, '/things/1', { method: 'POST', body: 'x'.repeat(size) });

    expect(await send(6 * 1024 * 1024)).toMatchObject({ status: 400, body: '{"general":"too large"}' });
    expect(gateway.events).toEqual([]);
    await gateway.server.stop();
    expect(await send(6 * 1024 * 1024 - 8_000)).toMatchObject({ status: 200 });
  });

  it('to a function that takes longer than 29 seconds is answered, and the function may go on', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
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
      await jest.advanceTimersByTimeAsync(28_999);
      const early = await Promise.race([answer, new Promise((resolve) => setImmediate(resolve, 'waiting'))]);
      await jest.advanceTimersByTimeAsync(1);

      expect(early).toBe('waiting');
      expect(await answer).toMatchObject(FAILED);
    } finally {
      jest.useRealTimers();
    }
  });
});
