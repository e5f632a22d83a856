import { fiveDigitZip, readState } from './us-states.ts';

/** One interpretation of a text as a place; at least one of the fields is set. */
export interface PlaceReading {
  /** "" if the text has only a state or a ZIP code. */
  readonly city: string;
  /** Two upper-case letters. */
  readonly state?: string;
  /** Five digits; three or four if the text has a number that can be a ZIP code without its leading zeros. */
  readonly zip?: string;
  /** Whether the ZIP code comes first, where a street address has a house number. */
  readonly zipLeads?: boolean;
}

/** Characters. A longer text is not read. */
export const MAX_PLACE_TEXT_LENGTH = 200;

const COUNTRY = /[\s,](?:USA?|U\.S\.(?:A\.)?|United States(?: of America)?)$/i;
const ZIP_LAST = /(?:^|[\s,])(\d{5}(?:-?\d{4})?)$/;
/** A number that a spreadsheet made of a ZIP code: 07114, 00918, 07114-1234. */
const SHORT_ZIP_LAST = /(?:^|[\s,])(\d{3,4})(?:-\d{4})?$/;
const ZIP_FIRST = /^(\d{5}(?:-?\d{4})?)[\s,]+/;
/** "ZIP code: 60601" */
const ZIP_LABEL = /(?<=^|[\s,])zip(?: ?code)?[:.#]* ?(?=\d{3,5}(?:-|$))/i;
const SEPARATOR = /[\s,"\u201c\u201d]/;
/** "ChicagoIL", "Atlanta, GA30303" */
const JOINED_STATE = /(?<=[a-z])([A-Z]{2})(?=$|[\s,]*\d{5})/;
const JOINED_ZIP = /(?<=[\s,][A-Z]{2})(?=\d{5}(?:-\d{4})?$)/i;

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
  const spaced = line
    .replace(/\s+/gu, ' ')
    .replace(COUNTRY, '')
    .replace(ZIP_LABEL, '')
    .replace(JOINED_STATE, (state) => (readState(state) === undefined ? state : ` ${state}`))
    .replace(JOINED_ZIP, ' ');
  const whole = withoutEdges(spaced);
  const last = ZIP_LAST.exec(whole) ?? SHORT_ZIP_LAST.exec(whole);
  const first = last ? null : ZIP_FIRST.exec(whole);
  const digits = last?.[1] ?? first?.[1] ?? '';
  const zip = digits === '' ? undefined : (fiveDigitZip(digits) ?? digits);
  const name = withoutEdges(whole.slice(first?.[0].length ?? 0, last?.index));
  if (zip === undefined) return name === '' ? [] : readName(name).filter(({ city }) => city !== '');
  return name === ''
    ? [{ city: '', zip }]
    : readName(name).map((reading) => ({ ...reading, zip, zipLeads: first !== null }));
}

const HOUSE_NUMBER = /^\d{1,6}(?:-?[A-Z]|-\d{1,5})?\s+\S/i;
const STREET =
  /^\S+\s+(?:\S+\s+){1,4}?(?:st|str|street|ave?|avenue|rd|road|dr|drive|blvd|boulevard|ln|lane|hwy|highway|pkwy|parkway|ct|court|cir|circle|way|pl|place|ter|terrace|trl|trail|fwy|freeway|expy|expressway|tpke|turnpike|loop|sq|square)\b\.?(?:\s+(?:n|s|e|w|ne|nw|se|sw)\b\.?(?=\s\S))?[\s,]+(\S.*)$/i;

/** Whether a text is a street with a house number, by the word for a street. */
export const hasStreet = (text: string): boolean => STREET.test(text.replace(COUNTRY, ''));

/**
 * The texts after the street of an address that begins with a house number, longest first: "Buffalo, NY" of "11234 Main
 * St, Buffalo, NY".
 */
export function placesAfterStreet(text: string): readonly string[] {
  if (!HOUSE_NUMBER.test(text)) return [];
  const parts = text
    .replace(COUNTRY, '')
    .split(',')
    .map((part) => part.trim());
  const rests = parts.slice(1).map((_, position) => parts.slice(position + 1).join(', '));
  const afterStreet = STREET.exec(text.replace(COUNTRY, ''))?.[1];
  return [...rests, ...(afterStreet === undefined ? [] : [afterStreet])].filter(
    (rest) => readState(rest) === undefined && readPlaceText(rest).some(({ city }) => city !== ''),
  );
}

/** Removes spaces, commas and quotation marks at both ends, in linear time. */
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
