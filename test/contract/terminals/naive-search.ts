import type { Terminal } from '../../../shared/terminals/catalogue/terminal.ts';
import type { TerminalPage, TerminalQuery } from '../../../shared/terminals/search/terminal-search.ts';

/**
 * The rules of terminal search in their simplest form, with a full scan per query. It shares no code or tables with the
 * implementation, and supports only the letters, states and ports of the synthetic terminals.
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
/** Names and codes of the ports that synthetic terminals belong to. */
const PORT_TEXTS: Readonly<Record<string, string>> = {
  USOAK: 'port of oakland usoak',
  USSAV: 'port of savannah georgia ports georgia ports authority gpa savannah ussav',
  PRSJU: 'port of san juan san juan harbor puerto nuevo puerto de san juan prsju ussju',
};
const PLAIN: Readonly<Record<string, string>> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ñ: 'n' };

/** Runs `make` once per key, because the scan repeats the same texts thousands of times. */
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

/** "st louis" -> "saint louis"; both are the same name. */
const long = (text: string) =>
  ` ${text} `
    .replaceAll(' st ', ' saint ')
    .replaceAll(' st ', ' saint ')
    .replaceAll(' ft ', ' fort ')
    .replaceAll(' ft ', ' fort ')
    .replaceAll(' mt ', ' mount ')
    .replaceAll(' mt ', ' mount ')
    .trim();

const short = (text: string) =>
  text
    .replace(/\bsaint\b/g, 'st')
    .replace(/\bfort\b/g, 'ft')
    .replace(/\bmount\b/g, 'mt');

const wordsOf = remembered(
  ({ name, aliases, group, city, portCity, state, type, zip, locode, port }: Terminal) => {
    const texts = [name, ...aliases, group, city, portCity, state, STATE_NAMES[state] ?? '', type];
    const words = [...texts, PORT_TEXTS[port] ?? ''].flatMap(split);
    return [...words, ...words.map(long), ...words.map(short), zip, ...split(locode), ...split(port)];
  },
);

const BY_LENGTH = Object.entries(STATE_NAMES).sort(([, a], [, b]) => b.length - a.length);

/** Finds the full state names in a text, and the text without them. `last` is a one-word name only at the end. */
function readStates(text: string, notBefore: string) {
  let left = ` ${plain(text).replaceAll(' ', '  ')} `;
  const named: string[] = [];
  let last = '';
  for (const [state, name] of BY_LENGTH) {
    const spaced = new RegExp(` ${name.replaceAll(' ', '  ')} (?!${notBefore})`, 'g');
    if (!spaced.test(left)) continue;
    named.push(state);
    if (!name.includes(' ') && left.endsWith(` ${name} `)) last = name;
    left = left.replace(spaced, ' # ');
  }
  const rest = left.split(/[ #]+/).filter(Boolean);
  return { named, last: rest.includes(last) ? '' : last, rest };
}

/** "Kansas City" contains no state. */
const statesIn = remembered((text: string) => readStates(text, ' city '));

/** "kansas c", "kansas ci" and "kansas cit" contain none either. */
const statesAsked = remembered((text: string) => readStates(text, ' city | (?:c|ci|cit) $'));

const statesNamedBy = remembered(({ name, aliases, group, city, portCity, state, port }: Terminal) => {
  const texts = [name, ...aliases, group, city, portCity, ...(port === 'USSAV' ? ['georgia ports'] : [])];
  return [state, ...texts.flatMap((text) => statesIn(text).named)];
});

function haversineMiles(a: Terminal, b: { latitude: number; longitude: number }): number {
  const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
  const dLat = toRadians(b.latitude - a.latitude);
  const dLng = toRadians(b.longitude - a.longitude);
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * Math.sin(dLng / 2) ** 2;
  return 2 * 3958.7613 * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Rank, lower is better: exact name or alias, then in a named state, then all words whole; undefined is not a hit. */
function tierOf(terminal: Terminal, text: string, withAddress: boolean): number | undefined {
  const { name, aliases, address } = terminal;
  const { named, last, rest: asked } = statesAsked(text);
  const states = [...statesNamedBy(terminal), ...(withAddress ? statesIn(address).named : [])];
  const have = withAddress ? [...wordsOf(terminal), ...split(address)] : wordsOf(terminal);
  if (split(text).length === 0) return undefined;
  const has = (word: string) => have.some((other) => other.startsWith(word));
  const isNamed = (state: string) => states.includes(state) || (STATE_NAMES[state] === last && has(last));
  if (!named.every(isNamed)) return undefined;
  if (!asked.every(has)) return undefined;
  const isExact = [name, ...aliases].some((title) => long(plain(title)) === long(plain(text)));
  const isWhole = asked.every((word) => have.includes(word));
  return (isExact ? 0 : 4) + (named.includes(terminal.state) ? 0 : 2) + (isWhole ? 0 : 1);
}

/** The expected result of any TerminalSearch over these terminals. */
export function naiveSearch(terminals: readonly Terminal[], query: TerminalQuery): TerminalPage {
  const { text, type, city, state, zip, near, limit, page } = query;
  const withAddress = Boolean(city ?? state ?? zip ?? near);
  const hits: { terminal: Terminal; order: number }[] = [];
  for (const terminal of terminals) {
    if (type !== undefined && terminal.type !== type) continue;
    if (state !== undefined && terminal.state !== state) continue;
    if (zip !== undefined && terminal.zip !== zip) continue;
    if (city !== undefined) {
      const wanted = plain(city);
      const own = [terminal.city, terminal.portCity].map(plain);
      const isThere = [...own, ...own.map(long)].some(
        (one) => one.includes(wanted) || one.includes(long(wanted)),
      );
      if (wanted === '' || !isThere) continue;
    }
    const tier = text === undefined ? 0 : tierOf(terminal, text, withAddress);
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
