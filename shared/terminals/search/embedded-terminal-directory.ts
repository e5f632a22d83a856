import { foldText } from '../../platform/text/text-folding.ts';
import type { ListedTerminal } from '../catalogue/terminal.ts';
import { titlesOf } from './searched-texts.ts';

/** A terminal found by its current or a former name, with warnings for the API caller. */
export interface KnownTerminal {
  readonly terminal: ListedTerminal;
  readonly warnings: readonly string[];
}

export type TerminalDirectory = ReturnType<typeof buildEmbeddedDirectory>;

/** Minimum similarity. Below it, two names share little more than the word "Terminal". */
const MIN_SIMILARITY = 0.4;

/** Only the first characters of a text are compared; terminal names are much shorter. */
const COMPARED_CHARACTERS = 120;

/** Terminals by their name, as pricing needs them. The index of `suggest` is built at its first call. */
export function buildEmbeddedDirectory(terminals: readonly ListedTerminal[]) {
  const byName = new Map<string, KnownTerminal>();
  for (const terminal of terminals) {
    const closed = terminal.closed === true ? [terminalClosed(terminal.name)] : [];
    for (const former of terminal.formerNames ?? []) {
      byName.set(former, { terminal, warnings: [terminalRenamed(former, terminal.name), ...closed] });
    }
    byName.set(terminal.name, { terminal, warnings: closed });
  }
  let similarity: SimilarityIndex | undefined;
  // A place is resolved by several questions about the same text.
  let last: { readonly name: string; readonly similar: readonly string[] } | undefined;
  return {
    /** The terminal with exactly this current or former name, also if closed; else undefined. */
    byName: (name: string): KnownTerminal | undefined => byName.get(name),
    /** Names of at most `count` open terminals that are similar to an unknown name, most similar first. */
    suggest: (name: string, count: number): readonly string[] => {
      similarity ??= buildSimilarityIndex(terminals.filter(({ closed }) => closed !== true));
      if (last?.name !== name) last = { name, similar: mostSimilarNames(similarity, name) };
      return last.similar.slice(0, count);
    },
  };
}

const terminalRenamed = (former: string, name: string): string =>
  `Terminal "${former}" was renamed to "${name}". Use the new name.`;

const terminalClosed = (name: string): string =>
  `Terminal "${name}" is closed. The rate is calculated as if it were open.`;

type SimilarityIndex = ReturnType<typeof buildSimilarityIndex>;

function buildSimilarityIndex(terminals: readonly ListedTerminal[]) {
  const titles: { readonly terminalName: string; readonly trigrams: number }[] = [];
  /** Positions in `titles` by trigram. */
  const byTrigram = new Map<string, number[]>();
  for (const terminal of terminals) {
    const { smdgCode, formerNames = [] } = terminal;
    for (const title of [...titlesOf(terminal), ...(smdgCode === '' ? [] : [smdgCode]), ...formerNames]) {
      const trigrams = trigramsOf(title);
      for (const trigram of trigrams) {
        const positions = byTrigram.get(trigram);
        if (positions === undefined) byTrigram.set(trigram, [titles.length]);
        else positions.push(titles.length);
      }
      titles.push({ terminalName: terminal.name, trigrams: trigrams.size });
    }
  }
  return { titles, byTrigram };
}

/** Names of the terminals with a name or alias similar to `name`, most similar first, then by name. */
function mostSimilarNames({ titles, byTrigram }: SimilarityIndex, name: string): string[] {
  const wanted = trigramsOf(name);
  const shared = new Uint16Array(titles.length);
  for (const trigram of wanted) {
    for (const position of byTrigram.get(trigram) ?? []) shared[position] = (shared[position] ?? 0) + 1;
  }
  const best = new Map<string, number>();
  titles.forEach(({ terminalName, trigrams }, position) => {
    // Sorensen-Dice coefficient: 0 for disjoint sets, 1 for equal ones.
    const score = (2 * (shared[position] ?? 0)) / (wanted.size + trigrams);
    if (score >= MIN_SIMILARITY && score > (best.get(terminalName) ?? 0)) best.set(terminalName, score);
  });
  return [...best]
    .sort(([nameA, a], [nameB, b]) => b - a || (nameA < nameB ? -1 : 1))
    .map(([terminalName]) => terminalName);
}

/** The distinct trigrams of a folded text, padded with spaces. */
function trigramsOf(text: string): Set<string> {
  const padded = `  ${foldText(text.slice(0, COMPARED_CHARACTERS))} `;
  const pieces = new Set<string>();
  for (let start = 0; start + 3 <= padded.length; start += 1) pieces.add(padded.slice(start, start + 3));
  return pieces;
}
