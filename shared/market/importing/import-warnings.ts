import { isUnlearned } from '../loads/unlearned-loads.ts';
import { countUnlearned, trailerLoads } from '../store/unlearned-counts.ts';
import type { AcceptedLoad } from './load-intake.ts';

/** Rows whose loads are stored and counted, and which prices do not use. A row can count in both. */
export interface UnlearnedRows {
  readonly trailers: number;
  readonly fuelUnknown: number;
}

export const NO_UNLEARNED_ROWS: UnlearnedRows = { trailers: 0, fuelUnknown: 0 };

/** Adds the row of a load. */
export function withRow(rows: UnlearnedRows, { freightMarket, load }: AcceptedLoad): UnlearnedRows {
  if (!isUnlearned(freightMarket)) return rows;
  const counts = countUnlearned([load]);
  return {
    trailers: rows.trailers + trailerLoads(counts),
    fuelUnknown: rows.fuelUnknown + counts.fuelUnknown,
  };
}

/** What the owner of a file must know of rows that were imported, in sentences. */
export function importWarnings({ trailers, fuelUnknown }: UnlearnedRows): string[] {
  const warnings: string[] = [];
  if (fuelUnknown === 1) {
    warnings.push('1 load does not say whether fuel is inside: it is counted, and prices do not use it.');
  } else if (fuelUnknown > 1) {
    warnings.push(
      `${fuelUnknown} loads do not say whether fuel is inside: they are counted, and prices do not use them.`,
    );
  }
  if (trailers === 1) warnings.push('1 load is of a trailer: it is counted, and prices do not use it yet.');
  else if (trailers > 1) {
    warnings.push(`${trailers} loads are of trailers: they are counted, and prices do not use them yet.`);
  }
  return warnings;
}
