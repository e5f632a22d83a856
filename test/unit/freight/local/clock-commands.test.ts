import { describe, expect, it } from 'vitest';
import { readSpan, spanText } from '../../../../bin/freight/session/clock-text.ts';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

const DAY_MS = 86_400_000;

/** The command line with a clock that only remembers how far it was moved. */
function clockUnderTest() {
  const test = commandLineUnderTest();
  let aheadMs = 0;
  const reading = async () => ({
    now: new Date(Date.UTC(2026, 9, 21) + aheadMs).toISOString(),
    aheadMs,
  });
  const clock = {
    read: reading,
    advance: (ms: number) => {
      aheadMs += ms;
      return reading();
    },
    reset: () => {
      aheadMs = 0;
      return reading();
    },
  };
  const connect = test.connect.getMockImplementation();
  test.connect.mockImplementation(async (environment) => {
    const connection = await connect?.(environment);
    if (connection === undefined) throw new Error('nothing to connect to');
    return { ...connection, clock };
  });
  return test;
}

describe('freight clock', () => {
  it('moves on, and is set back by a reset', async () => {
    const { freight, json } = clockUnderTest();

    expect(await freight('clock', 'show')).toMatchObject({
      printed: '2026-10-21T00:00:00.000Z  the time of this machine',
    });
    expect(await json('clock', 'advance', '8d')).toEqual({
      now: '2026-10-29T00:00:00.000Z',
      aheadMs: 8 * DAY_MS,
    });
    expect(await freight('clock', 'advance', '90s')).toMatchObject({
      exitCode: 0,
      printed: '2026-10-29T00:01:30.000Z  8d 1m 30s ahead',
    });
    expect(await json('clock', 'reset')).toMatchObject({ aheadMs: 0 });
  });

  it.each(['', '8', 'd', '-1d', '0h', '1.5h', '8 d', '8w', '9999999999d'])(
    'rejects "%s"',
    async (duration) => {
      const { freight } = clockUnderTest();

      expect(await freight('clock', 'advance', '--', duration)).toMatchObject({
        exitCode: 2,
        complaints: expect.stringContaining('8d, 12h, 5m or 90s'),
      });
    },
  );

  it.each([['show'], ['advance', '1d'], ['reset']])(
    '%s works only with the local service',
    async (...command) => {
      const { freight } = commandLineUnderTest();

      expect(await freight('clock', ...command)).toMatchObject({
        exitCode: 1,
        complaints: 'Only the local service has a clock that can be moved.',
      });
    },
  );
});

describe('a span of time', () => {
  it.each([
    [999, 'less than 1s'],
    [90_000, '1m 30s'],
    [8 * DAY_MS + 43_200_000, '8d 12h'],
  ])('of %d ms is given as %s', (ms, text) => {
    expect(spanText(ms)).toBe(text);
  });

  it.each([
    ['8d', 8 * DAY_MS],
    ['12h', 43_200_000],
    ['5m', 300_000],
    ['90s', 90_000],
  ])('%s is %d ms', (text, ms) => {
    expect(readSpan(text)).toBe(ms);
  });
});
