import { DIESEL_AREAS, type DieselArea } from '../../../shared/costs/diesel/diesel-prices.ts';
import { UsageError } from '../failures/command-errors.ts';

/** USD a gallon as they are written, at most 3 decimals; undefined for any other text. */
export function readPrice(text: string): number | undefined {
  return /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined;
}

export interface GivenPrice {
  readonly area: DieselArea;
  readonly price: number;
}

/** Reads "R50=4.259". @throws UsageError that names the fault. */
export function readGivenPrice(text: string): GivenPrice {
  const [, name = '', amount = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  const area = DIESEL_AREAS.find((known) => known === name.trim().toUpperCase());
  if (area === undefined) {
    throw new UsageError(`"${text}" is not AREA=PRICE with an area of ${DIESEL_AREAS.join(', ')}.`);
  }
  const price = readPrice(amount.trim());
  if (price === undefined) {
    throw new UsageError(`${area}: "${amount}" is not a price in USD with at most 3 decimals.`);
  }
  return { area, price };
}
