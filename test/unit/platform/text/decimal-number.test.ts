import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInteger, readNumber } from '../../../../shared/platform/text/decimal-number.ts';

describe('a number in a text', () => {
  it('is parsed from any JavaScript notation', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(readNumber(String(value))).toBe(Object.is(value, -0) ? 0 : value);
        expect(readNumber(value.toExponential())).toBe(Object.is(value, -0) ? 0 : value);
      }),
    );
  });

  it.each([
    ['.5', 0.5],
    ['5.', 5],
    ['1e9', 1_000_000_000],
    ['1E-2', 0.01],
    ['-84.3880', -84.388],
    ['007', 7],
  ])('%s is %d', (text, value) => {
    expect(readNumber(text)).toBe(value);
  });

  it.each([
    '',
    ' ',
    '.',
    '-',
    'e5',
    '1e',
    '1e999',
    '+5',
    ' 5',
    '5 ',
    '5\n',
    '0x10',
    '1_0',
    '1,5',
    '٥',
    'NaN',
    'Infinity',
  ])('is NaN for %j', (text) => {
    expect([readNumber(text), readInteger(text)]).toEqual([Number.NaN, Number.NaN]);
  });

  it.each(['1.5', '1e-1', '9007199254740993', '1e16'])('is not an integer in %s', (text) => {
    expect(readInteger(text)).toBeNaN();
  });

  it('is an integer in any notation', () => {
    expect(['20', '2e1', '20.0', '-3'].map(readInteger)).toEqual([20, 20, 20, -3]);
  });
});
