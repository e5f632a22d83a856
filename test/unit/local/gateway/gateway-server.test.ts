import { Agent, get } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startGatewayServer } from '../../../../lib/local/gateway/gateway-server.ts';
import { LocalSetupError } from '../../../../lib/local/local-setup-error.ts';
import type { RouteModel } from '../../../../lib/local/template/service-model.ts';
import { type GatewayUnderTest, returned, startGateway } from './gateway-under-test.ts';

let gateway: GatewayUnderTest;

afterEach(() => gateway.server.stop());

const NO_API = { id: '', stageName: '', binaryMediaTypes: [], responses: {}, usagePlans: [], routes: [] };
const HEALTH: RouteModel = {
  method: 'GET',
  resourcePath: '/health',
  resourceId: 'health',
  apiKeyRequired: false,
  fixed: {
    status: 200,
    headers: { 'Cache-Control': "'no-store'", 'X-Request-Id': 'context.requestId' },
    body: '{"status":"ok","version":"abc"}',
    otherOrigins: [],
  },
};
const TOO_LARGE = '{"general":"too large"}';
const lines = (...parts: string[]) => [...parts, '', ''].join('\r\n');

describe('the gateway server', () => {
  it('answers a mock integration without the authorizer and without a function', async () => {
    gateway = await startGateway({ api: { routes: [HEALTH] } });
    const [first, second] = [await fetch(`${gateway.url}/health`), await fetch(`${gateway.url}/health`)];

    expect([first.status, await first.json()]).toEqual([200, { status: 'ok', version: 'abc' }]);
    expect(first.headers.get('content-type')).toBe('application/json');
    expect(first.headers.get('cache-control')).toBe('no-store');
    const ids = [first, second].map(({ headers }) => headers.get('x-request-id'));
    expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect(ids[0]).not.toBe(ids[1]);
    expect([gateway.authorizerEvents, gateway.events]).toEqual([[], []]);
  });

  it('invokes the authorizer of a method before its mock integration', async () => {
    const routes = [{ ...HEALTH, authorizerArn: 'authorizer' }];
    gateway = await startGateway({ api: { routes }, authorizer: () => returned({}) });
    expect((await fetch(`${gateway.url}/health`)).status).toBe(500);
    expect(gateway.authorizerEvents).toHaveLength(1);
  });

  it('answers 503 to every call until the service is ready', async () => {
    gateway = await startGateway({ ready: false });
    expect((await fetch(`${gateway.url}/health`)).status).toBe(503);
    expect((await fetch(`${gateway.url}/things/1`)).status).toBe(503);
    expect(gateway.authorizerEvents).toEqual([]);
  });

  it('rejects a body over 10 MB, whole or chunked, and continues to serve', async () => {
    gateway = await startGateway();
    const body = new Uint8Array(11_000_000).fill(0x20);
    const stream = new ReadableStream({
      start: (controller) => {
        for (let at = 0; at < body.length; at += 500_000) controller.enqueue(body.subarray(at, at + 500_000));
        controller.close();
      },
    });
    const whole = await fetch(`${gateway.url}/things/1`, { method: 'POST', body });
    const pieces = await fetch(`${gateway.url}/things/1`, { method: 'POST', body: stream, duplex: 'half' });

    expect([whole.status, await whole.text()]).toEqual([400, TOO_LARGE]);
    expect([pieces.status, await pieces.text()]).toEqual([400, TOO_LARGE]);
    expect(gateway.authorizerEvents).toEqual([]);
    expect((await fetch(`${gateway.url}/things/1`)).status).toBe(200);
  });

  it('continues to serve after a caller disconnects in the middle of its body', async () => {
    gateway = await startGateway();
    const aborted = new AbortController();
    const stream = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(1_000)),
      pull: () => aborted.abort(),
    });
    const left = fetch(`${gateway.url}/things/1`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      signal: aborted.signal,
    });

    await expect(left).rejects.toThrow();
    expect((await fetch(`${gateway.url}/things/1`)).status).toBe(200);
    expect(gateway.events).toHaveLength(1);
  });

  it('serves the calls of one connection one after another', async () => {
    gateway = await startGateway();
    const answer = await gateway.raw(
      `${lines('GET /things/1 HTTP/1.1', 'Host: h')}${lines('GET /nowhere HTTP/1.1', 'Host: h', 'Connection: close')}`,
    );

    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
  });

  it('writes one line per call in the access log format of the stage', async () => {
    gateway = await startGateway({
      api: {
        accessLogFormat:
          '$context.requestId|$context.httpMethod|$context.resourcePath|$context.status|$context.authorizer.orgId|$context.error.responseType|$context.responseLength|$context.identity.sourceIp',
      },
      throttle: (() => {
        const answers = ['pass', 'throttled'] as const;
        let calls = 0;
        return () => answers[calls++] ?? 'pass';
      })(),
    });
    await fetch(`${gateway.url}/things/1`);
    await fetch(`${gateway.url}/things/2`);
    const ids = gateway.authorizerEvents.map(({ requestContext }) => requestContext.requestId);

    expect(gateway.accessLines[0]).toMatch(
      new RegExp(`^${ids[0]}\\|GET\\|/things/{thing_id}\\|200\\|org_1\\|-?\\|11\\|127`),
    );
    expect(gateway.accessLines[1]).toMatch(
      new RegExp(`^${ids[1]}\\|GET\\|/things/{thing_id}\\|429\\|org_1\\|THROTTLED\\|22\\|127`),
    );
  });

  it('writes a dash for a missing value, and the duration of the integration', async () => {
    gateway = await startGateway({
      api: { accessLogFormat: '$context.authorizer.orgId $context.integrationLatency' },
    });
    await fetch(`${gateway.url}/nowhere`);
    await fetch(`${gateway.url}/things/1`);

    expect(gateway.accessLines).toEqual(['- -', expect.stringMatching(/^org_1 \d+$/)]);
  });

  it('uses the routes of a reloaded template from the next call on', async () => {
    gateway = await startGateway();
    gateway.server.reload({ api: NO_API, functions: new Map(), throttle: () => 'pass' });

    expect((await fetch(`${gateway.url}/things/1`)).status).toBe(403);
  });

  it('finishes calls in progress before it stops, and accepts no new calls meanwhile', async () => {
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    gateway = await startGateway({
      handler: async () => {
        begun.resolve();
        await finish.promise;
        return returned({ statusCode: 200, body: 'finished' });
      },
    });
    const agent = new Agent({ keepAlive: true });
    const slow = new Promise<string>((resolve, reject) => {
      get(`${gateway.url}/things/1`, { agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve(text));
      }).on('error', reject);
    });
    await begun.promise;
    let stopped = false;
    const stop = gateway.server.stop().then(() => {
      stopped = true;
    });

    await expect(fetch(`${gateway.url}/things/2`)).rejects.toThrow();
    expect(stopped).toBe(false);
    finish.resolve();
    expect(await slow).toBe('finished');
    await stop;
    agent.destroy();
  });

  it('reports that its port is in use with a LocalSetupError', async () => {
    gateway = await startGateway();
    const { port } = gateway.server;
    const second = startGatewayServer({
      port,
      parts: { api: NO_API, functions: new Map(), throttle: () => 'pass' },
      health: () => ({ ready: true }),
      onAccess: () => {},
    });

    await expect(second).rejects.toThrow(LocalSetupError);
    await expect(second).rejects.toThrow(new RegExp(`^Port ${port} is in use\\..*PORT`));
  });
});
