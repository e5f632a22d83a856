import type { Terminal } from '../../../shared/terminals/terminal.ts';
import type { TerminalPage, TerminalQuery } from '../../../shared/terminals/terminal-search.ts';

/**
 * The rules of terminal search written down as plainly as possible, a full scan per query. It shares no code and
 * no table with the implementation, and knows just the letters and states of the synthetic terminals.
 */
const STATE_NAMES: Readonly<Record<string, string>> = {
  CA: 'california',
  NJ: 'new jersey',
  NY: 'new york',
  TX: 'texas',
  GA: 'georgia',
  WA: 'washington',
  IL: 'illinois',
  PR: 'puerto rico',
  SC: 'south carolina',
  NC: 'north carolina',
  WV: 'west virginia',
  LA: 'louisiana',
};
const PLAIN: Readonly<Record<string, string>> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ñ: 'n' };

/** Runs `make` once per key: the scan repeats the same texts thousands of times. */
function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    return value;
  };
}

/** "José's Río-2" -> "jose s rio 2". */
const plain = remembered((text: string) => {
  let result = '';
  for (const character of text.toLowerCase()) {
    const letter = PLAIN[character] ?? character;
    if (/[a-z0-9]/.test(letter)) result += letter;
    else if (!result.endsWith(' ')) result += ' ';
  }
  return result.trim();
});

const split = (text: string) => plain(text).split(' ').filter(Boolean);

const wordsOf = remembered(({ name, aliases, group, city, portCity, state, type, zip }: Terminal) =>
  [name, ...aliases, group, city, portCity, state, STATE_NAMES[state] ?? '', type, zip].flatMap(split),
);

function haversineMiles(a: Terminal, b: { latitude: number; longitude: number }): number {
  const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
  const dLat = toRadians(b.latitude - a.latitude);
  const dLng = toRadians(b.longitude - a.longitude);
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * Math.sin(dLng / 2) ** 2;
  return 2 * 3958.7613 * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** 0 exact name or alias, 1 all words whole, 2 some only begun; undefined when a word is missing. */
function tierOf(
  terminal: Terminal,
  text: string,
  asked: readonly string[],
  withAddress: boolean,
): number | undefined {
  const { name, aliases, address } = terminal;
  const have = withAddress ? [...wordsOf(terminal), ...split(address)] : wordsOf(terminal);
  if (asked.length === 0) return undefined;
  if (!asked.every((word) => have.some((other) => other.startsWith(word)))) return undefined;
  if ([name, ...aliases].some((title) => plain(title) === plain(text))) return 0;
  return asked.every((word) => have.includes(word)) ? 1 : 2;
}

/** What any TerminalSearch over these terminals must answer. */
export function naiveSearch(terminals: readonly Terminal[], query: TerminalQuery): TerminalPage {
  const { text, type, city, state, zip, near, limit, page } = query;
  const asked = split(text ?? '');
  const withAddress = Boolean(city ?? state ?? zip ?? near);
  const hits: { terminal: Terminal; order: number }[] = [];
  for (const terminal of terminals) {
    if (type !== undefined && terminal.type !== type) continue;
    if (state !== undefined && terminal.state !== state) continue;
    if (zip !== undefined && terminal.zip !== zip) continue;
    if (city !== undefined) {
      const wanted = plain(city);
      if (wanted === '' || ![terminal.city, terminal.portCity].some((own) => plain(own).includes(wanted)))
        continue;
    }
    const tier = text === undefined ? 0 : tierOf(terminal, text, asked, withAddress);
    if (tier === undefined) continue;
    const miles = near === undefined ? undefined : haversineMiles(terminal, near);
    if (near !== undefined && miles !== undefined && miles > near.radiusMiles) continue;
    hits.push({ terminal, order: miles ?? tier });
  }
  hits.sort((a, b) => a.order - b.order || (a.terminal.name < b.terminal.name ? -1 : 1));
  return {
    terminals: hits.slice((page - 1) * limit, page * limit).map(({ terminal }) => terminal),
    totalHits: hits.length,
  };
}
