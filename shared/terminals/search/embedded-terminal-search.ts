import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import { type ListedTerminal, type Terminal, withFormerNames } from '../catalogue/terminal.ts';
import {
  POINTS,
  readSearchedQuery,
  type SearchedQuery,
  type SearchedTexts,
  searchedTexts,
  spelledTexts,
} from './searched-texts.ts';
import type { TerminalQuery, TerminalSearch } from './terminal-search.ts';

/** A terminal with its folded texts. Lists of words are one string: each word has a space before and after it. */
interface Row extends Pick<SearchedTexts, 'titles' | 'states' | 'cities'> {
  readonly terminal: Terminal;
  readonly ownWords: string;
  readonly words: string;
  readonly wordsAndStreet: string;
}

/** Builds a TerminalSearch that scans a list of terminals. Closed terminals are excluded; former names are aliases. */
export function buildEmbeddedSearch(terminals: readonly ListedTerminal[]): TerminalSearch {
  const rows = terminals
    .filter(({ closed }) => closed !== true)
    .map(withFormerNames)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(toRow);
  return {
    search: async (query) => {
      const hits = findHits(rows, query);
      const start = (query.page - 1) * query.limit;
      return { terminals: hits.slice(start, start + query.limit), totalHits: hits.length };
    },
  };
}

function toRow(terminal: Terminal): Row {
  const { ownWords, words, street, ...texts } = searchedTexts(terminal);
  const joined = (list: readonly string[]) => ` ${list.join(' ')} `;
  return {
    terminal,
    ...texts,
    ownWords: joined(ownWords),
    words: joined(words),
    wordsAndStreet: joined([...words, ...street]),
  };
}

/** All hits of a query, best first. Rows are sorted by name, and the sort of hits is stable. */
function findHits(rows: readonly Row[], { text, city, state, type, zip, near }: TerminalQuery): Terminal[] {
  const wanted = text === undefined ? undefined : readSearchedQuery(text);
  if (text !== undefined && wanted === undefined) return [];
  const cities = city === undefined ? undefined : spelledTexts(city);
  const hasPlace = [city, state, zip, near].some((filter) => filter !== undefined);
  const hits: { readonly terminal: Terminal; readonly rank: number }[] = [];
  for (const row of rows) {
    const { terminal } = row;
    if (state !== undefined && terminal.state !== state) continue;
    if (type !== undefined && terminal.type !== type) continue;
    if (zip !== undefined && terminal.zip !== zip) continue;
    if (cities !== undefined && !row.cities.some((name) => cities.some((part) => name.includes(part))))
      continue;
    const words = hasPlace ? row.wordsAndStreet : row.words;
    if (wanted !== undefined && !meets(row, words, wanted)) continue;
    const miles = near === undefined ? 0 : greatCircleMiles(near, terminal);
    if (near !== undefined && miles > near.radiusMiles) continue;
    hits.push({
      terminal,
      rank: wanted === undefined || near !== undefined ? miles : -pointsOf(row, words, wanted),
    });
  }
  return hits.sort((a, b) => a.rank - b.rank).map(({ terminal }) => terminal);
}

const meets = ({ states }: Row, words: string, { conditions }: SearchedQuery): boolean =>
  conditions.every(
    ({ word, state }) =>
      (word !== undefined && words.includes(` ${word}`)) || (state !== undefined && states.includes(state)),
  );

function pointsOf({ terminal, titles, ownWords }: Row, words: string, wanted: SearchedQuery): number {
  const hasWhole = (text: string) => wanted.words.every((word) => text.includes(` ${word} `));
  return (
    (titles.includes(wanted.title) ? POINTS.exactTitle : 0) +
    (wanted.states.includes(terminal.state) ? POINTS.namedState : 0) +
    (hasWhole(ownWords) ? POINTS.ownWords : 0) +
    (hasWhole(words) ? POINTS.wholeWords : 0)
  );
}
