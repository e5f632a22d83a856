import * as v from 'valibot';
import { CONTAINER_EQUIPMENT } from '../costs/equipment/equipment-type.ts';
import { readContainerEquipment } from '../costs/equipment/read-equipment-type.ts';
import { fiveDigitZip, US_STATES } from '../geography/places/us-states.ts';
import { optionalField } from '../platform/http/body-fields.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { boundedText, normalizeText } from '../platform/text/bounded-text.ts';
import { readDay } from '../platform/time/utc-calendar.ts';
import { CITY_MAX_LENGTH, LANE_ERRORS, type LaneDraft, ORIGIN_TYPES } from './lane.ts';
import type { IncludedParts } from './price-lanes.ts';
import { BATCH_MALFORMED, batchTooLarge, MAX_LANES } from './rate-rejections.ts';

/** Letters of any script with their marks, spaces, hyphens, straight and typographic apostrophes. */
const CITY = /^[\p{L}\p{M} '\u2019-]*$/u;
const LETTER = /\p{L}/u;

/** Above `CITY_MAX_LENGTH` characters in UTF-16 units, including combining accents. */
const CITY_MAX_UNITS = 4 * CITY_MAX_LENGTH;
/** Above the length of any terminal name, in UTF-16 units. */
const TERMINAL_MAX_UNITS = 500;
/** Above the length of any accepted state, ZIP code, equipment type or date. */
const CODE_MAX_UNITS = 100;

const code = (message: string) => boundedText(CODE_MAX_UNITS, message, () => message);

/** One lane of the request (interface specification, 2.5, with additional fields). Unknown fields are ignored. */
export const lane = v.object({
  originTerminal: v.pipe(
    boundedText(TERMINAL_MAX_UNITS, LANE_ERRORS.originTerminal, () => LANE_ERRORS.originTerminal),
    v.check((name) => name.trim() !== '', LANE_ERRORS.originTerminal),
  ),
  originType: optionalField(v.picklist(ORIGIN_TYPES, LANE_ERRORS.originType)),
  destinationCity: v.pipe(
    boundedText(CITY_MAX_UNITS, LANE_ERRORS.destinationCity, (fault) =>
      fault === 'too-long' ? LANE_ERRORS.destinationCityLength : LANE_ERRORS.destinationCityAlphabet,
    ),
    v.transform((city) => normalizeText(city, 'NFC', CITY_MAX_UNITS) ?? ''),
    v.check((city) => [...city].length <= CITY_MAX_LENGTH, LANE_ERRORS.destinationCityLength),
    v.check((city) => CITY.test(city), LANE_ERRORS.destinationCityAlphabet),
    v.check((city) => LETTER.test(city) || !CITY.test(city), LANE_ERRORS.destinationCityLetters),
  ),
  destinationState: v.pipe(
    code(LANE_ERRORS.destinationState),
    v.toUpperCase(),
    v.check((state) => US_STATES.has(state), LANE_ERRORS.destinationState),
  ),
  destinationZip: optionalField(
    v.pipe(
      code(LANE_ERRORS.destinationZip),
      v.check((zip) => fiveDigitZip(zip) !== undefined, LANE_ERRORS.destinationZip),
    ),
  ),
  equipment: optionalField(
    v.pipe(
      code(LANE_ERRORS.equipment),
      v.transform(readContainerEquipment),
      v.picklist(CONTAINER_EQUIPMENT, LANE_ERRORS.equipment),
    ),
  ),
  hazmat: optionalField(v.boolean(LANE_ERRORS.hazmat)),
  overweight: optionalField(v.boolean(LANE_ERRORS.overweight)),
  date: optionalField(
    v.pipe(
      code(LANE_ERRORS.date),
      v.check((text) => readDay(text) !== undefined, LANE_ERRORS.date),
    ),
  ),
});

/** Parses a request body into lanes. Rejects a wrong shape or size; errors of lanes are collected in the drafts. */
export function readLanes(body: unknown): Outcome<readonly LaneDraft[]> {
  if (!Array.isArray(body) || body.length === 0) return reject(BATCH_MALFORMED);
  if (body.length > MAX_LANES) return reject(batchTooLarge(body.length));
  return succeed(body.map(readLane));
}

function readLane(item: unknown): LaneDraft {
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
  const given: Readonly<Record<string, unknown>> = isObject ? { ...item } : {};
  const errors: string[] = [];
  const read = <Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output | undefined => {
    if (!isObject) return undefined;
    const parsed = v.safeParse(schema, value);
    if (parsed.success) return parsed.output;
    errors.push(...parsed.issues.map(({ message }) => message));
    return undefined;
  };
  if (!isObject) errors.push(LANE_ERRORS.notAnObject);
  return {
    fields: {
      originTerminal: read(lane.entries.originTerminal, given.originTerminal),
      originType: read(lane.entries.originType, given.originType),
      destinationCity: read(lane.entries.destinationCity, given.destinationCity),
      destinationState: read(lane.entries.destinationState, given.destinationState),
      destinationZip: read(lane.entries.destinationZip, given.destinationZip),
      equipment: read(lane.entries.equipment, given.equipment),
      hazmat: read(lane.entries.hazmat, given.hazmat),
      overweight: read(lane.entries.overweight, given.overweight),
      date: read(lane.entries.date, given.date),
    },
    errors,
  };
}

/** Parts that callers can add to the answer. */
export const priceLanesParameters = v.object({
  include: v.exactOptional(v.picklist(['route'], 'include must be route')),
});

export function readIncluded(query: Readonly<Record<string, string>>): Outcome<IncludedParts> {
  const parsed = v.safeParse(priceLanesParameters, query);
  if (parsed.success) return succeed({ route: parsed.output.include === 'route' });
  return reject({ kind: 'invalid', message: parsed.issues.map(({ message }) => message).join('; ') });
}
