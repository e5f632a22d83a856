import { foldWords } from '../../platform/text/text-folding.ts';
import { type ListedTerminal, withFormerNames } from '../catalogue/listed-terminal.ts';
import { Conjunction } from './conjunction.ts';
import { type NamedStates, readQueriedStates } from './named-states.ts';
import { buildTerminalIndex, type TerminalIndex } from './terminal-index.ts';
import type { TerminalPage, TerminalQuery, TerminalSearch } from './terminal-search.ts';
import { longForm } from './word-spellings.ts';

/**
 * Builds an in-memory TerminalSearch over a list of terminals: expensive to build, cheap to query. Closed terminals are
 * excluded; former names are aliases.
 */
export function buildEmbeddedSearch(terminals: readonly ListedTerminal[]): TerminalSearch {
  const open = terminals.filter(({ closed }) => closed !== true);
  const index = buildTerminalIndex(open.map(withFormerNames));
  return { search: async (query) => pageOf(index, findHits(index, query), query) };
}

/** All hits of a query, best first. */
function findHits(index: TerminalIndex, query: TerminalQuery): number[] {
  const matching = new Conjunction(index.terminals.length);
  const { text, city, state, type, zip, near } = query;
  if (state !== undefined) matching.require(index.states.equalTo(state));
  if (zip !== undefined) matching.require(index.zips.equalTo(zip));
  if (type !== undefined) matching.require(index.types.equalTo(type));
  if (city !== undefined) matching.require(index.cities.containing(city));

  const words = text === undefined ? [] : foldWords(text);
  if (text !== undefined && words.length === 0) return [];
  const named = readQueriedStates(words);
  const wholly = requireWords(index, query, named, matching);
  const hits = matching.documents();
  if (near !== undefined) return index.points.within(hits, near, near.radiusMiles);
  return words.length === 0 ? hits : rankByText(index, { words, states: named.states }, hits, wholly);
}

/**
 * Restricts `matching` to documents that have every word (at least as a prefix), and that are in every named state or name
 * it. If the query ends with a one-word state name, documents with this word match as well.
 * @returns the documents that have all words as whole words.
 */
function requireWords(
  index: TerminalIndex,
  { city, state, zip, near }: TerminalQuery,
  { states, rest, last }: NamedStates,
  matching: Conjunction,
): Conjunction {
  const wholly = new Conjunction(index.terminals.length);
  const hasPlace = [city, state, zip, near].some((filter) => filter !== undefined);
  const indexes = hasPlace ? [index.words, index.address] : [index.words];
  const naming = hasPlace ? [index.namedStates, index.addressStates] : [index.namedStates];
  for (const state of states) {
    const withWord = state === last?.state ? indexes.map((tokens) => tokens.withPrefix(last.word)) : [];
    matching.require([...naming.flatMap((values) => values.equalTo(state)), ...withWord]);
  }
  for (const word of new Set(rest)) {
    if (matching.isEmpty) break;
    matching.require(indexes.map((tokens) => tokens.withPrefix(word)));
    wholly.require(indexes.map((tokens) => tokens.whole(word)));
  }
  return wholly;
}

/**
 * Ranks exact names and aliases first, then terminals in a state named in the text, then those with all words as whole
 * words. The sort is stable.
 */
function rankByText(
  index: TerminalIndex,
  { words, states }: { readonly words: readonly string[]; readonly states: readonly string[] },
  hits: readonly number[],
  wholly: Conjunction,
): number[] {
  const wanted = words.map((word) => index.vocabulary.numberOf(longForm(word)));
  const isTitle = (title: readonly number[]) =>
    title.length === wanted.length && title.every((number, position) => number === wanted[position]);
  const rankOf = (document: number): number =>
    (index.titles[document]?.some(isTitle) ? 4 : 0) +
    (states.includes(index.terminals[document]?.state ?? '') ? 2 : 0) +
    (wholly.has(document) ? 1 : 0);
  const byRank: number[][] = Array.from({ length: 8 }, () => []);
  for (const document of hits) byRank[rankOf(document)]?.push(document);
  return byRank.reverse().flat();
}

function pageOf(index: TerminalIndex, hits: readonly number[], { limit, page }: TerminalQuery): TerminalPage {
  const start = (page - 1) * limit;
  const terminals = hits.slice(start, start + limit).flatMap((document) => index.terminals[document] ?? []);
  return { terminals, totalHits: hits.length };
}
