import { fieldInRate } from '../../../../../shared/contracts/files/rate-groups.ts';
import type { CreateContractRatesResponse } from '../../api/client.ts';

/** A row that was not written. */
export interface RejectedRow {
  /** As in a spreadsheet, from 1. */
  readonly line: number;
  /** Field and message, such as "amount must be a number ...". */
  readonly errors: readonly string[];
}

export interface OverlapRow {
  readonly line: number;
  readonly withRateId: string;
  /** Line of the other rate; undefined if it was stored before. */
  readonly withLine: number | undefined;
  /** YYYY-MM-DD; null without an end. */
  readonly from: string;
  readonly to: string | null;
  readonly isContradictory: boolean;
}

/** What an import has done so far. */
export interface ImportResult {
  /** Rows that were sent. */
  readonly sent: number;
  readonly created: number;
  readonly replaced: number;
  /** Stored with these terms before, also by an earlier import of the same file. */
  readonly unchanged: number;
  readonly rejected: readonly RejectedRow[];
  /** Pairs of rates, and those of them that the API lists. */
  readonly overlaps: number;
  readonly overlapRows: readonly OverlapRow[];
  readonly warnings: readonly { readonly line: number; readonly message: string }[];
}

export const NO_RESULT: ImportResult = {
  ...{ sent: 0, created: 0, replaced: 0, unchanged: 0, overlaps: 0 },
  ...{ rejected: [], overlapRows: [], warnings: [] },
};

/**
 * Adds the answer to a group of rows.
 * @param isReplay whether the answer is that of an earlier call, which wrote the rates.
 */
export function addAnswer(
  before: ImportResult,
  group: readonly { readonly number: number }[],
  answer: CreateContractRatesResponse,
  isReplay: boolean,
): ImportResult {
  const lineOf = (index: number) => group[index]?.number ?? 0;
  const counted = (status: 'created' | 'replaced') =>
    isReplay ? 0 : answer.rates.filter((rate) => rate.status === status).length;
  const [created, replaced] = [counted('created'), counted('replaced')];
  return {
    sent: before.sent + group.length,
    created: before.created + created,
    replaced: before.replaced + replaced,
    unchanged: before.unchanged + answer.rates.length - created - replaced,
    rejected: [
      ...before.rejected,
      ...answer.rejected.map(({ index, errors }) => ({
        line: lineOf(index),
        errors: errors.map(({ field, message }) => `${fieldInRate(field)} ${message}`),
      })),
    ],
    overlaps: before.overlaps + answer.overlaps.total,
    overlapRows: [
      ...before.overlapRows,
      ...answer.overlaps.listed.map(({ index, with_rate_id, with_index, from, to, contradictory }) => ({
        line: lineOf(index),
        withRateId: with_rate_id,
        withLine: with_index === null ? undefined : lineOf(with_index),
        from,
        to,
        isContradictory: contradictory,
      })),
    ],
    warnings: [
      ...before.warnings,
      ...answer.warnings.map(({ index, message }) => ({ line: lineOf(index), message })),
    ],
  };
}
