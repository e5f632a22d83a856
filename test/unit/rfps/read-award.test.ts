import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_RFP_LANES } from '../../../shared/rfps/lanes/lane-draft.ts';
import { MAX_REASON_LENGTH } from '../../../shared/rfps/lanes/lane-summary.ts';
import { readAward } from '../../../shared/rfps/read-award.ts';
import { errorsOf } from './field-errors.ts';

const AWARD = { lanes: [0, 4], outcome: 'won' };

describe('the body of an award', () => {
  it('has lanes, an outcome and a reason, which can be left out', () => {
    expect(readAward(AWARD)).toEqual({ ok: true, body: AWARD });
    expect(readAward({ lanes: 'all', outcome: 'lost', reason: ' Price, "late" 🚚 ' })).toEqual({
      ok: true,
      body: { lanes: 'all', outcome: 'lost', reason: 'Price, "late" 🚚' },
    });
    for (const reason of ['', '  ', null, undefined])
      expect(readAward({ ...AWARD, reason })).toEqual(readAward(AWARD));
    const most = { ...AWARD, lanes: Array.from({ length: MAX_RFP_LANES }, (_, index) => index) };
    expect(JSON.stringify(most).length).toBeLessThan(1_048_576);
    expect(readAward(most)).toEqual({ ok: true, body: most });
  });

  it.each([
    [{}, ['lanes', 'outcome']],
    [[], ['body']],
    [null, ['body']],
    ['all', ['body']],
    [{ ...AWARD, lanes: 'ALL' }, ['lanes']],
    [{ ...AWARD, lanes: [] }, ['lanes']],
    [{ ...AWARD, lanes: null }, ['lanes']],
    [{ ...AWARD, lanes: { 0: 1 } }, ['lanes']],
    [{ ...AWARD, lanes: Array.from({ length: MAX_RFP_LANES + 1 }, () => 0) }, ['lanes']],
    [
      { ...AWARD, lanes: [0, 1.5, '2', -1, MAX_RFP_LANES, null, 0] },
      [1, 2, 3, 4, 5, 6].map((at) => `lanes[${at}]`),
    ],
    [{ ...AWARD, outcome: 'Won' }, ['outcome']],
    [{ ...AWARD, outcome: null }, ['outcome']],
    [{ ...AWARD, reason: 5 }, ['reason']],
    [{ ...AWARD, reason: 'a\u0000b' }, ['reason']],
    [{ ...AWARD, reason: '\ud800' }, ['reason']],
    [{ ...AWARD, reason: 'x'.repeat(MAX_REASON_LENGTH + 1) }, ['reason']],
    [{ ...AWARD, reasons: 'x', note: 1 }, ['reasons', 'note']],
    [JSON.parse('{"lanes":"all","outcome":"won","__proto__":1}'), ['__proto__']],
    [{ lanes: 5, outcome: 5, reason: 5, x: 1 }, ['x', 'lanes', 'outcome', 'reason']],
  ])('%j is rejected by the fields %j', (body, fields) => {
    expect(errorsOf(readAward(body)).map(({ field }) => field)).toEqual(fields);
  });

  it('of any JSON is read or rejected, with at most 1,000 errors', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const read = readAward(body);
        expect(read.ok || errorsOf(read).length > 0).toBe(true);
      }),
    );
    const wrong = Array.from({ length: MAX_RFP_LANES }, () => -1);
    expect(errorsOf(readAward({ ...AWARD, lanes: wrong }))).toHaveLength(1_000);
    const unknown = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`f${at}`, 1]));
    expect(errorsOf(readAward({ ...AWARD, ...unknown }))).toHaveLength(1_000);
  });
});
