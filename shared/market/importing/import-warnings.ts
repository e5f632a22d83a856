import { isUnlearned } from '../loads/unlearned-loads.ts';
import type { AcceptedLoad } from './load-intake.ts';

/** Rows whose loads are stored and counted, and which prices do not use. */
export interface UnlearnedRows {
  readonly fuelUnknown: number;
}

export const NO_UNLEARNED_ROWS: UnlearnedRows = { fuelUnknown: 0 };

/** Adds the row of a load. */
export const withRow = ({ fuelUnknown }: UnlearnedRows, { freightMarket }: AcceptedLoad): UnlearnedRows => ({
  fuelUnknown: fuelUnknown + (isUnlearned(freightMarket) ? 1 : 0),
});

/** What the owner of a file must know of rows that were imported, in sentences. */
export function importWarnings({ fuelUnknown }: UnlearnedRows): string[] {
  if (fuelUnknown === 0) return [];
  return [
    fuelUnknown === 1
      ? '1 load does not say whether fuel is inside: it is counted, and prices do not use it.'
      : `${fuelUnknown} loads do not say whether fuel is inside: they are counted, and prices do not use them.`,
  ];
}
