import { describe, expect, it } from 'vitest';
import { fiveDigitZip, militaryState } from '../../../../shared/geography/places/zip-code.ts';

describe('fiveDigitZip', () => {
  it.each([
    ['90731', '90731'],
    ['90731-1234', '90731'],
    ['907311234', '90731'],
    [' 00901 ', '00901'],
  ])('reads %j as %s', (text, zip) => {
    expect(fiveDigitZip(text)).toBe(zip);
  });

  it.each([
    '',
    '9073',
    '907311',
    '90731-',
    '90731-12',
    '9073a',
    '90731 1234',
    '９０７３１',
    '-90731',
    '90731-12345',
  ])('does not take %j for a ZIP code', (text) => {
    expect(fiveDigitZip(text)).toBeUndefined();
  });
});

describe('militaryState', () => {
  it.each([
    ['09001', 'AE'],
    ['09898', 'AE'],
    ['34002', 'AA'],
    ['96201', 'AP'],
    ['96698', 'AP'],
    ['34101', undefined],
    ['08999', undefined],
    ['96799', undefined],
    ['96860', undefined],
  ])('puts %s in %s', (zip, state) => {
    expect(militaryState(zip)).toBe(state);
  });
});
