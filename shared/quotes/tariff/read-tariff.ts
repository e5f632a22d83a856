import * as v from 'valibot';
import type { OwnAccessorial } from '../../costs/accessorials/own-tariff.ts';
import { comparableName } from '../../costs/accessorials/requirement-names.ts';
import { type Accessorial, type Frequency, isTimed, TARIFF } from '../../costs/accessorials/tariff.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { type FieldError, fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { type ListedTerminal, stableTerminalId } from '../../terminals/catalogue/terminal.ts';
import {
  buildEmbeddedDirectory,
  type TerminalDirectory,
} from '../../terminals/search/embedded-terminal-directory.ts';
import { MAX_OWN_ENTRIES, type RequestedEntry, tariffReplacement } from './tariff-document.ts';

export interface TariffPlaces extends Pick<TerminalDirectory, 'byName'> {
  /** UN/LOCODEs of the ports with terminals. */
  readonly ports: ReadonlySet<string>;
}

export type TariffReading =
  | { readonly ok: true; readonly accessorials: readonly OwnAccessorial[]; readonly note?: string }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * Validates parsed JSON as an organization's own tariff. Members that an entry leaves out are those of the base tariff's
 * entries of its name. `errors` lists every invalid field; errors between entries only if each one is valid.
 */
export function readTariff(input: unknown, places: TariffPlaces): TariffReading {
  const parsed = v.safeParse(tariffReplacement, input);
  if (!parsed.success) return { ok: false, errors: fieldErrors(parsed.issues) };
  const { accessorials, note = '' } = parsed.output;
  const own = accessorials
    .map((entry, index) => ({ entry, path: `accessorials[${index}]` }))
    .filter(({ entry }) => entry.source !== 'default');
  if (own.length > MAX_OWN_ENTRIES) {
    const message = `must have at most ${MAX_OWN_ENTRIES} accessorials of your own`;
    return { ok: false, errors: [{ field: 'accessorials', message }] };
  }
  const errors: FieldError[] = [];
  const read = own.map(({ entry, path }) => ({ path, entry: readEntry(entry, places, path, errors) }));
  if (errors.length === 0) errors.push(...similarNames(read), ...overlaps(read));
  if (errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    accessorials: inListOrder(read.map(({ entry }) => entry)),
    ...(note !== '' && { note }),
  };
}

/** Entries in the order in which a list returns them, so that a list that is sent back is the same tariff. */
function inListOrder(entries: readonly OwnAccessorial[]): readonly OwnAccessorial[] {
  const names = [...new Set([...TARIFF, ...entries].map(({ name }) => name))];
  return entries.toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
}

interface ReadEntry {
  readonly path: string;
  readonly entry: OwnAccessorial;
}

