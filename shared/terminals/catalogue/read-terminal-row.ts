import * as v from 'valibot';
import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import type { Coordinates } from '../../geography/places/place.ts';
import type { PlacePrefixIndex } from '../../geography/places/place-index.ts';
import { fiveDigitZip, US_STATES } from '../../geography/places/us-states.ts';
import { STATES_WITHOUT_ROADS } from '../../geography/roads/road-networks.ts';
import { boundedText, NO_CONTROL, normalizeText } from '../../platform/text/bounded-text.ts';
import { readNumber } from '../../platform/text/decimal-number.ts';
import { readGateHours } from './gate-hours.ts';
import { nameKey, TERMINAL_SERVICES, TERMINAL_TYPES, type Terminal } from './terminal.ts';

const NAME_MAX_LENGTH = 120;
const TEXT_MAX_LENGTH = 300;

/** Separates the texts of a list cell. */
export const LIST_SEPARATOR = '|';

/** Maximum length of a cell before normalization, in UTF-16 units: enough for any way to encode accents. */
const CELL_MAX_UNITS = 4 * TEXT_MAX_LENGTH;

/** The replacement character, a sign of a wrong encoding. */
const DAMAGED = '\ufffd';

const tooLong = (field: string) => `${field} must be at most ${TEXT_MAX_LENGTH} characters`;
const text = (field: string) =>
  v.pipe(
    boundedText(CELL_MAX_UNITS, `${field} must be text`, (fault) =>
      fault === 'control' ? `${field} ${NO_CONTROL}` : tooLong(field),
    ),
    v.transform((given) => (normalizeText(given, 'NFC', CELL_MAX_UNITS) ?? '').trim().replace(/\s+/g, ' ')),
    v.maxLength(TEXT_MAX_LENGTH, tooLong(field)),
    v.check((given) => !given.includes(DAMAGED), `${field} has damaged characters; save the file as UTF-8`),
  );
const filled = (field: string) => v.pipe(text(field), v.nonEmpty(`${field} must not be empty`));
const code = (pattern: RegExp, message: string) => v.pipe(v.string(), v.trim(), v.regex(pattern, message));
const choice = <const Options extends readonly string[]>(field: string, options: Options) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.picklist(options, `${field} must be one of ${options.join(', ')}`),
  );
const flag = (field: string) =>
  v.pipe(
    choice(field, ['true', 'false']),
    v.transform((given) => given === 'true'),
  );
const degrees = (field: string, most: number) => {
  const message = `${field} must be in degrees from -${most} to ${most}, such as ${most === 90 ? '33.74' : '-118.26'}`;
  return v.pipe(
    v.string(),
    v.trim(),
    v.transform(readNumber),
    v.number(message),
    v.minValue(-most, message),
    v.maxValue(most, message),
  );
};
const locode = (field: string) =>
  code(/^([A-Z]{5})?$/, `${field} must be 5 uppercase letters, such as USLAX`);
const isState = (given: string) => US_STATES.has(given) && !STATES_WITHOUT_ROADS.has(given);

/** The texts of a list cell. */
const textsOfCell = (cell: string): string[] =>
  cell
    .split(LIST_SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Name of a terminal, as an operator enters it. */
export const terminalNameSchema = v.pipe(
  filled('name'),
  v.maxLength(NAME_MAX_LENGTH, `name must be at most ${NAME_MAX_LENGTH} characters`),
  v.check((name) => name === '' || nameKey(name) !== '', 'name must have a letter or digit'),
);

const rowSchema = v.object({
  name: terminalNameSchema,
  aliases: v.exactOptional(
    v.pipe(
      text('aliases'),
      v.transform((given) => [
        ...new Map(textsOfCell(given).map((alias) => [nameKey(alias), alias])).values(),
      ]),
    ),
  ),
  group: v.exactOptional(text('group')),
  type: choice('type', TERMINAL_TYPES),
  address: v.exactOptional(text('address')),
  city: filled('city'),
  portCity: v.exactOptional(text('portCity')),
  portState: v.exactOptional(
    v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.transform((given) => given || undefined),
      v.optional(
        v.pipe(v.string(), v.check(isState, 'portState must be a 2-letter US state code, such as MO')),
      ),
    ),
  ),
  state: v.pipe(
    v.string(),
    v.trim(),
    v.toUpperCase(),
    v.check(isState, 'state must be a 2-letter US state code, such as CA'),
  ),
  zip: v.pipe(
    v.string(),
    v.transform(fiveDigitZip),
    v.string('zip must be 5 digits; a spreadsheet may have dropped a leading zero'),
  ),
  latitude: degrees('latitude', 90),
  longitude: degrees('longitude', 180),
  precision: v.exactOptional(choice('precision', ['gate', 'facility', 'city'])),
  smdgCode: v.exactOptional(code(/^[A-Z0-9]*$/, 'smdgCode must be uppercase letters and digits')),
  locode: v.exactOptional(locode('locode')),
  firmsCodes: v.exactOptional(
    v.pipe(
      v.string(),
      v.transform((given) => [...new Set(textsOfCell(given))]),
      v.array(code(/^[A-Z0-9]{4}$/, 'firmsCodes must have 4 uppercase letters or digits')),
      v.transform((codes) => (codes.length === 0 ? undefined : codes)),
    ),
  ),
  services: v.exactOptional(
    v.pipe(
      v.string(),
      v.transform((given) => [...new Set(textsOfCell(given.toLowerCase()))]),
      v.array(v.picklist(TERMINAL_SERVICES, `services must be any of ${TERMINAL_SERVICES.join(', ')}`)),
    ),
  ),
  principal: v.exactOptional(flag('principal')),
  port: v.exactOptional(locode('port')),
  hours: v.exactOptional(
    v.pipe(
      text('hours'),
      v.check(
        (given) => given === '' || readGateHours(given) !== undefined,
        'hours must be opening hours such as "Mo-Fr 07:00-17:00; Sa 08:00-12:00; PH off"',
      ),
    ),
  ),
  source: v.exactOptional(text('source')),
  verified: v.exactOptional(flag('verified')),
  status: v.exactOptional(choice('status', ['open', 'closed'])),
});

