import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeCity } from '../../../../shared/geography/places/normalize-city.ts';

describe('normalizeCity', () => {
  it.each([
    ['St. Louis', 'Saint Louis'],
    ['ST LOUIS', 'saint louis'],
    ['Ste. Genevieve', 'Sainte Genevieve'],
    ['Sault Ste Marie', 'Sault Sainte Marie'],
    ['Ft. Worth', 'Fort Worth'],
    ['Mt Vernon', 'Mount Vernon'],
    ['Port St. Lucie', 'Port Saint Lucie'],
    ['Hot Spgs', 'Hot Springs'],
    ["O'Fallon", 'O Fallon'],
    ['O’Fallon', 'OFallon'],
    ['O‘Fallon', "O'fallon"],
    ['LaGrange', 'La Grange'],
    ['DeSoto', 'De Soto'],
    ['Winston-Salem', 'Winston Salem'],
    ['Coeur d’Alene', "Coeur D'Alene"],
    ['Cañon City', 'Canon City'],
    ['Mayagüez', 'Mayaguez'],
    ['Kāneʻohe', 'Kaneohe'],
    ['  Long   Beach ', 'Long Beach'],
    ['N. Las Vegas', 'North Las Vegas'],
    ['So San Francisco', 'South San Francisco'],
    ['Dallas & Fort Worth', 'Dallas and Ft Worth'],
  ])('takes %j and %j for one city', (one, other) => {
    expect(normalizeCity(one)).toBe(normalizeCity(other));
  });

  it.each([
    ['Kansas City', 'Kansas'],
    ['Stanton', 'Saintanton'],
    ['Fort', 'Ft Fort'],
    ['Winston S', 'Winston South'],
    ['constructor', 'toString'],
  ])('keeps %j and %j apart', (one, other) => {
    expect(normalizeCity(one)).not.toBe(normalizeCity(other));
  });

  it('returns "" for names without Latin letters or digits', () => {
    expect(['', ' ', "'", '-–—', '\u0000', '東京', 'Москва'].map(normalizeCity)).toEqual(Array(7).fill(''));
  });

  it('returns lower-case ASCII letters and digits for any text, and the same key for each letter case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizeCity(text)).toMatch(/^[a-z0-9]*$/);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z .'-]{0,40}$/), (text) => {
        expect(normalizeCity(text.toUpperCase())).toBe(normalizeCity(text.toLowerCase()));
      }),
    );
  });
});
