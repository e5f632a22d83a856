import { describe, expect, it } from 'vitest';
import { readProbeSettings } from '../../../../shared/operations/probe/probe-settings.ts';
import { runProbe } from '../../../../shared/operations/probe/run-probe.ts';

const KEY = 'frk_test_abc';
const SETTINGS = {
  url: 'https://api.example.com/dev/',
  headers: { 'x-api-key': KEY },
  webhookSecret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
};
const RATES = { data: [{ analysis: { suggestedRate: 1_200 } }] };
const QUOTE = { quote: { quote_id: 'quote_1' } };

const probing = (answers: readonly (readonly [status: number, body: unknown] | Error)[]) => {
  const calls: string[] = [];
  let at = 0;
  const run = () =>
    runProbe(
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
  return { run, calls };
};

describe('a run of the probe', () => {
  it('prices a lane, makes a quote and deletes it', async () => {
    const { run, calls } = probing([
      [200, RATES],
      [200, QUOTE],
      [200, {}],
    ]);
    expect(await run()).toEqual({ outcome: 'succeeded', rateMs: 250 });
    expect(calls).toEqual([
      'POST https://api.example.com/dev/api/v1/rates',
      'POST https://api.example.com/dev/api/v1/quotes',
      'DELETE https://api.example.com/dev/api/v1/quotes/quote_1',
    ]);
  });

  it.each([
    ['rate', 'status 500', [[500, { secret: KEY }]]],
    ['rate', 'no lane has a price', [[200, { data: [{ error: 'unknown' }] }]]],
    ['rate', 'TimeoutError', [Object.assign(new Error(KEY), { name: 'TimeoutError' })]],
    ['rate', 'SyntaxError', [[200, undefined]]],
    [
      'quote',
      'status 429',
      [
        [200, RATES],
        [429, {}],
      ],
    ],
    [
      'quote',
      'no quote in the response',
      [
        [200, RATES],
        [200, { quote: { quote_id: '../webhooks' } }],
      ],
    ],
    [
      'delete',
      'status 404',
      [
        [200, RATES],
        [200, QUOTE],
        [404, {}],
      ],
    ],
  ] as const)('fails in the step %s: %s', async (step, reason, answers) => {
    const report = await probing(answers as Parameters<typeof probing>[0]).run();
    expect(report).toEqual({ outcome: 'failed', step, reason });
    expect(JSON.stringify(report)).not.toContain(KEY);
  });
});

describe('the settings of the probe', () => {
  it('are JSON', () => {
    expect(readProbeSettings(JSON.stringify(SETTINGS))).toEqual(SETTINGS);
  });

  it.each([
    ['url', { ...SETTINGS, url: 'api.example.com' }],
    ['headers', { ...SETTINGS, headers: { 'x-api-key': 'frk_live_abc' } }],
    ['webhookSecret', { ...SETTINGS, webhookSecret: 'abc' }],
    ['the text', 'abc'],
  ])('name an invalid %s without its value', (field, settings) => {
    expect(() => readProbeSettings(JSON.stringify(settings))).toThrow(
      `Invalid settings of the probe: ${field}.`,
    );
  });
});
