import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CHANGED_LANES, readRfpChange } from '../../../shared/rfps/read-rfp-change.ts';
import { errorsOf } from './field-errors.ts';

describe('the body of a change', () => {
  it('changes what it names', () => {
    expect(readRfpChange({ name: 'Drayage 2028' })).toEqual({
      ok: true,
      body: { name: 'Drayage 2028', lanes: [] },
    });
    expect(readRfpChange({ margin_percent: 12.5 })).toEqual({
      ok: true,
      body: { marginPercent: 12.5, lanes: [] },
    });
    expect(readRfpChange({ margin_percent: null })).toEqual({
      ok: true,
      body: { marginPercent: null, lanes: [] },
    });
    const lanes = [
      { index: 0, margin_percent: 0 },
      { index: 99_999, margin_percent: null, excluded: true },
      { index: 3, excluded: false },
    ];
    expect(readRfpChange({ lanes })).toEqual({
      ok: true,
      body: {
        lanes: [
          { index: 0, marginPercent: 0 },
          { index: 99_999, marginPercent: null, excluded: true },
          { index: 3, excluded: false },
        ],
      },
    });
  });

  it('with the most lanes fits into a body', () => {
    const lanes = Array.from({ length: MAX_CHANGED_LANES }, (_, at) => ({
      ...{ index: 89_999 + at, margin_percent: 123.45, excluded: false },
    }));
    expect(JSON.stringify({ lanes }).length).toBeLessThan(1_048_576);
    expect(readRfpChange({ lanes }).ok).toBe(true);
    expect(errorsOf(readRfpChange({ lanes: [...lanes, { index: 0, excluded: true }] }))).toEqual([
      { field: 'lanes', message: 'must be a list of 1 to 10000 lanes' },
    ]);
  });

  it.each([
    [{}, ['body']],
    [[], ['body']],
    [null, ['body']],
    [undefined, ['body']],
    [{ name: '' }, ['name']],
    [{ name: null }, ['name']],
    [{ name: 'x'.repeat(201) }, ['name']],
    [{ name: 'a\nb' }, ['name']],
    [{ margin_percent: '12' }, ['margin_percent']],
    [{ margin_percent: -1 }, ['margin_percent']],
    [{ margin_percent: 501 }, ['margin_percent']],
    [{ margin_percent: 1.234 }, ['margin_percent']],
    [{ lanes: [] }, ['lanes']],
    [{ lanes: 'all' }, ['lanes']],
    [{ lanes: null }, ['lanes']],
    [{ lanes: [5, null] }, ['lanes[0]', 'lanes[1]']],
    [{ lanes: [{}] }, ['lanes[0].index', 'lanes[0]']],
    [{ lanes: [{ index: 1 }] }, ['lanes[0]']],
    [{ lanes: [{ index: -1, excluded: true }] }, ['lanes[0].index']],
    [{ lanes: [{ index: 1.5, excluded: 'yes' }] }, ['lanes[0].index', 'lanes[0].excluded']],
    [{ lanes: [{ index: 100_000, margin_percent: 1e9 }] }, ['lanes[0].index', 'lanes[0].margin_percent']],
    [{ lanes: [{ index: 1, excluded: null }] }, ['lanes[0].excluded']],
    [
      {
        lanes: [
          { index: 1, excluded: true },
          { index: 1, excluded: false },
        ],
      },
      ['lanes[1].index'],
    ],
    [{ lanes: [{ index: 1, excluded: true, margin: 5, note: '' }] }, ['lanes[0].margin', 'lanes[0].note']],
    [{ name: 'New', status: 'priced', customer: 'Acme' }, ['status', 'customer']],
    [JSON.parse('{"name":"New","__proto__":1,"constructor":2}'), ['__proto__', 'constructor']],
    [{ name: 5, margin_percent: '', lanes: {}, x: 1 }, ['x', 'name', 'margin_percent', 'lanes']],
  ])('%j is rejected by the fields %j', (body, fields) => {
    expect(errorsOf(readRfpChange(body)).map(({ field }) => field)).toEqual(fields);
  });

  it('of any JSON is read or rejected, with at most 1,000 errors', () => {
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record(
        { name: fc.jsonValue(), margin_percent: fc.jsonValue(), lanes: fc.array(fc.jsonValue()) },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(body, (value) => {
        const read = readRfpChange(value);
        expect(read.ok || errorsOf(read).length > 0).toBe(true);
      }),
    );
    const lanes = Array.from({ length: MAX_CHANGED_LANES }, () => ({}));
    expect(errorsOf(readRfpChange({ lanes }))).toHaveLength(1_000);
    const unknown = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`f${at}`, 1]));
    expect(errorsOf(readRfpChange({ lanes: [{ index: 0, ...unknown }] }))).toHaveLength(1_000);
  });
});
