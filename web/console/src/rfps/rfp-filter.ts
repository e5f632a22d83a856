import type { ListRfpsQuery } from '../api/client.ts';
import { type RfpStatus, STATUS_TITLES } from './rfp-status.ts';

/** The filter of the list of RFPs, as the address of the page has it. Empty = all. */
export interface RfpFilter {
  readonly status: RfpStatus | '';
  readonly customer: string;
  /** YYYY-MM-DD */
  readonly from: string;
  readonly to: string;
  /** Start of the page; empty = newest. */
  readonly cursor: string;
}

export const NO_FILTER: RfpFilter = { status: '', customer: '', from: '', to: '', cursor: '' };

const isStatus = (text: string): text is RfpStatus => Object.hasOwn(STATUS_TITLES, text);

/** Reads the filter; invalid values become the default. */
export function readRfpFilter(parameters: URLSearchParams): RfpFilter {
  const text = (name: string) => parameters.get(name) ?? '';
  const day = (name: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text(name)) ? text(name) : '');
  const status = text('status');
  return {
    status: isStatus(status) ? status : '',
    customer: text('customer').slice(0, 200),
    from: day('from'),
    to: day('to'),
    cursor: /^R-[0-9A-Z]{1,64}$/.test(text('cursor')) ? text('cursor') : '',
  };
}

/** The filter as parameters; defaults are left out. */
export const writeRfpFilter = (filter: RfpFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

/** The filter as the API reads it. */
export const rfpQuery = ({ status, customer, from, to, cursor }: RfpFilter): ListRfpsQuery => ({
  status: status || undefined,
  customer: customer.trim() || undefined,
  created_from: from || undefined,
  created_to: to || undefined,
  cursor: cursor || undefined,
});

/** Whether the filter leaves out RFPs; the position does not. */
export const isFiltered = (filter: RfpFilter): boolean =>
  Object.keys(writeRfpFilter({ ...filter, cursor: '' })).length > 0;
