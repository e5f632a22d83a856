import * as v from 'valibot';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import { MAX_RFP_LANES } from './lane-draft.ts';

const message = `must be a whole number from 0 to ${MAX_RFP_LANES - 1}`;

/** The index of a lane in its RFP, from 0. */
export const laneIndex = v.pipe(
  v.number(message),
  v.integer(message),
  v.minValue(0, message),
  v.maxValue(MAX_RFP_LANES - 1, message),
  v.transform((index) => index + 0),
);

/** The error of an index that the RFP does not have. @param lanes number of lanes of the RFP. */
export const unknownLane = (field: string, lanes: number): FieldError => ({
  field,
  message: `must be the index of a lane, from 0 to ${lanes - 1}`,
});
