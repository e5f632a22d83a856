import type { Terminal } from '../../../shared/terminals/catalogue/terminal.ts';
import type { TerminalQuery } from '../../../shared/terminals/search/terminal-search.ts';
import { pick } from './synthetic-terminals.ts';

/** A word of the terminal as a caller might type it: whole or a prefix, in any case, with extra punctuation. */
function typedWord(random: () => number, terminal: Terminal): string {
  const { name, aliases, group, city, state, type, zip, address } = terminal;
  const field = pick(random, [name, name, ...aliases, group, city, state, type, zip, address]);
  const word = pick(random, field.split(' '));
  const begun = random() < 0.4 ? word.slice(0, 1 + Math.floor(random() * word.length)) : word;
  const cased = pick(random, [begun, begun.toLowerCase(), begun.toUpperCase()]);
  return random() < 0.1 ? `(${cased}),` : cased;
}

/** A text with its words in their other spelling, if any. */
const respelled = (text: string): string =>
  text
    .replace(/\bSt\./, 'Saint')
    .replace(/\bSaint\b/, 'st')
    .replace(/\bFt\b/, 'fort')
    .replace(/\bFort\b/, 'ft')
    .replace(/\bMount\b/, 'mt');

const STATES = ['New Jersey', 'north carolina', 'South Carolina', 'GEORGIA', 'west virginia', 'new york'];

function randomText(random: () => number, terminal: Terminal): string {
  const kind = random();
  if (kind < 0.08) return pick(random, [terminal.name, terminal.name.toLowerCase(), ...terminal.aliases]);
  if (kind < 0.1) return pick(random, ['zzz', 'port zzz', '***', ' - ', 'AND']);
  if (kind < 0.13 && terminal.state === 'NJ') return pick(random, ['New Jersey', 'new jers', 'jersey port']);
  if (kind < 0.2) return respelled(pick(random, [terminal.name, terminal.city, ...terminal.aliases]));
  if (kind < 0.24)
    return `${pick(random, STATES)}${pick(random, ['', ' city', ' cit', ' c', ' port', ` ${terminal.type}`])}`;
  if (kind < 0.26 && terminal.port !== '') return pick(random, [terminal.port, terminal.port.toLowerCase()]);
  if (kind < 0.27) return pick(random, ['ussju', 'port of savannah', 'port of san juan', 'georgia ports']);
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => typedWord(random, terminal)).join(' ');
}

/** A random query for one of the terminals, so that most queries have hits. All filters and combinations occur. */
export function randomQuery(random: () => number, terminals: readonly Terminal[]): TerminalQuery {
  const target = pick(random, terminals);
  const other = random() < 0.95 ? target : pick(random, terminals);
  const city = random() < 0.3 && other.portCity !== '' ? other.portCity : other.city;
  const place =
    random() < 0.65
      ? {
          ...(random() < 0.25 ? { state: other.state } : {}),
          ...(random() < 0.05 ? { zip: other.zip } : {}),
          ...(random() < 0.25
            ? {
                city: (random() < 0.3 ? respelled(city) : city.slice(Math.floor(random() * 4))).toUpperCase(),
              }
            : {}),
        }
      : {
          near: {
            latitude: random() < 0.9 ? other.latitude : random() * 180 - 90,
            longitude: random() < 0.9 ? other.longitude : random() * 360 - 180,
            radiusMiles: 10 ** (random() * 4.2),
          },
        };
  return {
    ...(random() < 0.75 ? { text: randomText(random, target) } : {}),
    ...(random() < 0.2 ? { type: other.type } : {}),
    ...place,
    limit: 1 + Math.floor(random() * 20),
    page: random() < 0.8 ? 1 : 1 + Math.floor(random() * 4),
  };
}
