import * as v from 'valibot';
import { optionalField } from '../platform/http/body-fields.ts';
import type { FieldError } from '../platform/http/invalid-parameters.ts';
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
import { MAX_REASON_LENGTH } from './lanes/lane-summary.ts';
import { laneList, readLaneList } from './read-lane-list.ts';

const tooLong = `must have at most ${MAX_REASON_LENGTH} characters`;

const reason = v.pipe(
  boundedText(MAX_REASON_LENGTH, 'must be a string', (fault) => (fault === 'control' ? NO_CONTROL : tooLong)),
  v.check((text) => text.isWellFormed(), 'must be well-formed Unicode'),
  v.transform((text) => text.trim()),
);

/** Fields of the body. */
export const awardFields = v.strictObject({
  lanes: laneList('all', MAX_RFP_LANES),
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
  const lanes = readLaneList(body.lanes, 'all', MAX_RFP_LANES, errors);
  if (body.outcome === undefined) errors.push({ field: 'outcome', message: 'is required' });
  const outcome = readField(body, 'outcome', entries.outcome, '', errors);
  const given = readField(body, 'reason', entries.reason, '', errors);
  if (errors.length > 0 || lanes === undefined || outcome === undefined) {
    return reject(invalidParameters(errors.slice(0, MAX_FIELD_ERRORS)));
  }
  return succeed({ lanes, outcome, ...(given === undefined || given === '' ? {} : { reason: given }) });
}
