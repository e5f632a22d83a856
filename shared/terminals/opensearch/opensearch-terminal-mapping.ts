import { foldWords } from '../../platform/text/text-folding.ts';
import { type ListedTerminal, withFormerNames } from '../catalogue/listed-terminal.ts';
import type { Terminal } from '../catalogue/terminal.ts';
import { readNamedStates } from '../search/named-states.ts';
import { portTextsOf, sharedTextsOf, titlesOf } from '../search/searched-texts.ts';
import { unitVector } from '../search/unit-vector.ts';
import { longForm, spelledTexts, withSpellings } from '../search/word-spellings.ts';

/** Maximum position of a hit on a page; far above any list of terminals. */
export const MAX_RESULT_WINDOW = 1_000_000;

/** Terms for filters, not for sorting or aggregation. */
const TERMS = { type: 'keyword', doc_values: false } as const;
const EXACT_NUMBER = { type: 'double', index: false } as const;

/**
 * Index settings and mapping. There is no analyzer: documents and queries are folded by the code of the embedded search,
 * so that both searches compare the same words.
 */
export const TERMINAL_INDEX = {
  settings: {
    number_of_shards: 1,
    // One copy per availability zone, up to three.
    auto_expand_replicas: '0-2',
    // Explicit, because an index with the default interval stops refreshing while there are no searches.
    refresh_interval: '1s',
    max_result_window: MAX_RESULT_WINDOW,
    // Without thresholds, slow requests are not logged. Healthy requests take about 10 ms.
    search: { slowlog: { threshold: { query: { warn: '300ms' }, fetch: { warn: '300ms' } } } },
    indexing: { slowlog: { threshold: { index: { warn: '1s' } } } },
  },
  mappings: {
    dynamic: 'strict',
    // Only the field that responses need is stored.
    _source: { includes: ['terminal'] },
    properties: {
      open: { type: 'boolean', doc_values: false },
      titles: TERMS,
      words: TERMS,
      wordsAndAddress: TERMS,
      namedStates: TERMS,
      namedStatesAndAddress: TERMS,
      cityEnds: TERMS,
      state: TERMS,
      zip: TERMS,
      type: TERMS,
      location: { type: 'geo_point' },
      x: EXACT_NUMBER,
      y: EXACT_NUMBER,
      z: EXACT_NUMBER,
      byName: { type: 'keyword', index: false },
      terminal: { type: 'object', enabled: false },
    },
  },
} as const;

/** The document of a row. The document of a closed or deleted terminal has no fields, only a version. */
export type TerminalDocument =
  | { readonly open: false }
  | ({ readonly open: true; readonly terminal: Terminal } & Readonly<Record<string, unknown>>);

/** Creates the document of a terminal; undefined is a deleted terminal. */
export function terminalDocument(listed: ListedTerminal | undefined): TerminalDocument {
  if (listed === undefined || listed.closed === true) return { open: false };
  const terminal = withFormerNames(listed);
  const { city, portCity, state, zip, type, latitude, longitude, address, name, locode } = terminal;
  const port = portTextsOf(terminal.port);
  const titles = titlesOf(terminal).map(foldWords);
  const texts = [...titles, ...[...sharedTextsOf(terminal), ...port.names].map(foldWords)];
  const words = [...texts.flatMap(withSpellings), ...[zip, locode, ...port.codes].flatMap(foldWords)];
  const street = foldWords(address);
  const namedStates = [state, ...texts.flatMap((text) => readNamedStates(text).states)];
  const [x, y, z] = unitVector(terminal);
  return {
    open: true,
    titles: unique(titles.map((title) => title.map(longForm).join(' '))),
    words: unique(words),
    wordsAndAddress: unique([...words, ...street]),
    namedStates: unique(namedStates),
    namedStatesAndAddress: unique([...namedStates, ...readNamedStates(street).states]),
    cityEnds: unique([city, portCity].flatMap(spelledTexts).flatMap(endsOf)),
    state,
    zip,
    type,
    location: { lat: latitude, lon: longitude },
    x,
    y,
    z,
    byName: codeUnitOrder(name),
    terminal,
  };
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** All suffixes of a text. The text contains a part exactly if one suffix starts with that part. */
function endsOf(text: string): string[] {
  const letters = [...text];
  return letters.flatMap((letter, index) => (letter === ' ' ? [] : [letters.slice(index).join('')]));
}

const FIRST_SURROGATE = 0xd800;

/**
 * Converts a text so that its UTF-8 byte order (of keyword fields) equals the UTF-16 code unit order of `text` (of the
 * embedded search). Code units from the surrogates on are moved to supplementary code points.
 */
function codeUnitOrder(text: string): string {
  let ordered = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    ordered += String.fromCodePoint(unit < FIRST_SURROGATE ? unit : 0x10000 + unit - FIRST_SURROGATE);
  }
  return ordered;
}
