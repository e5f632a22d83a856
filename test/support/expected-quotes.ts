import { readFileSync } from 'node:fs';
import { CsvReader } from '../../shared/platform/files/csv-rows.ts';
import type { CreatedQuote } from '../../shared/quotes/record/quote-document.ts';
import type { Terminal } from '../../shared/terminals/catalogue/terminal.ts';

/** The quote that a drayage broker expects. */
export interface ExpectedQuote {
  readonly origin: string;
  readonly destination: string;
  readonly equipment: string;
  /** The terminal stop; "none" for over-the-road moves. */
  readonly terminalStop: 'origin' | 'destination' | 'none';
  /** Accepted places: LOCODEs of ports, "RAMP:City ST" for ramps and inland ports. */
  readonly terminalAt: readonly string[];
  /** The terminal's name or an alias must contain one of these words; empty = any terminal. */
  readonly terminalWords: readonly string[];
  /** "City, ST"; "" if it is not checked. */
  readonly door: string;
  /** One way. */
  readonly miles: number;
  readonly tolerancePercent: number;
}

/** The rows of a CSV file as objects with the column names of the header. */
function readRows(file: URL): readonly Readonly<Record<string, string>>[] {
  const reader = new CsvReader();
  const rows = [...reader.read(readFileSync(file, 'utf8')), ...reader.end()];
  const [header, ...lines] = rows.map(({ cells }) => cells);
  return lines.map((cells) => Object.fromEntries((header ?? []).map((name, at) => [name, cells[at] ?? ''])));
}

const listOf = (cell = ''): readonly string[] =>
  cell
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** @param equipment for files without that column. */
export function readExpectedQuotes(file: URL, equipment = 'container_40hc'): readonly ExpectedQuote[] {
  return readRows(file).map((row) => ({
    origin: row.origin ?? '',
    destination: row.destination ?? '',
    equipment: row.equipment || equipment,
    terminalStop: (row.terminal_end || 'none') as ExpectedQuote['terminalStop'],
    terminalAt: listOf(row.terminal_at),
    terminalWords: listOf(row.accept_terminals),
    door: row.door ?? '',
    miles: Number(row.miles),
    tolerancePercent: Number(row.tolerance_percent),
  }));
}

/** Differences between a quote and the expected one, as text; empty if there are none. */
export function differences(
  expected: ExpectedQuote,
  { route }: Pick<CreatedQuote, 'route'>,
  terminals: readonly Terminal[],
): readonly string[] {
  const { terminalStop, terminalAt, terminalWords, door, miles, tolerancePercent } = expected;
  const found: string[] = [];
  const terminalStops = (['origin', 'destination'] as const).filter((stop) => route[stop].type !== 'city');
  const at = terminalStop === 'none' ? undefined : route[terminalStop];
  if (terminalStop === 'none' && terminalStops.length > 0)
    found.push(`a terminal at the ${terminalStops.join(' and ')}`);
  if (terminalStop !== 'none' && at?.type === 'city') found.push(`no terminal at the ${terminalStop}`);
  const terminal = terminals.find(({ name }) => name === at?.name);
  if (terminal !== undefined) {
    const place = isAt(terminal, terminalAt) ? [] : [`${terminal.name}, not at ${terminalAt.join(' or ')}`];
    const named = hasWord(terminal, terminalWords)
      ? []
      : [`${terminal.name}, not ${terminalWords.join(' or ')}`];
    found.push(...place, ...named);
  }
  const doorStop = terminalStop === 'origin' ? route.destination : route.origin;
  if (terminalStop !== 'none' && door !== '' && !sameCity(doorStop, door)) {
    found.push(`door ${doorStop.name}, not ${door}`);
  }
  const off = (Math.abs(route.distance - miles) / miles) * 100;
  if (off > tolerancePercent) {
    found.push(
      `${route.distance} mi, not ${miles} mi (${off.toFixed(1)}% off, ${tolerancePercent}% allowed)`,
    );
  }
  return found;
}

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\bst\b|\bsaint\b/g, 'st')
    .replace(/[^a-z0-9]/g, '');

const sameCity = (
  { city, state, name }: { city: string; state: string; name: string },
  door: string,
): boolean =>
  [`${city}${state}`, name, name.replace(/ \d{5}$/, '')].some((text) => fold(text) === fold(door));

/** Ramps are checked by their names and distances; a port by its LOCODE. */
function isAt({ type, port }: Terminal, places: readonly string[]): boolean {
  return (
    places.length === 0 ||
    places.some((place) =>
      place.startsWith('RAMP:') ? type !== 'marine' : type === 'marine' && port === place,
    )
  );
}

const hasWord = ({ name, aliases, group }: Terminal, words: readonly string[]): boolean =>
  words.length === 0 ||
  words.some((word) => [name, group, ...aliases].some((title) => fold(title).includes(fold(word))));
