import { EARTH_RADIUS_MILES } from '../../geography/places/great-circle.ts';
import { foldWords } from '../../platform/text/text-folding.ts';
import { readQueriedStates } from '../search/named-states.ts';
import type { TerminalQuery } from '../search/terminal-search.ts';
import { unitVector } from '../search/unit-vector.ts';
import { longForm, spelledTexts } from '../search/word-spellings.ts';
import { MAX_RESULT_WINDOW } from './opensearch-terminal-mapping.ts';

/** Mean radius of the Earth in Lucene (GeoUtils.EARTH_MEAN_RADIUS_METERS). */
const LUCENE_RADIUS_METRES = 6_371_008.7714;

/** Lucene rounds points to about 1 cm. A search at the exact point of a terminal must find it. */
const POINT_GRAIN_METRES = 0.01;

/**
 * Maximum number of words in a query. No terminal has more words, so a longer text has no hits. A node accepts at most
 * 1,024 clauses.
 */
const MAX_WORDS = 400;

/** The same calculation in doubles as the embedded search, so that both have exactly the same order. */
const CHORD_SQUARED = `double x = doc['x'].value - params.x;
double y = doc['y'].value - params.y;
double z = doc['z'].value - params.z;
return x * x + y * y + z * z;`;

/** Maximum length of a prefix: a node accepts 1,000 bytes, and no word or city of a terminal is longer. */
const MAX_BYTES = 990;

type Clause = Readonly<Record<string, unknown>>;

const term = (field: string, value: string | boolean): Clause => ({ term: { [field]: { value } } });
const begins = (field: string, value: string): Clause => ({ prefix: { [field]: { value } } });
const anyOf = (clauses: readonly Clause[]): Clause => ({
  bool: { should: clauses, minimum_should_match: 1 },
});

/**
 * The body of a `_search` request; undefined if the query cannot have hits. User text occurs only as terms, in query
 * types without a query syntax.
 */
export function toSearchRequest(query: TerminalQuery): object | undefined {
  const { text, city, state, zip, type, near, limit, page } = query;
  const words = text === undefined ? [] : foldWords(text);
  const parts = city === undefined ? undefined : spelledTexts(city);
  if ((text !== undefined && words.length === 0) || parts?.length === 0) return undefined;
  const { states, rest, last } = readQueriedStates(words);
  const whole = [...new Set(rest)];
  const asked = withoutImplied(whole);
  const isTooLong = [...asked, ...(parts ?? [])].some((term) => Buffer.byteLength(term) > MAX_BYTES);
  if (asked.length > MAX_WORDS || isTooLong) return undefined;

  const hasPlace = [city, state, zip, near].some((filter) => filter !== undefined);
  const field = hasPlace ? 'wordsAndAddress' : 'words';
  const naming = hasPlace ? 'namedStatesAndAddress' : 'namedStates';
  const filter = [
    term('open', true),
    ...(state === undefined ? [] : [term('state', state)]),
    ...(zip === undefined ? [] : [term('zip', zip)]),
    ...(type === undefined ? [] : [term('type', type)]),
    ...(parts === undefined ? [] : [anyOf(parts.map((part) => begins('cityEnds', part)))]),
    ...(near === undefined ? [] : within(near)),
    ...states.map((name) =>
      name === last?.state ? anyOf([term(naming, name), begins(field, last.word)]) : term(naming, name),
    ),
    ...asked.map((word) => begins(field, word)),
  ];
  const from = (page - 1) * limit;
  const isReachable = from + limit <= MAX_RESULT_WINDOW;
  const isRanked = words.length > 0 && near === undefined;
  return {
    track_total_hits: true,
    ...(isReachable
      ? { from, size: limit, sort: sortBy(near, isRanked) }
      : // Past the last page: only the total is requested.
        { size: 0 }),
    query: { bool: { filter, ...(isRanked ? { should: tiers({ field, words, whole, states }) } : {}) } },
  };
}

/** Removes words that are a prefix of another word, because the other word implies them. */
function withoutImplied(words: readonly string[]): string[] {
  const sorted = [...words].sort();
  return sorted.filter((word, index) => !sorted[index + 1]?.startsWith(word));
}

interface RankedText {
  readonly field: string;
  readonly words: readonly string[];
  /** The distinct words that are not part of a state name. */
  readonly whole: readonly string[];
  readonly states: readonly string[];
}

/** Adds to the score: 1 if all words match whole words, 2 for a state named in the text, 4 for an exact name or alias. */
function tiers({ field, words, whole, states }: RankedText): Clause[] {
  if (whole.length > MAX_WORDS) return [];
  const allWhole = { bool: { filter: whole.map((word) => term(field, word)) } };
  return [
    { constant_score: { filter: allWhole, boost: 1 } },
    ...(states.length === 0
      ? []
      : [{ constant_score: { filter: anyOf(states.map((state) => term('state', state))), boost: 2 } }]),
    { constant_score: { filter: term('titles', words.map(longForm).join(' ')), boost: 4 } },
  ];
}

function within({ latitude, longitude, radiusMiles }: NonNullable<TerminalQuery['near']>): Clause[] {
  const angle = radiusMiles / EARTH_RADIUS_MILES;
  if (angle >= Math.PI) return [];
  const distance = `${angle * LUCENE_RADIUS_METRES + POINT_GRAIN_METRES}m`;
  return [{ geo_distance: { distance, location: { lat: latitude, lon: longitude } } }];
}

function sortBy(near: TerminalQuery['near'], isRanked: boolean): Clause[] {
  const byName = { byName: 'asc' };
  if (near === undefined) return isRanked ? [{ _score: 'desc' }, byName] : [byName];
  const [x, y, z] = unitVector(near);
  const script = { lang: 'painless', source: CHORD_SQUARED, params: { x, y, z } };
  return [{ _script: { type: 'number', order: 'asc', script } }, byName];
}
