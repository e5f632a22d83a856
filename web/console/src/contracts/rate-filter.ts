import type { ListContractRatesQuery } from '../api/client.ts';
import { EQUIPMENT } from '../rates/equipment.ts';

/** The filter of the list of contract rates, as the address of the page has it. Empty = all. */
export interface RateFilter {
  readonly customer: string;
  readonly origin: string;
  readonly destination: string;
  readonly equipment: string;
  /** YYYY-MM-DD */
  readonly on: string;
  /** Id in the system of the organization. */
  readonly id: string;
  /** Start of the page; empty = newest. */
  readonly cursor: string;
}

export const NO_FILTER: RateFilter = {
  ...{ customer: '', origin: '', destination: '' },
  ...{ equipment: '', on: '', id: '', cursor: '' },
};

/** In characters; longer texts cannot match. */
export const MAX_TEXT_LENGTH = 200;
const MAX_CURSOR_LENGTH = 500;

/** Reads the filter; invalid values become the default. */
export function readRateFilter(parameters: URLSearchParams): RateFilter {
  const text = (name: string) => (parameters.get(name) ?? '').slice(0, MAX_TEXT_LENGTH);
  const [equipment, on] = [text('equipment'), text('on')];
  const cursor = parameters.get('cursor') ?? '';
  return {
    customer: text('customer'),
    origin: text('origin'),
    destination: text('destination'),
    equipment: Object.hasOwn(EQUIPMENT, equipment) ? equipment : '',
    on: /^\d{4}-\d{2}-\d{2}$/.test(on) ? on : '',
    id: text('id'),
    cursor: cursor.length <= MAX_CURSOR_LENGTH ? cursor : '',
  };
}

/** The filter as parameters; defaults are left out. */
export const writeRateFilter = (filter: RateFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

/** The filter as the API reads it. */
export const rateQuery = (filter: RateFilter): ListContractRatesQuery => ({
  customer: filter.customer.trim() || undefined,
  origin: filter.origin.trim() || undefined,
  destination: filter.destination.trim() || undefined,
  equipment_type: (filter.equipment || undefined) as ListContractRatesQuery['equipment_type'],
  effective_on: filter.on || undefined,
  external_id: filter.id.trim() || undefined,
  cursor: filter.cursor || undefined,
});

/** Whether the filter leaves out rates; the position does not. */
export const isFiltered = (filter: RateFilter): boolean =>
  Object.keys(writeRateFilter({ ...filter, cursor: '' })).length > 0;
