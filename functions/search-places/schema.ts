import * as v from 'valibot';
import { plainCityName } from '../../shared/geography/places/normalize-city.ts';
import type { PlaceSuggestion } from '../../shared/geography/suggest-places.ts';
import { type Outcome, reject, succeed } from '../../shared/platform/http/outcome.ts';
import { boundedText, NO_CONTROL } from '../../shared/platform/text/bounded-text.ts';
import { readInteger } from '../../shared/platform/text/decimal-number.ts';

/** Longer than the text of any suggestion. */
const MAX_QUERY_LENGTH = 100;
export const MAX_SUGGESTIONS = 20;
const DEFAULT_SUGGESTIONS = 10;

const QUERY = `query must be a text of 1 to ${MAX_QUERY_LENGTH} characters, such as "savan" or "314"`;
const LIMIT = `limit must be a whole number from 1 to ${MAX_SUGGESTIONS}`;

export const searchPlacesParameters = v.object(
  {
    query: v.pipe(
      boundedText(MAX_QUERY_LENGTH, QUERY, (fault) => (fault === 'control' ? `query ${NO_CONTROL}` : QUERY)),
      v.check((text) => text.trim() !== '', QUERY),
      v.metadata({ minLength: 1 }),
    ),
    limit: v.optional(
      v.pipe(
        v.string(),
        v.transform(readInteger),
        v.number(LIMIT),
        v.minValue(1, LIMIT),
        v.maxValue(MAX_SUGGESTIONS, LIMIT),
        v.metadata({ type: 'integer', maximum: MAX_SUGGESTIONS }),
      ),
      String(DEFAULT_SUGGESTIONS),
    ),
  },
  QUERY,
);

/** Reads the query parameters. A rejection names every invalid parameter. */
export function readPlaceSearch(
  query: Readonly<Record<string, string>>,
): Outcome<v.InferOutput<typeof searchPlacesParameters>> {
  const parsed = v.safeParse(searchPlacesParameters, query);
  if (parsed.success) return succeed(parsed.output);
  const messages = parsed.issues.map(({ message }) => message);
  return reject({ kind: 'invalid', message: [...new Set(messages)].join('; ') });
}

export const suggestedPlace = v.object({
  text: v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_QUERY_LENGTH)),
  type: v.picklist(['city', 'zip']),
  city: v.pipe(v.string(), v.nonEmpty()),
  state: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  zip: v.pipe(v.string(), v.regex(/^(\d{5})?$/)),
  coordinates: v.tuple([
    v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  ]),
});

/** Body of a 200. */
export const searchPlacesResponse = v.object({
  status: v.literal('success'),
  data: v.pipe(v.array(suggestedPlace), v.maxLength(MAX_SUGGESTIONS)),
});

/** A suggestion as an answer; `city`, `state` and `zip` are the destination fields of a rate request. */
export const describeSuggestion = ({
  type,
  text,
  place,
}: PlaceSuggestion): v.InferOutput<typeof suggestedPlace> => ({
  text,
  type,
  city: plainCityName(place.city),
  state: place.state,
  zip: type === 'zip' ? place.zip : '',
  coordinates: [place.latitude, place.longitude],
});
