import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import {
  createProbeHandler,
  type ProbeParts,
  receiveEvent,
} from '../../../shared/operations/probe/probe-handler.ts';
import { runProbe } from '../../../shared/operations/probe/run-probe.ts';
import { logOutput } from '../../../shared/platform/logging/log.ts';

const KEY = 'frk_test_abc';
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const SETTINGS = {
  url: 'https://api.example.com/dev/',
  headers: { 'x-api-key': KEY },
  webhookSecret: SECRET,
};

describe('a run of the probe', () => {
  const RATES = [200, { data: [{ analysis: { suggestedRate: 1_200 } }] }] as const;
  const QUOTE = [200, { quote: { quote_id: 'quote_1' } }] as const;
  type Answer = readonly [status: number, body: unknown] | Error;

  const probed = async (answers: readonly Answer[]) => {
    const calls: string[] = [];
    let at = 0;
    const report = await runProbe(
      SETTINGS,
      () => new Date(Date.UTC(2026, 10, 22) + at),
      async (url, { method, headers }) => {
        expect(headers).toMatchObject({ 'x-api-key': KEY });
        const answer = answers[calls.length];
        calls.push(`${method} ${url}`);
        at += 250;
        if (answer === undefined) throw new Error('one call too many');
        if (answer instanceof Error) throw answer;
        return new Response(JSON.stringify(answer[1]), { status: answer[0] });
      },
    );
    return { report, calls };
  };

  const timeout = Object.assign(new Error(KEY), { name: 'TimeoutError' });
  it.each<[string, string, readonly Answer[]]>([
    ['rate', 'status 500', [[500, { secret: KEY }]]],
    ['rate', 'TimeoutError', [timeout]],
    ['rate', 'SyntaxError', [[200, undefined]]],
    ['quote', 'status 429', [RATES, [429, {}]]],
    ['quote', 'no quote in the response', [RATES, [200, { quote: { quote_id: '../webhooks' } }]]],
    ['delete', 'status 404', [RATES, QUOTE, [404, {}]]],
  ])('fails in the step %s: %s', async (step, reason, answers) => {
    const { report } = await probed(answers);
    expect(report).toEqual({ outcome: 'failed', step, reason });
    expect(JSON.stringify(report)).not.toContain(KEY);
  });
});

describe('the receiver of the probe', () => {
  const NOW = new Date('2026-11-22T12:00:00.000Z');
  const BODY = JSON.stringify({ id: 'evt_1', event: 'quote.created', created: '2026-11-22T11:59:57.500Z' });

  const received = ({ body = BODY, key = SECRET, ahead = 0, base64 = false, headers = {} } = {}) => {
    const at = new Date(NOW.getTime() + ahead);
    return receiveEvent(
      {
        body: base64 ? Buffer.from(body).toString('base64') : body,
        isBase64Encoded: base64,
        headers: {
          'Webhook-Id': 'evt_1',
          'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
          // Signed by a library, not by the code that verifies.
          'Webhook-Signature': new Webhook(key).sign('evt_1', at, body),
          ...headers,
        },
      },
      SECRET,
      { now: NOW, machineNow: NOW },
    );
  };
  const signature = new Webhook(SECRET).sign('evt_1', NOW, BODY);

  it.each([
    ['in base64', { base64: true }],
    ['as text, with several signatures', { headers: { 'Webhook-Signature': `v1,AAAA ${signature}` } }],
  ])('measures the time from the event to its arrival: %s', (_, request) => {
    expect(received(request)).toEqual({ outcome: 'received', deliverySeconds: 2.5 });
  });

  it.each([
    ['of another secret', 401, { key: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }],
    ['six minutes old', 401, { ahead: -360_000 }],
    ['six minutes ahead', 401, { ahead: 360_000 }],
    ['for another id', 401, { headers: { 'Webhook-Id': 'evt_2' } }],
    ['with an id that makes the signed text ambiguous', 401, { headers: { 'Webhook-Id': 'evt.1' } }],
    ['after too many others', 401, { headers: { 'Webhook-Signature': `${'v1,A '.repeat(4)}${signature}` } }],
    ['of a body that is too long, before it hashes it', 413, { body: `${BODY}${' '.repeat(70_000)}` }],
    ['of no JSON', 400, { body: 'no JSON' }],
    ['of another event', 400, { body: BODY.replace('created', 'deleted') }],
  ])('rejects a signature %s with %d', (_, status, request) => {
    expect(received(request)).toEqual({ outcome: 'rejected', status });
  });
});

describe('the function of the probe', () => {
  let lines: Record<string, unknown>[];
  beforeEach(() => {
    lines = [];
    for (const level of ['info', 'error'] as const) {
      jest.spyOn(logOutput, level).mockImplementation((line: string) => void lines.push(JSON.parse(line)));
    }
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const metrics = () =>
    lines.flatMap((line) => Object.entries(line).filter(([name]) => name.startsWith('Probe')));
  const probing = (change: Partial<ProbeParts> = {}) =>
    createProbeHandler({
      readParameter: async () => JSON.stringify(SETTINGS),
      run: async () => ({ outcome: 'succeeded', rateMs: 42 }),
      now: () => new Date(),
      ...change,
    });

  it('counts of a run no failure, one event, and the latency of the rate; or a failure', async () => {
    expect(await probing()({})).toEqual({ outcome: 'succeeded', rateMs: 42 });
    expect(metrics()).toEqual([
      ['ProbeFailures', 0],
      ['ProbeEventsSent', 1],
      ['ProbeRateLatency', 42],
    ]);
    lines = [];
    await probing({ run: async () => ({ outcome: 'failed', step: 'quote', reason: 'status 500' }) })({});
    expect(metrics()).toEqual([['ProbeFailures', 1]]);
  });

  it('counts a received event and its time, and nothing for a wrong signature or without settings', async () => {
    const at = new Date();
    const body = JSON.stringify({
      event: 'quote.created',
      created: new Date(at.getTime() - 3_000).toISOString(),
    });
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRET).sign('evt_1', at, body),
    };
    const request = { httpMethod: 'POST', body, isBase64Encoded: false, headers };
    const forged = { ...request, headers: { ...headers, 'webhook-signature': 'v1,AAAA' } };
    expect(await probing()(forged)).toMatchObject({ statusCode: 401 });
    for (const readParameter of [async () => undefined, async () => '{}'])
      expect(await probing({ readParameter })(request)).toMatchObject({ statusCode: 404 });
    expect(metrics()).toEqual([]);
    expect(await probing()(request)).toMatchObject({ statusCode: 200, body: '{"received":true}' });
    expect(metrics()).toEqual([
      ['ProbeEventsReceived', 1],
      ['ProbeDeliveryTime', expect.any(Number)],
    ]);
    expect(Number(metrics()[1]?.[1])).toBeGreaterThanOrEqual(3);
  });
});
