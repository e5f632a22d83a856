import * as v from 'valibot';
import type { FieldError } from '../platform/http/invalid-parameters.ts';
import { MAX_FIELD_ERRORS, parseField } from '../platform/http/request-fields.ts';
import { MAX_RFP_LANES } from './lanes/lane-draft.ts';

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

/** Lanes of a body: a word for some of them, or their indexes. */
export const laneList = <const Word extends string>(word: Word, most: number) =>
  v.union([
    v.literal(word),
    v.pipe(
      v.array(laneIndex),
      v.minLength(1),
      v.maxLength(most),
      v.check((indexes) => new Set(indexes).size === indexes.length, 'must have each index once'),
      v.metadata({ uniqueItems: true }),
    ),
  ]);

/** Reads `lanes` of a body; undefined if they are wrong, which adds an error for each wrong index. */
export function readLaneList<const Word extends string>(
  given: unknown,
  word: Word,
  most: number,
  errors: FieldError[],
): Word | readonly number[] | undefined {
  const field = 'lanes';
  if (given === word) return word;
  if (given === undefined) {
    errors.push({ field, message: 'is required' });
    return undefined;
  }
  if (!Array.isArray(given) || given.length === 0 || given.length > most) {
    errors.push({ field, message: `must be "${word}" or a list of 1 to ${most} indexes of lanes` });
    return undefined;
  }
  const positions = new Map<number, number>();
  for (const [at, value] of given.entries()) {
    // More errors would not be in the response.
    if (errors.length >= MAX_FIELD_ERRORS) break;
    const index = parseField(value, `${field}[${at}]`, laneIndex, errors);
    if (index === undefined) continue;
    const earlier = positions.get(index);
    if (earlier !== undefined)
      errors.push({ field: `${field}[${at}]`, message: `must not repeat ${field}[${earlier}]` });
    positions.set(index, at);
  }
  return [...positions.keys()];
}
