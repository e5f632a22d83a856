import { chunk } from '../../platform/collections/chunk.ts';
import { MAX_RATES } from '../rate/rates-per-call.ts';
import type { RateRow } from './read-rate-file.ts';

/** Bodies of the API have at most 1 MB: half of the rates if they have long texts. */
const MAX_BODY_BYTES = 900_000;

/** The body of a call that writes the valid rates of a group. */
export const groupBody = <Rate>(group: readonly { readonly rate: Rate }[]) => ({
  rates: group.map(({ rate }) => rate),
  skip_invalid: true,
});

/** Groups of rows, each for one call. The same rows always have the same groups, so that a repeated import sends the same calls. */
export const rateGroups = (rows: readonly RateRow[]): readonly (readonly RateRow[])[] =>
  chunk(rows, MAX_RATES).flatMap((group) =>
    new TextEncoder().encode(JSON.stringify(groupBody(group))).length <= MAX_BODY_BYTES
      ? [group]
      : chunk(group, MAX_RATES / 10),
  );

/** A field of an answer without the index of its rate: the path in the request is "rates[3].amount". */
export const fieldInRate = (field: string): string => field.replace(/^rates\[\d+\]\.?/, '');
