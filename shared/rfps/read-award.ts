import * as v from 'valibot';
import type { FieldError } from '../platform/http/invalid-parameters.ts';
import { optionalField } from '../platform/http/optional-field.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import {
  isRequestObject,
  MAX_FIELD_ERRORS,
  readField,
  rejectUnknownFields,
} from '../platform/http/request-fields.ts';
import { boundedText, NO_CONTROL } from '../platform/text/bounded-text.ts';
import { invalidParameters } from '../quotes/request/quote-rejections.ts';
import type { Award } from './award-rfp.ts';
import { MAX_RFP_LANES } from './lanes/lane-draft.ts';
import { laneIndex } from './lanes/lane-index.ts';
import { MAX_REASON_LENGTH } from './lanes/lane-summary.ts';

const lanesMessage = `must be "all" or a list of 1 to ${MAX_RFP_LANES} indexes of lanes`;
const tooLong = `must have at most ${MAX_REASON_LENGTH} characters`;

const reason = v.pipe(
  boundedText(MAX_REASON_LENGTH, 'must be a string', (fault) => (fault === 'control' ? NO_CONTROL : tooLong)),
  v.check((text) => text.isWellFormed(), 'must be well-formed Unicode'),
  v.transform((text) => text.trim()),
);

/** Fields of the body. */
export const awardFields = v.strictObject({
  lanes: v.union([
    v.literal('all'),
    v.pipe(
      v.array(laneIndex),
      v.minLength(1),
      v.maxLength(MAX_RFP_LANES),
      v.check((indexes) => new Set(indexes).size === indexes.length, 'must have each index once'),
      v.metadata({ uniqueItems: true }),
    ),
  ]),
  outcome: v.picklist(['won', 'lost'], 'must be won or lost'),
  reason: optionalField(reason),
});

/** Reads the body of an award. A rejection names each invalid field, at most 1,000. */
export function readAward(body: unknown): Outcome<Award> {
  const errors: FieldError[] = [];
  if (!isRequestObject(body)) {
    errors.push({ field: 'body', message: 'must be a JSON object with lanes and outcome' });
    return reject(invalidParameters(errors));
  }
  const { entries } = awardFields;
  rejectUnknownFields(body, entries, '', errors);
  for (const field of ['lanes', 'outcome']) {
    if (body[field] === undefined) errors.push({ field, message: 'is required' });
  }
  const lanes = readLanes(body.lanes, errors);
  const outcome = readField(body, 'outcome', entries.outcome, '', errors);
  const given = readField(body, 'reason', entries.reason, '', errors);
  if (errors.length > 0 || lanes === undefined || outcome === undefined) {
    return reject(invalidParameters(errors.slice(0, MAX_FIELD_ERRORS)));
  }
  return succeed({ lanes, outcome, ...(given === undefined || given === '' ? {} : { reason: given }) });
}

function readLanes(given: unknown, errors: FieldError[]): Award['lanes'] | undefined {
  if (given === 'all' || given === undefined) return given;
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_RFP_LANES) {
    errors.push({ field: 'lanes', message: lanesMessage });
    return undefined;
  }
  const positions = new Map<number, number>();
  for (const [at, value] of given.entries()) {
    // More errors would not be in the response.
    if (errors.length >= MAX_FIELD_ERRORS) break;
    const field = `lanes[${at}]`;
    const parsed = v.safeParse(laneIndex, value, { abortPipeEarly: true });
    if (!parsed.success) {
      errors.push({ field, message: parsed.issues[0].message });
      continue;
    }
    const earlier = positions.get(parsed.output);
    if (earlier !== undefined) errors.push({ field, message: `must not repeat lanes[${earlier}]` });
    positions.set(parsed.output, at);
  }
  return [...positions.keys()];
}
