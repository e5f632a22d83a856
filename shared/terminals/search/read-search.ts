import * as v from 'valibot';
import { fiveDigitZip, US_STATES } from '../../geography/places/us-states.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { boundedText, NO_CONTROL } from '../../platform/text/bounded-text.ts';
import { readInteger, readNumber } from '../../platform/text/decimal-number.ts';
import { TERMINAL_TYPES } from '../catalogue/terminal.ts';
import type { TerminalQuery } from './terminal-search.ts';

const MAX_LIMIT = 100;

/** Longer than any text of a terminal. */
const MAX_TEXT_LENGTH = 300;

/** Fixed by the interface specification, section 7. */
const NO_SEARCH_PARAMETER = 'At least one search parameter is required';
const PLACE_WITH_POINT = 'Cannot use city/state/zip filters with geospatial search (lat/lng)';

const HALF_A_POINT = 'lat and lng must be used together';
const LAT = 'lat must be a number from -90 to 90, such as 33.7490';
const LNG = 'lng must be a number from -180 to 180, such as -84.3880';
const RADIUS = 'radius must be a number of miles above 0, such as 50';
const LIMIT = `limit must be a whole number from 1 to ${MAX_LIMIT}`;
const PAGE = 'page must be a whole number from 1';
const TYPE = `type must be one of ${TERMINAL_TYPES.join(', ')}`;
const STATE = 'state must be a 2-letter US state code, such as CA';
const ZIP = 'zip must be 5 digits or ZIP+4, such as 90731 or 90731-1234';

const text = (name: string) =>
  boundedText(MAX_TEXT_LENGTH, `${name} must be a text`, (fault) =>
    fault === 'control' ? `${name} ${NO_CONTROL}` : `${name} must have at most ${MAX_TEXT_LENGTH} characters`,
  );
const code = (message: string) => boundedText(MAX_TEXT_LENGTH, message, () => message);

const decimal = (message: string) => v.pipe(v.string(), v.transform(readNumber), v.number(message));
const between = (low: number, high: number, message: string) =>
  v.pipe(decimal(message), v.minValue(low, message), v.maxValue(high, message));
const whole = (message: string) =>
  v.pipe(
    v.string(),
    v.transform(readInteger),
    v.number(message),
    v.minValue(1, message),
    v.metadata({ type: 'integer', maximum: Number.MAX_SAFE_INTEGER }),
  );

/** Schema of the query parameters, without rules that concern several parameters. */
export const searchTerminalsParameters = v.object({
  query: v.exactOptional(text('query')),
  type: v.exactOptional(v.picklist(TERMINAL_TYPES, TYPE)),
  city: v.exactOptional(text('city')),
  state: v.exactOptional(
    v.pipe(
      code(STATE),
      v.regex(/^[A-Za-z]{2}$/, STATE),
      v.toUpperCase(),
      v.check((code) => US_STATES.has(code), STATE),
    ),
  ),
  zip: v.exactOptional(v.pipe(code(ZIP), v.transform(fiveDigitZip), v.string(ZIP))),
  lat: v.exactOptional(between(-90, 90, LAT)),
  lng: v.exactOptional(between(-180, 180, LNG)),
  radius: v.optional(v.pipe(decimal(RADIUS), v.gtValue(0, RADIUS)), '50'),
  limit: v.optional(
    v.pipe(whole(LIMIT), v.maxValue(MAX_LIMIT, LIMIT), v.metadata({ maximum: MAX_LIMIT })),
    '10',
  ),
  page: v.optional(whole(PAGE), '1'),
});

type SearchParameters = v.InferOutput<typeof searchTerminalsParameters>;

function toQuery({ query, lat, lng, radius, ...rest }: SearchParameters): TerminalQuery {
  return {
    ...rest,
    ...(query === undefined ? {} : { text: query }),
    ...(lat === undefined || lng === undefined
      ? {}
      : { near: { latitude: lat, longitude: lng, radiusMiles: radius } }),
  };
}

const countGiven = (query: Readonly<Record<string, string>>, ...names: readonly string[]) =>
  names.filter((name) => query[name] !== undefined).length;

const invalid = (messages: readonly string[]) =>
  reject({ kind: 'invalid', message: [...new Set(messages)].join('; ') });

/**
 * Reads the query parameters of a search.
 * @returns the validated search, or an error with one of the fixed messages or a message that names every invalid
 * parameter.
 */
export function readSearch(query: Readonly<Record<string, string>>): Outcome<TerminalQuery> {
  const place = countGiven(query, 'city', 'state', 'zip');
  const point = countGiven(query, 'lat', 'lng');
  if (countGiven(query, 'query', 'type') + place + point === 0) {
    return reject({ kind: 'invalid', type: 'no_search_parameter', message: NO_SEARCH_PARAMETER });
  }
  if (place > 0 && point > 0) return invalid([PLACE_WITH_POINT]);

  const parsed = v.safeParse(searchTerminalsParameters, query);
  const messages = parsed.success ? [] : parsed.issues.map(({ message }) => message);
  if (point === 1) messages.push(HALF_A_POINT);
  return parsed.success && messages.length === 0 ? succeed(toQuery(parsed.output)) : invalid(messages);
}
