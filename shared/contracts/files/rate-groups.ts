import { chunk } from '../../platform/collections/chunk.ts';
import { MAX_RATES } from '../rate/rates-per-call.ts';
import type { RateRow } from './read-rate-file.ts';

/** Half of what a call may have: many rates of few lanes are written one after the other, and a call has 15 seconds. */
const GROUP_RATES = MAX_RATES / 2;

/** Bodies of the API have at most 1 MB, which rates with long texts exceed earlier. */
const MAX_BODY_BYTES = 900_000;

/** The body of a call that writes the valid rates of a group. */
export const groupBody = <Rate>(group: readonly { readonly rate: Rate }[]) => ({
  rates: group.map(({ rate }) => rate),
  skip_invalid: true,
});

/** Groups of rows, each for one call. The same rows always have the same groups, so that a repeated import sends the same calls. */
export const rateGroups = <Row extends RateRow>(rows: readonly Row[]): readonly (readonly Row[])[] =>
  chunk(rows, GROUP_RATES).flatMap((group) =>
    new TextEncoder().encode(JSON.stringify(groupBody(group))).length <= MAX_BODY_BYTES
      ? [group]
      : chunk(group, MAX_RATES / 10),
  );

/** The Idempotency-Key of the call of a group. @param digest SHA-256 (hex) of the file. @param at position of the group. */
export const groupKey = (digest: string, at: number): string => `${digest}-${at}`;

/** A field of an answer without the index of its rate: the path in the request is "rates[3].amount". */
export const fieldInRate = (field: string): string => field.replace(/^rates\[\d+\]\.?/, '');
