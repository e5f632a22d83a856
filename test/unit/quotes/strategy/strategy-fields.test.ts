import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  bands,
  MAX_SHEET_TERMS_LENGTH,
  sheetTerms,
  strategyNote,
} from '../../../../shared/quotes/strategy/strategy-fields.ts';

const read = (schema: v.GenericSchema<unknown, unknown>, value: unknown) => {
  const parsed = v.safeParse(schema, value);
  return parsed.success
    ? parsed.output
    : parsed.issues.map((issue) => [v.getDotPath(issue) ?? '', issue.message]);
};
const fault = (message: string, path = '') => [[path, message]];
const band = (from_miles: unknown) => ({ from_miles, percent: 10, floor: 50 });

describe('a note about a change', () => {
  it('has no spaces at its ends, and line feeds as line breaks', () => {
    expect(read(strategyNote, ' a\r\nb\tc\n')).toBe('a\nb\tc');
    expect(read(strategyNote, 'x'.repeat(500))).toHaveLength(500);
    expect(read(strategyNote, '')).toBe('');
  });

  it.each([
    ['x'.repeat(501), 'must have at most 500 characters'],
    ['a\u0000', 'must not have control characters'],
    ['a\r', 'must not have control characters'],
    [7, 'must be a text'],
  ])('is rejected: %j', (note, message) => {
    expect(read(strategyNote, note)).toEqual(fault(message));
  });
});

describe('the terms on sheets', () => {
  it('have line feeds as line breaks, and no spaces at their ends', () => {
    expect(read(sheetTerms, ' a\r\nb\rc\u2028d\u2029e\n')).toBe('a\nb\nc\nd\ne');
  });

  it('count characters, not units', () => {
    expect(read(sheetTerms, '\u{1f6a2}'.repeat(MAX_SHEET_TERMS_LENGTH))).toHaveLength(
      2 * MAX_SHEET_TERMS_LENGTH,
    );
  });

  it.each([
    ['x'.repeat(4_001), 'must have at most 4000 characters'],
    ['x'.repeat(9_000), 'must have at most 4000 characters'],
    ['\u{1f6a2}'.repeat(4_001), 'must have at most 4000 characters'],
    ['a\tb', 'must not have control characters other than line breaks'],
    ['\ud800', 'must be well-formed Unicode'],
    [7, 'must be a text'],
  ])('are rejected: %#', (terms, message) => {
    expect(read(sheetTerms, terms)).toEqual(fault(message));
  });
});

describe('margin bands', () => {
  it('start at 0 and increase', () => {
    expect(read(bands, [band(0), band(50), band(50.1)])).toEqual([band(0), band(50), band(50.1)]);
    expect(read(bands, [band(10), band(20)])).toEqual(fault('must be 0 in the first band', '0.from_miles'));
    expect(read(bands, [band(0), band(50), band(50)])).toEqual(
      fault('must be greater than in the previous band', '2.from_miles'),
    );
    expect(read(bands, [band(0), band(50), band(40)])).toEqual(
      fault('must be greater than in the previous band', '2.from_miles'),
    );
  });

  it('are compared only with valid distances', () => {
    const faults = read(bands, [band(0), band('x'), band(5)]) as string[][];
    expect(faults.map(([path]) => path)).toEqual(['1.from_miles']);
  });
});
