import * as v from 'valibot';
import { terminalEntries } from '../catalogue/terminal.ts';
import { POINTS, readSearchedQuery, type SearchedQuery, spelledTexts } from '../search/searched-texts.ts';
import type { TerminalQuery, TerminalSearch } from '../search/terminal-search.ts';
import { type OpenSearchClient, OpenSearchError } from './opensearch-client.ts';
import { SEARCH_ALIAS } from './terminals-index.ts';

const pageSchema = v.object({
  timed_out: v.literal(false),
  // The hits of a failed shard would be missing.
  _shards: v.object({ failed: v.literal(0) }),
  hits: v.object({
    total: v.object({ value: v.number(), relation: v.literal('eq') }),
    hits: v.array(v.object({ _source: v.object({ terminal: v.object(terminalEntries) }) })),
  }),
});

/** TerminalSearch over the index of a domain. @throws OpenSearchError, from `search`. */
export function createOpenSearchTerminalSearch(client: OpenSearchClient): TerminalSearch {
  return {
    search: async (query) => {
      const body = toSearchRequest(query);
      if (body === undefined) return { terminals: [], totalHits: 0 };
      const found = await client.send((library, options) =>
        library.search({ index: SEARCH_ALIAS, body, _source: ['terminal'] }, options),
      );
      const parsed = v.safeParse(pageSchema, found);
      if (!parsed.success) throw new OpenSearchError(v.getDotPath(parsed.issues[0]) ?? 'no JSON');
      const { hits, total } = parsed.output.hits;
      return { terminals: hits.map(({ _source }) => _source.terminal), totalHits: total.value };
    },
  };
}

/** A node returns no hit beyond this position. */
const MAX_RESULT_WINDOW = 10_000;

/** No word or city of a terminal is longer. A node rejects prefixes of more than 1,000 bytes. */
const MAX_LENGTH = 200;

const METERS_PER_MILE = 1609.344;
/** A node rounds points to about 1 cm: a search at the exact point of a terminal must find it. */
const GRAIN_METERS = 0.1;
/** Half the circumference of the Earth, rounded up: every point is nearer. */
const ANYWHERE_MILES = 12_451;

type Clause = Readonly<Record<string, unknown>>;

const term = (field: string, value: string): Clause => ({ term: { [field]: { value } } });
const anyOf = (should: readonly Clause[]): Clause => ({ bool: { should, minimum_should_match: 1 } });
const points = (boost: number, filter: Clause): Clause => ({ constant_score: { filter, boost } });

/**
 * The body of a `_search` request; undefined if the query cannot have hits. User text occurs only as terms, and in a
 * pattern only letters, digits and spaces.
 */
function toSearchRequest(query: TerminalQuery): object | undefined {
  const { text, city, state, zip, type, near, limit, page } = query;
  const wanted = text === undefined ? undefined : readSearchedQuery(text);
  const cities = city === undefined ? undefined : spelledTexts(city);
  if ((text !== undefined && wanted === undefined) || cities?.length === 0) return undefined;
  if ([...(wanted?.words ?? []), ...(cities ?? [])].some(({ length }) => length > MAX_LENGTH))
    return undefined;

  const hasPlace = [city, state, zip, near].some((filter) => filter !== undefined);
  const fields = hasPlace ? ['words', 'street'] : ['words'];
  const inAnyField = (kind: 'term' | 'prefix', value: string) =>
    anyOf(fields.map((field) => ({ [kind]: { [field]: { value } } })));
  const filter = [
    ...(state === undefined ? [] : [term('state', state)]),
    ...(zip === undefined ? [] : [term('zip', zip)]),
    ...(type === undefined ? [] : [term('type', type)]),
    ...(cities === undefined
      ? []
      : [anyOf(cities.map((part) => ({ wildcard: { cities: { value: `*${part}*` } } })))]),
    ...(near === undefined ? [] : within(near)),
    ...(wanted?.conditions ?? []).map(({ word, state: named }) =>
      anyOf([
        ...(word === undefined ? [] : [inAnyField('prefix', word)]),
        ...(named === undefined ? [] : [term('states', named)]),
      ]),
    ),
  ];
  const should = wanted !== undefined && near === undefined ? ranking(wanted, inAnyField) : [];
  const from = (page - 1) * limit;
  return {
    track_total_hits: true,
    // Past the last hit that a node returns, only the total is requested.
    ...(from + limit <= MAX_RESULT_WINDOW ? { from, size: limit, sort: sortBy(near) } : { size: 0 }),
    query: { bool: { filter, should } },
  };
}

/** Adds the points of the scan to the score. */
function ranking(
  { title, states, words }: SearchedQuery,
  inAnyField: (kind: 'term', value: string) => Clause,
): Clause[] {
  const allWords = (has: (word: string) => Clause): Clause =>
    words.length === 0 ? { match_all: {} } : { bool: { filter: words.map(has) } };
  return [
    points(POINTS.exactTitle, term('titles', title)),
    ...(states.length === 0
      ? []
      : [points(POINTS.namedState, anyOf(states.map((code) => term('state', code))))]),
    points(
      POINTS.ownWords,
      allWords((word) => term('ownWords', word)),
    ),
    points(
      POINTS.wholeWords,
      allWords((word) => inAnyField('term', word)),
    ),
  ];
}

function within({
  latitude: lat,
  longitude: lon,
  radiusMiles,
}: NonNullable<TerminalQuery['near']>): Clause[] {
  if (radiusMiles >= ANYWHERE_MILES) return [];
  return [
    {
      geo_distance: { distance: `${radiusMiles * METERS_PER_MILE + GRAIN_METERS}m`, location: { lat, lon } },
    },
  ];
}

function sortBy(near: TerminalQuery['near']): Clause[] {
  if (near === undefined) return [{ _score: 'desc' }, { name: 'asc' }];
  const { latitude: lat, longitude: lon } = near;
  return [{ _geo_distance: { location: { lat, lon }, order: 'asc' } }, { name: 'asc' }];
}
