import { EARTH_RADIUS_MILES } from '../../geography/places/great-circle.ts';
import { foldWords } from '../../platform/text/text-folding.ts';
import { readNamedStates } from '../search/named-states.ts';
import type { TerminalQuery } from '../search/terminal-search.ts';
import { unitVector } from '../search/unit-vector.ts';
import { longForm, spelledTexts } from '../search/word-spellings.ts';
import { MAX_RESULT_WINDOW } from './opensearch-terminal-mapping.ts';

/** Mean radius of the Earth in Lucene (GeoUtils.EARTH_MEAN_RADIUS_METERS). */
const LUCENE_RADIUS_METRES = 6_371_008.7714;

/** Lucene keeps points to about a centimetre: who asks at a terminal's very point must find it. */
const POINT_GRAIN_METRES = 0.01;

/**
 * No terminal has more words than this, so nothing has all words of a longer text; and no query has more clauses than
 * a node takes (1,024).
 */
const MOST_WORDS = 400;

/** The same sum in the same order as the embedded search's, in the same doubles: the same order to the last bit. */
const CHORD_SQUARED = `double x = doc['x'].value - params.x;
double y = doc['y'].value - params.y;
double z = doc['z'].value - params.z;
return x * x + y * y + z * z;`;

/** A node takes no longer beginning of a word (1,000 bytes), and no text of a terminal folds to so long a word or city. */
const MOST_BYTES = 990;

type Clause = Readonly<Record<string, unknown>>;

const term = (field: string, value: string | boolean): Clause => ({ term: { [field]: { value } } });
const begins = (field: string, value: string): Clause => ({ prefix: { [field]: { value } } });
const anyOf = (clauses: readonly Clause[]): Clause => ({
  bool: { should: clauses, minimum_should_match: 1 },
});

/**
 * The body of a `_search` for a query; undefined where nothing can be found. User text gets into it as words to compare
 * only: no query of the kinds used here has a syntax.
 */
export function toSearchRequest(query: TerminalQuery): object | undefined {
  const { text, city, state, zip, type, near, limit, page } = query;
  const words = text === undefined ? [] : foldWords(text);
  const parts = city === undefined ? undefined : spelledTexts(city);
  if ((text !== undefined && words.length === 0) || parts?.length === 0) return undefined;
  const { states, rest } = readNamedStates(words);
  const whole = [...new Set(rest)];
  const asked = withoutImplied(whole);
  const isTooLong = [...asked, ...(parts ?? [])].some((term) => Buffer.byteLength(term) > MOST_BYTES);
  if (asked.length > MOST_WORDS || isTooLong) return undefined;

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
    ...states.map((name) => term(naming, name)),
    ...asked.map((word) => begins(field, word)),
  ];
  const from = (page - 1) * limit;
  const isReachable = from + limit <= MAX_RESULT_WINDOW;
  const isRanked = words.length > 0 && near === undefined;
  return {
    track_total_hits: true,
    ...(isReachable
      ? { from, size: limit, sort: sortBy(near, isRanked) }
      : // Past the end: only the total is asked for.
        { size: 0 }),
    query: { bool: { filter, ...(isRanked ? { should: tiers({ field, words, whole, states }) } : {}) } },
  };
}

/** A word that another one begins with is met wherever that one is. */
function withoutImplied(words: readonly string[]): string[] {
  const sorted = [...words].sort();
  return sorted.filter((word, index) => !sorted[index + 1]?.startsWith(word));
}

interface RankedText {
  readonly field: string;
  readonly words: readonly string[];
  /** The words that name no state, each once. */
  readonly whole: readonly string[];
  readonly states: readonly string[];
}

/** Adds to the score 1 for all words whole, 2 for a state that the text names, 4 where the text is a name or alias. */
function tiers({ field, words, whole, states }: RankedText): Clause[] {
  if (whole.length > MOST_WORDS) return [];
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
