import * as v from 'valibot';
import { percent } from '../costs/accessorials/charge-overrides.ts';
import type { FieldError } from '../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import {
  isRequestObject,
  MAX_FIELD_ERRORS,
  readField,
  rejectUnknownFields,
} from '../platform/http/request-fields.ts';
import { invalidParameters } from '../quotes/request/quote-rejections.ts';
import { laneIndex } from './lanes/lane-index.ts';
import { rfpFields } from './read-rfp-request.ts';
import type { LaneChange } from './record/change-terms.ts';

/** Lanes of one change: they fit into the largest body. */
export const MAX_CHANGED_LANES = 10_000;

const excluded = v.boolean('must be true or false');

/** Fields of a changed lane. */
export const laneChangeFields = v.strictObject({
  index: laneIndex,
  margin_percent: v.exactOptional(v.nullable(percent)),
  excluded: v.exactOptional(excluded),
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
  const index = readField(given, 'index', entries.index, `${path}.`, errors);
  const marginPercent = readField(
    given,
    'margin_percent',
    entries.margin_percent.wrapped,
    `${path}.`,
    errors,
  );
  const isExcluded = readField(given, 'excluded', excluded, `${path}.`, errors);
  if (given.index === undefined) errors.push({ field: `${path}.index`, message: 'is required' });
  if (given.margin_percent === undefined && given.excluded === undefined) {
    errors.push({ field: path, message: 'must have margin_percent or excluded' });
  }
  if (index === undefined) return undefined;
  return {
    index,
    ...(marginPercent === undefined ? {} : { marginPercent }),
    ...(isExcluded === undefined ? {} : { excluded: isExcluded }),
  };
}
