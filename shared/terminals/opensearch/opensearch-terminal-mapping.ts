import { foldWords } from '../../platform/text/text-folding.ts';
import { type ListedTerminal, withFormerNames } from '../catalogue/listed-terminal.ts';
import type { Terminal } from '../catalogue/terminal.ts';
import { readNamedStates } from '../search/named-states.ts';
import { portTextsOf, sharedTextsOf, titlesOf } from '../search/searched-texts.ts';
import { unitVector } from '../search/unit-vector.ts';
import { longForm, spelledTexts, withSpellings } from '../search/word-spellings.ts';

/** Deepest hit that a page may reach; far above any list of terminals. */
export const MAX_RESULT_WINDOW = 1_000_000;

/** Terms that are compared and never sorted by or counted. */
const TERMS = { type: 'keyword', doc_values: false } as const;
const EXACT_NUMBER = { type: 'double', index: false } as const;

/**
 * Index settings and mapping. Texts are folded before they get here, by the code that folds queries too, so that there
 * is no analyzer: the words of the index are those of the embedded search.
 */
export const TERMINAL_INDEX = {
  settings: {
    number_of_shards: 1,
    // A copy in every zone that there is.
    auto_expand_replicas: '0-2',
    // Said, since an index with the default interval stops refreshing while nobody searches.
    refresh_interval: '1s',
    max_result_window: MAX_RESULT_WINDOW,
    // Without thresholds nothing is a slow request: healthy ones take some 10 ms.
    search: { slowlog: { threshold: { query: { warn: '300ms' }, fetch: { warn: '300ms' } } } },
    indexing: { slowlog: { threshold: { index: { warn: '1s' } } } },
  },
  mappings: {
    dynamic: 'strict',
    // What answers need is kept; what queries need is in the index.
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

/** What the index holds of a row; one that is not found (closed, or deleted) only keeps its version. */
export type TerminalDocument =
  | { readonly open: false }
  | ({ readonly open: true; readonly terminal: Terminal } & Readonly<Record<string, unknown>>);

/** The document of a terminal; undefined stands for one that was deleted. */
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

/** Every end of a text: it has a part in it exactly when one of its ends begins with that part. */
function endsOf(text: string): string[] {
  const letters = [...text];
  return letters.flatMap((letter, index) => (letter === ' ' ? [] : [letters.slice(index).join('')]));
}

const FIRST_SURROGATE = 0xd800;

/**
 * A text that sorts by UTF-8 bytes, as keywords do, where `text` sorts by UTF-16 code units, as the embedded search
 * does: from the surrogates on, each unit moves beyond all that stay.
 */
function codeUnitOrder(text: string): string {
  let ordered = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    ordered += String.fromCodePoint(unit < FIRST_SURROGATE ? unit : 0x10000 + unit - FIRST_SURROGATE);
  }
  return ordered;
}