export const TERMINAL_COLUMNS = Object.keys(rowSchema.entries) as readonly (keyof typeof rowSchema.entries)[];
export const REQUIRED_COLUMNS = TERMINAL_COLUMNS.filter(
  (column) => rowSchema.entries[column].type !== 'exact_optional',
);

/** A terminal of a row. Columns that the file lacks are absent. */
export type TerminalRow = v.InferOutput<typeof rowSchema>;

export type ReadRow =
  | { readonly ok: true; readonly row: TerminalRow }
  /** All faults of the row as texts; `name` if the name itself is valid. */
  | { readonly ok: false; readonly faults: readonly string[]; readonly name?: string };

/** Reads the cells of a row by column name, and checks that ZIP code and coordinates are in the state. */
export function readTerminalRow(cells: Readonly<Record<string, string>>, index: PlacePrefixIndex): ReadRow {
  const parsed = v.safeParse(rowSchema, cells);
  if (parsed.success) {
    const faults = misplaced(parsed.output, index);
    if (faults.length === 0) return { ok: true, row: parsed.output };
    return { ok: false, faults, name: parsed.output.name };
  }
  const name = v.safeParse(terminalNameSchema, cells.name);
  return {
    ok: false,
    faults: [...new Set(parsed.issues.map(({ message }) => message))],
    ...(name.success ? { name: name.output } : {}),
  };
}

/** A terminal is at most this far from a city of its state. */
const MAX_CITY_MILES = 30;

/** Faults of an unknown ZIP code, and of a ZIP code or coordinates outside the state. */
export function misplaced(
  { state, zip, latitude, longitude }: Pick<Terminal, 'state' | 'zip' | 'latitude' | 'longitude'>,
  index: PlacePrefixIndex,
): string[] {
  const ofZip = index.findZip(zip);
  const faults = [
    ...(ofZip === undefined ? [`zip ${zip} is unknown`] : []),
    ...(ofZip !== undefined && ofZip.state !== state ? [`zip ${zip} is not in ${state}`] : []),
  ];
  // Nearly all rows, without the 10 ms that all cities of the state take.
  if (ofZip?.state === state && greatCircleMiles(ofZip, { latitude, longitude }) <= MAX_CITY_MILES) return [];
  const cities = index.citiesByPrefix({ cityKey: '', states: new Set([state]) }, Number.POSITIVE_INFINITY);
  const isInState = (point: Coordinates) =>
    cities.some(({ place }) => greatCircleMiles(place, point) <= MAX_CITY_MILES);
  if (isInState({ latitude, longitude })) return faults;
  const swapped = isInState({ latitude: longitude, longitude: latitude });
  const where = `latitude ${latitude}, longitude ${longitude}`;
  faults.push(swapped ? `latitude and longitude are swapped: ${where}` : `${where} is not in ${state}`);
  return faults;
}

/** The facts of a new terminal. Fields that the row lacks are empty. */
export function factsOfRow(given: Omit<TerminalRow, 'status'>): Terminal {
  return {
    aliases: [],
    group: '',
    address: '',
    portCity: '',
    precision: 'facility',
    smdgCode: '',
    locode: '',
    services: [],
    principal: false,
    port: '',
    hours: '',
    source: 'operator',
    verified: false,
    ...given,
  };
}