/** An entry with what it inherits; adds its errors to `errors`. */
function readEntry(
  given: RequestedEntry,
  known: TariffPlaces,
  path: string,
  errors: FieldError[],
): OwnAccessorial {
  const fault = (field: string, message: string) => void errors.push({ field: `${path}.${field}`, message });
  const base = TARIFF.filter(({ name }) => name === given.name);
  const [first] = base;
  const title = given.title ?? first?.title;
  if (title === undefined) fault('title', 'is required for a name that is not in the base tariff');
  const enabled = given.enabled ?? true;
  const priced = readCharge(given, first, fault);
  const occasion = given.occasion ?? first?.occasion ?? 'on request';
  const places = readPlaces(given, known, fault) ?? placesOf(base);
  if (occasion === 'port fee' && places === undefined) {
    fault('occasion', 'must not be "port fee" without ports or terminals');
  }
  const { effective_from: from, effective_to: to } = given;
  if (from !== undefined && to !== undefined && to < from) {
    fault('effective_to', 'must not be before effective_from');
  }
  const equipment = new Set(
    given.equipment_types?.length ? given.equipment_types : base.flatMap((entry) => entry.equipment),
  );
  return {
    name: given.name,
    title: title ?? '',
    ...priced,
    occasion,
    equipment: EQUIPMENT_TYPES.filter((type) => equipment.size === 0 || equipment.has(type)),
    ...(places !== undefined && { places }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    enabled,
  };
}

type Fault = (field: string, message: string) => void;
type Priced = Pick<OwnAccessorial, 'charge' | 'frequency' | 'defaultQuantity' | 'freeTime'>;

const cents = (usd: number): number => Math.round(usd * 100);

function readCharge(given: RequestedEntry, base: Accessorial | undefined, fault: Fault): Priced {
  const { amount, percent, tiers = [], unit } = given;
  const isLikeBase = amount !== undefined && (unit ?? base?.frequency) === base?.frequency;
  const { free_time: freeTime = isLikeBase ? (base?.freeTime ?? 0) : 0 } = given;
  const charges = [amount, percent, tiers.length > 0 ? tiers : undefined].filter((one) => one !== undefined);
  const defaultQuantity = given.quantity ?? base?.defaultQuantity ?? 1;
  if (charges.length === 0 && given.enabled === false) {
    const { charge = { cents: 0 }, frequency = 'flat' } = base ?? {};
    return { charge, frequency, defaultQuantity, freeTime: 0 };
  }
  if (charges.length !== 1) fault('amount', 'must be given, or percent, or tiers, and only one of them');
  const ofPercent = percent !== undefined;
  if (unit !== undefined && (unit === 'percent') !== ofPercent) {
    fault('unit', ofPercent ? 'must be "percent" with percent' : 'must not be "percent" without percent');
  }
  const frequency = readFrequency(given, base);
  if (frequency === undefined) fault('unit', 'is required for a name that is not in the base tariff');
  if (freeTime > 0 && (amount === undefined || frequency === undefined || !isTimed(frequency))) {
    fault('free_time', 'must only be given with an amount per day or per hour');
  }
  if (tiers.length > 0 && frequency !== 'per day') fault('unit', 'must be "per day" with tiers');
  tiers.forEach(({ from_day }, index) => {
    const before = tiers[index - 1]?.from_day ?? 0;
    if (from_day <= before) {
      fault(`tiers[${index}].from_day`, 'must be greater than in the previous tier');
    }
  });
  const charge =
    amount !== undefined
      ? { cents: cents(amount) }
      : percent !== undefined
        ? { percentOfBase: percent }
        : { tiers: tiers.map((tier) => ({ fromDay: tier.from_day, cents: cents(tier.amount) })) };
  return {
    charge,
    frequency: frequency ?? 'flat',
    defaultQuantity: ofPercent ? 1 : defaultQuantity,
    freeTime,
  };
}

/** The unit of an entry; of a percentage the base tariff's, which quotes show. */
function readFrequency(
  { unit, percent, tiers = [] }: RequestedEntry,
  base: Accessorial | undefined,
): Frequency | undefined {
  if (percent !== undefined || unit === 'percent') {
    return base !== undefined && 'percentOfBase' in base.charge ? base.frequency : 'per load';
  }
  return unit ?? (tiers.length > 0 ? 'per day' : base?.frequency);
}

type Places = NonNullable<OwnAccessorial['places']>;

/** The places that an entry names; undefined if it names none. */
function readPlaces(
  { ports = [], terminals = [] }: RequestedEntry,
  known: TariffPlaces,
  fault: Fault,
): Places | undefined {
  if (ports.length === 0 && terminals.length === 0) return undefined;
  ports.forEach((port, index) => {
    if (!known.ports.has(port.toUpperCase())) {
      fault(`ports[${index}]`, 'must be the UN/LOCODE of a port with terminals, such as USLAX');
    }
  });
  const found = terminals.flatMap((name, index) => {
    const terminal = known.byName(name)?.terminal;
    if (terminal !== undefined) return [[stableTerminalId(terminal), terminal.name] as const];
    fault(
      `terminals[${index}]`,
      'must be the exact name of a terminal, as the search of terminals returns it',
    );
    return [];
  });
  return {
    ports: [...new Set(ports.map((port) => port.toUpperCase()))],
    terminals: [...new Map(found)].map(([key, name]) => ({ key, name })),
  };
}

/** The places of the base tariff's entries of a name; undefined: everywhere. */
function placesOf(base: readonly Accessorial[]): Places | undefined {
  const places = base.flatMap(({ at }) => at ?? []);
  if (places.length === 0) return undefined;
  const ports = places.flatMap(({ ports, terminals }) => (terminals === undefined ? ports : []));
  const terminals = places.flatMap(({ terminals = [], terminalNames = [] }) =>
    terminals.map((key, index) => ({ key, name: terminalNames[index] ?? key })),
  );
  return { ports: [...new Set(ports)], terminals };
}

/** Names that requests could not tell from another name of the tariff. */
function similarNames(entries: readonly ReadEntry[]): readonly FieldError[] {
  const known = new Map(TARIFF.map(({ name }) => [comparableName(name), name]));
  return entries.flatMap(({ path, entry: { name } }) => {
    const comparable = comparableName(name);
    const other = known.get(comparable) ?? name;
    known.set(comparable, other);
    return other === name
      ? []
      : [{ field: `${path}.name`, message: `must differ from ${other} in more than underscores` }];
  });
}

/** Entries of one name that would apply to the same move on the same day. The narrower of two places is not an overlap. */
function overlaps(entries: readonly ReadEntry[]): readonly FieldError[] {
  return entries.flatMap(({ path, entry }, index) => {
    const other = entries.slice(0, index).find((earlier) => overlap(earlier.entry, entry));
    return other === undefined
      ? []
      : [{ field: path, message: `must not apply to the same equipment, place and days as ${other.path}` }];
  });
}

function overlap(one: OwnAccessorial, other: OwnAccessorial): boolean {
  if (one.name !== other.name) return false;
  if (!one.equipment.some((type) => other.equipment.includes(type))) return false;
  if (one.to !== undefined && other.from !== undefined && one.to < other.from) return false;
  if (other.to !== undefined && one.from !== undefined && other.to < one.from) return false;
  if (one.places === undefined || other.places === undefined) return one.places === other.places;
  const { ports, terminals } = other.places;
  return (
    one.places.ports.some((port) => ports.includes(port)) ||
    one.places.terminals.some(({ key }) => terminals.some((terminal) => terminal.key === key))
  );
}

/** The places that entries of a tariff can name: terminals and their ports. */
export const tariffPlaces = (terminals: readonly ListedTerminal[]): TariffPlaces => ({
  byName: buildEmbeddedDirectory(terminals).byName,
  ports: new Set(terminals.flatMap(({ port }) => (port === '' ? [] : [port]))),
});
