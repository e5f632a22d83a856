import { describe, expect, it } from 'vitest';
import { faultsOfRejection } from '../../smoke/caller-checks.ts';
import { failed, passed, runCheck, skipped } from '../../smoke/check.ts';
import { countsOf, lineOf } from '../../smoke/report.ts';
import { readSmokeOptions } from '../../smoke/smoke-options.ts';

const SILENT = { print: () => {}, complain: () => {} };
const ON_AWS = { onEmulator: false };

describe('a check', () => {
  it('is a line and counts, also where it throws', async () => {
    const checks = [
      { name: 'one', run: async () => passed('3 tables') },
      { name: 'two', run: async () => failed('it is open') },
      { name: 'three', run: async () => skipped('no receiver') },
      {
        name: 'four',
        run: async () => {
          throw new Error('unreachable\nat some place');
        },
      },
    ];
    const results = await Promise.all(checks.map((check) => runCheck(check, ON_AWS)));
    expect(results.map(lineOf)).toEqual([
      '✓ one: 3 tables',
      '✗ two: it is open',
      '- three: skipped: no receiver',
      '✗ four: Error: unreachable',
    ]);
    expect(countsOf(results)).toEqual({ passed: 1, failed: 2, skipped: 1 });
  });

  it('is not made where the emulator cannot show it', async () => {
    const check = { name: 'it', emulatorLacks: 'times to live', run: async () => failed('not there') };
    expect(await runCheck(check, { onEmulator: true })).toMatchObject({ outcome: 'skipped' });
    expect(await runCheck(check, ON_AWS)).toMatchObject({ outcome: 'failed' });
  });
});

describe('a rejection', () => {
  const answer = (
    status: number,
    json: unknown,
    headers: Record<string, string> = { 'x-request-id': 'r' },
  ) => ({
    status,
    headers: new Headers(headers),
    text: '',
    json,
  });
  const shapes = {
    rates: { error: { code: 401, message: 'no key' } },
    quotes: { error: { code: 'INVALID_API_KEY', message: 'no key', details: {} } },
    general: { success: false, error: { code: 'unauthorized', message: 'no key' } },
  };

  it.each(['rates', 'quotes', 'general'] as const)(
    'in error format %s has only its own shape',
    (errorFormat) => {
      const wanted = { status: 401, errorFormat };
      expect(faultsOfRejection('/x', answer(401, shapes[errorFormat]), wanted)).toEqual([]);
      for (const [other, json] of Object.entries(shapes).filter(([name]) => name !== errorFormat)) {
        const faults = faultsOfRejection('/x', answer(401, json), wanted);
        expect([other, faults]).toEqual([other, ['/x answers in another shape']]);
      }
    },
  );

  it('has the status and an id', () => {
    const wanted = { status: 401, errorFormat: 'rates' } as const;
    expect(faultsOfRejection('/x', answer(200, {}), wanted)).toEqual(['/x answers 200']);
    expect(faultsOfRejection('/x', answer(401, shapes.rates, {}), wanted)).toEqual([
      '/x names no X-Request-Id',
    ]);
  });
});

describe('its options', () => {
  it('take the key of FREIGHT_API_KEY, unless one is typed', () => {
    const variables = { FREIGHT_API_KEY: 'frk_test_1' };
    expect(readSmokeOptions(['--environment', 'dev'], variables, SILENT).apiKey).toBe('frk_test_1');
    const typed = ['--environment', 'dev', '--api-key', 'frk_test_2'];
    expect(readSmokeOptions(typed, variables, SILENT).apiKey).toBe('frk_test_2');
  });

  it.each([
    [[], /Name what to check/],
    [['--url', 'https://x.example', '--with-organization'], /--with-organization needs --environment/],
    [['--environment', 'dev', '--receiver', 'https://x.example'], /--receiver needs --with-organization/],
    [['--moon'], /unknown option/],
  ] as const)('are rejected where they make no sense: %j', (args, message) => {
    expect(() => readSmokeOptions(args, {}, SILENT)).toThrow(message);
  });
});
