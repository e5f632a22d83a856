import type { ListedTerminal } from '../catalogue/terminal.ts';
import { longWords, titlesOf } from './searched-texts.ts';

/** A terminal found by its current or a former name, with warnings for the API caller. */
export interface KnownTerminal {
  readonly terminal: ListedTerminal;
  readonly warnings: readonly string[];
}

/** A name, alias, code or former name of an open terminal. */
export interface TerminalTitle {
  /** The words of the title in their long spelling, with spaces between them. */
  readonly folded: string;
  readonly words: readonly string[];
  readonly known: KnownTerminal;
}

export type TerminalDirectory = ReturnType<typeof buildEmbeddedDirectory>;

/** Minimum similarity. Below it, two names share little more than the word "Terminal". */
const MIN_SIMILARITY = 0.4;

/** Only the first characters of a text are compared; terminal names are much shorter. */
const COMPARED_CHARACTERS = 120;

/** Terminals by their name, as pricing needs them. The titles are read when they are first needed. */
export function buildEmbeddedDirectory(terminals: readonly ListedTerminal[]) {
  const byName = new Map<string, KnownTerminal>();
  for (const terminal of terminals) {
    const closed = terminal.closed === true ? [terminalClosed(terminal.name)] : [];
    for (const former of terminal.formerNames ?? []) {
      byName.set(former, { terminal, warnings: [terminalRenamed(former, terminal.name), ...closed] });
    }
    byName.set(terminal.name, { terminal, warnings: closed });
  }
  let read: ReturnType<typeof readTitles> | undefined;
  const titles = () => {
    read ??= readTitles(terminals, byName);
    return read;
  };
  return {
    /** The terminal with exactly this current or former name, also if closed; else undefined. */
    byName: (name: string): KnownTerminal | undefined => byName.get(name),
    open: (): readonly ListedTerminal[] => terminals.filter(({ closed }) => closed !== true),
    /** The titles of open terminals that are this folded text in its long spelling, or have it as a word. */
    titlesWith: (text: string): readonly TerminalTitle[] => titles().byText.get(text) ?? [],
    /** Names of at most `count` open terminals that are similar to an unknown name, most similar first. */
    suggest: (name: string, count: number): readonly string[] =>
      mostSimilarNames(titles(), name).slice(0, count),
  };
}

function readTitles(terminals: readonly ListedTerminal[], byName: ReadonlyMap<string, KnownTerminal>) {
  const open = terminals.filter(({ closed }) => closed !== true);
  const named = open.flatMap((terminal) => {
    const { name, smdgCode, formerNames = [] } = terminal;
    const own = [...titlesOf(terminal), ...(smdgCode === '' ? [] : [smdgCode])];
    return [...own.map((title) => [title, name]), ...formerNames.map((former) => [former, former])];
  });
  const titles: (TerminalTitle & { readonly trigrams: number })[] = [];
  /** Positions in `titles`. */
  const byTrigram = new Map<string, number[]>();
  const byText = new Map<string, TerminalTitle[]>();
  for (const [title = '', name = ''] of named) {
    const known = byName.get(name);
    if (known === undefined) continue;
    const trigrams = trigramsOf(title);
    const words = longWords(title);
    const read = { folded: words.join(' '), words, known, trigrams: trigrams.size };
    for (const trigram of trigrams) addTo(byTrigram, trigram, titles.length);
    for (const text of new Set([read.folded, ...read.words])) addTo(byText, text, read);
    titles.push(read);
  }
  return { titles, byTrigram, byText };
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

const terminalRenamed = (former: string, name: string): string =>
  `Terminal "${former}" was renamed to "${name}". Use the new name.`;

const terminalClosed = (name: string): string =>
  `Terminal "${name}" is closed. The rate is calculated as if it were open.`;

/** Names of the terminals with a title similar to `name`, most similar first, then by name. */
function mostSimilarNames({ titles, byTrigram }: ReturnType<typeof readTitles>, name: string): string[] {
  const wanted = trigramsOf(name);
  const shared = new Uint16Array(titles.length);
  for (const trigram of wanted) {
    for (const position of byTrigram.get(trigram) ?? []) shared[position] = (shared[position] ?? 0) + 1;
  }
  const best = new Map<string, number>();
  titles.forEach(({ known: { terminal }, trigrams }, position) => {
    // Sorensen-Dice coefficient: 0 for disjoint sets, 1 for equal ones.
    const score = (2 * (shared[position] ?? 0)) / (wanted.size + trigrams);
    if (score >= MIN_SIMILARITY && score > (best.get(terminal.name) ?? 0)) best.set(terminal.name, score);
  });
  return [...best]
    .sort(([nameA, a], [nameB, b]) => b - a || (nameA < nameB ? -1 : 1))
    .map(([terminalName]) => terminalName);
}

/** The distinct trigrams of a folded text, padded with spaces. */
function trigramsOf(text: string): ReadonlySet<string> {
  const padded = `  ${longWords(text.slice(0, COMPARED_CHARACTERS)).join(' ')} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, start) => padded.slice(start, start + 3)));
}
