import * as v from 'valibot';
import { percent } from '../costs/accessorials/charge-overrides.ts';
import { isLeftOut } from '../platform/http/body-fields.ts';
import type { FieldError } from '../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import {
  isRequestObject,
  MAX_FIELD_ERRORS,
  readField,
  rejectUnknownFields,
} from '../platform/http/request-fields.ts';
import { invalidParameters } from '../quotes/request/quote-rejections.ts';
import type { LaneChange } from './lanes/correct-lane.ts';
import { laneFields } from './lanes/read-lane.ts';
import { laneIndex } from './read-lane-list.ts';
import { rfpFields } from './read-rfp-request.ts';

/** Lanes of one change: they fit into the largest body. */
export const MAX_CHANGED_LANES = 10_000;

const { origin, destination, equipment_type, weekly_volume, stops, weight_lbs, commodity, price } =
  laneFields.entries;

/** Fields of a changed lane. The accessorials are read when the equipment of the lane is known. */
export const laneChangeFields = v.strictObject({
  index: laneIndex,
  excluded: v.exactOptional(v.boolean('must be true or false')),
  price: v.exactOptional(price),
  origin: v.exactOptional(origin),
  destination: v.exactOptional(destination),
  equipment_type: v.exactOptional(equipment_type),
  weekly_volume: v.exactOptional(weekly_volume),
  special_requirements: v.exactOptional(v.unknown()),
  stops: v.exactOptional(stops),
  weight_lbs: v.exactOptional(weight_lbs),
  commodity: v.exactOptional(commodity),
});

const lanesMessage = `must be a list of 1 to ${MAX_CHANGED_LANES} lanes`;

/** Fields of the body. */
export const rfpChangeFields = v.strictObject({
  name: v.exactOptional(rfpFields.entries.name),
  margin_percent: v.exactOptional(v.nullable(percent)),
  lanes: v.exactOptional(v.pipe(v.array(laneChangeFields), v.minLength(1), v.maxLength(MAX_CHANGED_LANES))),
});

/** A change as requested. Members that are left out do not change. */
export interface RfpChangeRequest {
  readonly name?: string;
  /** null: by the strategy. */
  readonly marginPercent?: number | null;
  /** Each index once. */
  readonly lanes: readonly LaneChange[];
}

/** Reads the body of a change. A rejection names each invalid field, at most 1,000. */
export function readRfpChange(body: unknown): Outcome<RfpChangeRequest> {
  const errors: FieldError[] = [];
  if (!isRequestObject(body)) {
    errors.push({ field: 'body', message: 'must be a JSON object with the fields to change' });
  } else {
    const { entries } = rfpChangeFields;
    rejectUnknownFields(body, entries, '', errors);
    const name = readField(body, 'name', entries.name.wrapped, '', errors);
    const marginPercent = readField(body, 'margin_percent', entries.margin_percent.wrapped, '', errors);
    const lanes = readLanes(body.lanes, errors);
    if (Object.keys(body).length === 0) {
      errors.push({ field: 'body', message: `must have ${Object.keys(entries).join(' or ')}` });
    }
    if (errors.length === 0) {
      return succeed({
        ...(name === undefined ? {} : { name }),
        ...(marginPercent === undefined ? {} : { marginPercent }),
        lanes,
      });
    }
  }
  return reject(invalidParameters(errors.slice(0, MAX_FIELD_ERRORS)));
}

function readLanes(given: unknown, errors: FieldError[]): readonly LaneChange[] {
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_CHANGED_LANES) {
    errors.push({ field: 'lanes', message: lanesMessage });
    return [];
  }
  const positions = new Map<number, number>();
  return given.flatMap((lane: unknown, at) => {
    // More errors would not be in the response.
    if (errors.length >= MAX_FIELD_ERRORS) return [];
    const change = readLane(lane, `lanes[${at}]`, errors);
    if (change === undefined) return [];
    const earlier = positions.get(change.index);
    if (earlier !== undefined) {
      const message = `must not repeat: lanes[${earlier}] changes the same lane`;
      errors.push({ field: `lanes[${at}].index`, message });
    }
    positions.set(change.index, at);
    return change;
  });
}

function readLane(given: unknown, path: string, errors: FieldError[]): LaneChange | undefined {
  if (!isRequestObject(given)) {
    errors.push({ field: path, message: 'must be an object with the index of a lane' });
    return undefined;
  }
  const { entries } = laneChangeFields;
  rejectUnknownFields(given, entries, `${path}.`, errors);
  const read = <Output>(field: keyof typeof entries, schema: v.GenericSchema<unknown, Output>) =>
    readField(given, field, schema, `${path}.`, errors);
  const index = read('index', entries.index);
  if (given.index === undefined) errors.push({ field: `${path}.index`, message: 'is required' });
  const change = {
    excluded: read('excluded', entries.excluded.wrapped),
    price: read('price', price),
    origin: read('origin', origin),
    destination: read('destination', destination),
    equipment: isNull(given.equipment_type) ? null : read('equipment_type', equipment_type),
    weeklyVolume: isNull(given.weekly_volume) ? null : read('weekly_volume', weekly_volume),
    requirements: given.special_requirements,
    stops: read('stops', stops),
    weightLbs: read('weight_lbs', weight_lbs),
    commodity: read('commodity', commodity),
  };
  const changes = Object.entries(change).filter(([, value]) => value !== undefined);
  if (Object.keys(given).every((field) => field === 'index')) {
    const others = Object.keys(entries).filter((field) => field !== 'index');
    errors.push({ field: path, message: `must have ${others.join(' or ')}` });
  }
  return index === undefined
    ? undefined
    : { ...(Object.fromEntries(changes) as Omit<LaneChange, 'index'>), index };
}

const isNull = (value: unknown): boolean => value !== undefined && isLeftOut(value);
