import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { synthesizeLocal } from '../../../../bin/build/assembly.ts';
import { readServiceModel } from '../../../../lib/local/template/read-service-model.ts';
import { type GatewayOptions, type GatewayUnderTest, startGateway } from './gateway-under-test.ts';

let gateway: GatewayUnderTest;
/** The access log format in the template of the service. */
let accessLogFormat: string;

beforeAll(async () => {
  accessLogFormat = readServiceModel(await synthesizeLocal()).api.accessLogFormat ?? '';
});

afterEach(() => gateway.server.stop());

/** The access log lines of one call, parsed from JSON. */
async function linesOf(path: string, init: RequestInit = {}, options: GatewayOptions = {}) {
  gateway = await startGateway({ api: { accessLogFormat }, ...options });
  await fetch(`${gateway.url}${path}`, init);
  return gateway.accessLines.map((line) => JSON.parse(line) as Record<string, string>);
}

describe('the access log', () => {
  it('has one line per call, with the caller, the operation and the outcome', async () => {
    const [line, ...more] = await linesOf('/things/1');

    expect(more).toEqual([]);
    expect(line).toMatchObject({
      requestId: gateway.events[0]?.requestContext.requestId,
      time: String(gateway.events[0]?.requestContext.requestTimeEpoch),
      ip: '127.0.0.1',
      method: 'GET',
      resource: '/things/{thing_id}',
      status: '200',
      latency: expect.stringMatching(/^\d+$/),
      integrationLatency: expect.stringMatching(/^\d+$/),
      responseLength: '11',
      orgId: 'org_1',
      errorType: '-',
    });
  });

  it.each<[string, string, RequestInit, GatewayOptions]>([
    ['served', '/things/secret-id?q=secret-query', { method: 'POST', body: 'secret-body' }, {}],
    ['rejected', '/secret-path?q=secret-query', {}, {}],
    ['throttled', '/things/1?q=secret-query', {}, { throttle: () => 'throttled' }],
    [
      'failed',
      '/things/1?q=secret-query',
      {},
      { handler: () => ({ outcome: 'failed', errorType: 'Error', errorMessage: 'secret-cause' }) },
    ],
  ])(
    'contains no path value, query, body, API key, usage key or error cause of a %s call',
    async (_, path, init, options) => {
      const headers = { 'x-api-key': 'secret-key', Authorization: 'Bearer secret-key' };
      await linesOf(path, { ...init, headers }, options);

      expect(gateway.accessLines).toHaveLength(1);
      expect(gateway.accessLines[0]).not.toMatch(/secret|gateway-key|Bearer/);
    },
  );

  it('contains the IP address and the method of a call that is too large', async () => {
    const [line] = await linesOf('/things/1', { method: 'POST', body: 'x'.repeat(10 * 1024 * 1024 + 1) });

    expect(line).toMatchObject({
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      ip: '127.0.0.1',
      method: 'POST',
      status: '400',
      errorType: 'REQUEST_TOO_LARGE',
      resource: '-',
      orgId: '-',
    });
  });
});
