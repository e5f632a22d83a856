import type { DeliveryStatus, EventName, ListDeliveriesQuery } from '../../api/client.ts';
import { isEventName } from '../event-texts.ts';

/** The filter of a delivery log, as the address of the page has it. */
export interface DeliveryFilter {
  /** Empty = all. */
  readonly status: DeliveryStatus | '';
  readonly event: EventName | '';
  /** ISO 8601 in UTC; empty = any. */
  readonly since: string;
  readonly until: string;
  /** Start of the page; empty = newest. */
  readonly cursor: string;
}

export const STATUSES: readonly { readonly value: DeliveryStatus; readonly label: string }[] = [
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Pending' },
];

export const NO_FILTER: DeliveryFilter = { status: '', event: '', since: '', until: '', cursor: '' };

/** Reads the filter; invalid values become the default. */
export function readDeliveryFilter(parameters: URLSearchParams): DeliveryFilter {
  const text = (name: string) => parameters.get(name) ?? '';
  const time = (name: string) => {
    const date = new Date(text(name));
    // Only times in the form that this page writes: other forms depend on the browser.
    return !Number.isNaN(date.getTime()) && date.toISOString() === text(name) ? text(name) : '';
  };
  const event = text('event');
  return {
    status: STATUSES.find(({ value }) => value === text('status'))?.value ?? '',
    event: isEventName(event) ? event : '',
    since: time('since'),
    until: time('until'),
    cursor: /^dlv_[0-9A-Z]{1,64}$/i.test(text('cursor')) ? text('cursor') : '',
  };
}

/** The filter as parameters; defaults are left out. */
export const writeDeliveryFilter = (filter: DeliveryFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

/** The filter as the API reads it. */
export const queryOf = (filter: DeliveryFilter): ListDeliveriesQuery => writeDeliveryFilter(filter);

/** Whether the filter leaves out deliveries; the position does not. */
export const isFiltered = (filter: DeliveryFilter): boolean =>
  Object.keys(writeDeliveryFilter({ ...filter, cursor: '' })).length > 0;

/** The same filter from the newest delivery. */
export const changeFilter = (filter: DeliveryFilter, part: Partial<DeliveryFilter>): DeliveryFilter => ({
  ...filter,
  cursor: '',
  ...part,
});

/** Whether a period begins after its end. Times in UTC of the same form sort as texts. */
export const isReversed = ({ since, until }: Pick<DeliveryFilter, 'since' | 'until'>): boolean =>
  since !== '' && until !== '' && since > until;
