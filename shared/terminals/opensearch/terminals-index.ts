import { type ListedTerminal, withFormerNames } from '../catalogue/terminal.ts';
import { searchedTexts } from '../search/searched-texts.ts';

/**
 * The index of a domain, and the aliases by which search and writers name it. A change of the mapping or of the texts needs
 * a new number, so that functions of the previous release go on reading their index.
 */
export const TERMINALS_INDEX = 'terminals-v3';
/** Exists while the index is complete. */
export const SEARCH_ALIAS = `${TERMINALS_INDEX}-search`;
/** A write through an alias never creates an index. */
export const ROWS_ALIAS = `${TERMINALS_INDEX}-rows`;

const TERMS = { type: 'keyword' } as const;

/** There is no analyzer: documents and queries are folded by the code of the scan. */
export const INDEX_BODY = {
  settings: {
    number_of_shards: 1,
    // One copy per availability zone, up to three.
    auto_expand_replicas: '0-2',
    // Explicit, because an index with the default interval stops refreshing while there are no searches.
    refresh_interval: '1s',
    // Without thresholds, slow requests are not logged. Healthy requests take about 10 ms.
    search: { slowlog: { threshold: { query: { warn: '300ms' }, fetch: { warn: '300ms' } } } },
    indexing: { slowlog: { threshold: { index: { warn: '1s' } } } },
  },
  mappings: {
    dynamic: 'strict',
    properties: {
      name: TERMS,
      titles: TERMS,
      ownWords: TERMS,
      words: TERMS,
      street: TERMS,
      states: TERMS,
      cities: TERMS,
      state: TERMS,
      zip: TERMS,
      type: TERMS,
      location: { type: 'geo_point' },
      terminal: { type: 'object', enabled: false },
    },
  },
  aliases: { [ROWS_ALIAS]: {} },
} as const;

/** The document of an open terminal. */
export function terminalDocument(listed: ListedTerminal): Record<string, unknown> {
  const terminal = withFormerNames(listed);
  const { name, state, zip, type, latitude: lat, longitude: lon } = terminal;
  return { name, ...searchedTexts(terminal), state, zip, type, location: { lat, lon }, terminal };
}
