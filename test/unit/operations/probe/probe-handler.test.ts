import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createProbeHandler, type ProbeParts } from '../../../../shared/operations/probe/probe-handler.ts';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const SETTINGS = JSON.stringify({
  url: 'https://api.example.com',
  headers: { 'x-api-key': 'frk_test_abc' },
  webhookSecret: SECRET,
});

let lines: Record<string, unknown>[];
beforeEach(() => {
  lines = [];
  for (const level of ['info', 'error'] as const) {
    vi.spyOn(logOutput, level).mockImplementation((line: string) => void lines.push(JSON.parse(line)));
  }
});

const metrics = () =>
  lines.flatMap((line) => Object.entries(line).filter(([name]) => name.startsWith('Probe')));

const probing = (change: Partial<ProbeParts> = {}) =>
  createProbeHandler({
    readParameter: async () => SETTINGS,
    run: async () => ({ outcome: 'succeeded', rateMs: 42 }),
    now: () => new Date(),
    ...change,
  });

const request = (created = new Date(Date.now() - 3_000).toISOString()) => {
  const body = JSON.stringify({ event: 'quote.created', created });
  const at = new Date();
  return {
    httpMethod: 'POST',
    body,
    isBase64Encoded: false,
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRET).sign('evt_1', at, body),
    },
  };
};

describe('a scheduled run', () => {
  it('counts no failure, one event, and the latency of the rate', async () => {
    expect(await probing()({})).toEqual({ outcome: 'succeeded', rateMs: 42 });
    expect(metrics()).toEqual([
      ['ProbeFailures', 0],
      ['ProbeEventsSent', 1],
      ['ProbeRateLatency', 42],
    ]);
  });

  it('counts a failure, and no event', async () => {
    const run = async () => ({ outcome: 'failed', step: 'quote', reason: 'status 500' }) as const;
    expect(await probing({ run })({})).toMatchObject({ outcome: 'failed' });
    expect(metrics()).toEqual([['ProbeFailures', 1]]);
    expect(lines).toContainEqual(expect.objectContaining({ code: 'PROBE_FAILED', step: 'quote' }));
  });

  it('is not a failure while no settings are stored', async () => {
    expect(await probing({ readParameter: async () => undefined })({})).toEqual({
      outcome: 'skipped',
      reason: 'Systems Manager has no settings of the probe',
    });
    expect(metrics()).toEqual([['ProbeFailures', 0]]);
  });

  it.each([
    ['cannot be read', async () => Promise.reject(new Error('no'))],
    ['are invalid', async () => '{}'],
  ])('is a failure if the settings %s', async (_, readParameter) => {
    expect(await probing({ readParameter })({})).toMatchObject({ outcome: 'failed', step: 'settings' });
    expect(metrics()).toEqual([['ProbeFailures', 1]]);
  });
});

describe('a request to the receiver', () => {
  it('counts the event and its time', async () => {
    expect(await probing()(request())).toMatchObject({ statusCode: 200, body: '{"received":true}' });
    expect(metrics()).toEqual([
      ['ProbeEventsReceived', 1],
      ['ProbeDeliveryTime', expect.any(Number)],
    ]);
    expect(Number(metrics()[1]?.[1])).toBeGreaterThanOrEqual(3);
  });

  it('with a wrong signature is rejected, and counts nothing', async () => {
    const { headers, ...rest } = request();
    const forged = { ...rest, headers: { ...headers, 'webhook-signature': 'v1,AAAA' } };
    expect(await probing()(forged)).toMatchObject({ statusCode: 401 });
    expect(metrics()).toEqual([]);
  });

  it('gets 404 without settings, or with settings that cannot be read', async () => {
    expect(await probing({ readParameter: async () => undefined })(request())).toMatchObject({
      statusCode: 404,
    });
    expect(await probing({ readParameter: async () => '{}' })(request())).toMatchObject({ statusCode: 404 });
  });

  it.each([
    ['the settings once a minute', SETTINGS, [0, 30_000, 29_999, 1]],
    ['absent settings once a second', undefined, [0, 500, 499, 1]],
  ])('reads %s', async (_name, parameter, steps) => {
    let [at, reads] = [Date.now(), 0];
    const handler = probing({
      now: () => new Date(at),
      readParameter: async () => {
        reads += 1;
        return parameter;
      },
    });
    for (const step of steps) {
      at += step;
      await handler({ httpMethod: 'POST', headers: {}, body: '', isBase64Encoded: false });
    }
    expect(reads).toBe(2);
  });
});
