import { readState } from './read-state.ts';
import { fiveDigitZip } from './zip-code.ts';

/** One interpretation of a text as a place; at least one of the fields is set. */
export interface PlaceReading {
  /** "" if the text has only a state or a ZIP code. */
  readonly city: string;
  /** Two upper-case letters. */
  readonly state?: string;
  /** Five digits. */
  readonly zip?: string;
}

/** Characters. A longer text is not read. */
export const MAX_PLACE_TEXT_LENGTH = 200;

const COUNTRY = /[\s,](?:USA?|U\.S\.(?:A\.)?|United States(?: of America)?)$/i;
const ZIP_LAST = /(?:^|[\s,])(\d{5}(?:-?\d{4})?)$/;
const ZIP_FIRST = /^(\d{5}(?:-?\d{4})?)[\s,]+/;
const SEPARATOR = /[\s,]/;

/** The longest name of a state ("Northern Mariana Islands", "District of Columbia") has three words. */
const MAX_WORDS_OF_A_STATE = 3;

/**
 * Reads "City", "City, ST", "City ST" and "City, State name", each with an optional ZIP code before or after, or only a
 * ZIP code; the country can follow. "Fort Washington" has two readings: a city, or the city Fort in Washington.
 * @param text any text; consecutive spaces count as one.
 * @returns the readings, likeliest first; [] if there is none, or the text has more than 200 characters.
 */
export function readPlaceText(text: string): readonly PlaceReading[] {
  const line = text.trim();
  if (line.length > MAX_PLACE_TEXT_LENGTH) return [];
  const whole = withoutEdges(line.replace(/\s+/gu, ' ').replace(COUNTRY, ''));
  const last = ZIP_LAST.exec(whole);
  const first = last ? null : ZIP_FIRST.exec(whole);
  const digits = last?.[1] ?? first?.[1];
  const zip = digits === undefined ? undefined : fiveDigitZip(digits);
  const name = withoutEdges(whole.slice(first?.[0].length ?? 0, last?.index));
  if (zip === undefined) return name === '' ? [] : readName(name).filter(({ city }) => city !== '');
  return name === '' ? [{ city: '', zip }] : readName(name).map((reading) => ({ ...reading, zip }));
}

/** Removes spaces and commas at both ends, in linear time. */
export function withoutEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SEPARATOR.test(text.charAt(start))) start += 1;
  while (end > start && SEPARATOR.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function readName(name: string): readonly PlaceReading[] {
  const comma = name.lastIndexOf(',');
  if (comma !== -1) {
    const state = readState(name.slice(comma + 1));
    return [state === undefined ? { city: name } : { city: withoutEdges(name.slice(0, comma)), state }];
  }
  const words = name.split(' ');
  for (let count = Math.min(MAX_WORDS_OF_A_STATE, words.length); count > 0; count--) {
    const state = readState(words.slice(-count).join(' '));
    if (state !== undefined) return [{ city: words.slice(0, -count).join(' '), state }, { city: name }];
  }
  return [{ city: name }];
}
