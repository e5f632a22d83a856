/** The filter of the list of quotes, as the address of the page has it. */
export interface QuoteFilter {
  /** Empty = all. */
  readonly status: string;
  /** Empty = all. */
  readonly outcome: string;
  /** Empty = any. */
  readonly customer: string;
  readonly reference: string;
  /** YYYY-MM-DD; empty = any. */
  readonly from: string;
  readonly to: string;
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

export const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'converted', label: 'Converted' },
];

export const OUTCOMES = [
  { value: 'open', label: 'Open' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
  { value: 'superseded', label: 'Revised' },
  { value: 'expired', label: 'Expired without a decision' },
];

/** In characters; longer texts cannot match. */
export const MAX_CUSTOMER_LENGTH = 200;
export const MAX_REFERENCE_LENGTH = 255;

export const PAGE_SIZES = [20, 50, 100];
const DEFAULT_SIZE = 20;

/** Reads the filter; invalid values become the default. */
export function readQuoteFilter(parameters: URLSearchParams): QuoteFilter {
  const day = (name: string) => {
    const text = parameters.get(name) ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '';
  };
  const page = Number(parameters.get('page'));
  const size = Number(parameters.get('size'));
  const choice = (name: string, choices: typeof STATUSES) => {
    const text = parameters.get(name) ?? '';
    return choices.some(({ value }) => value === text) ? text : '';
  };
  return {
    status: choice('status', STATUSES),
    outcome: choice('outcome', OUTCOMES),
    customer: (parameters.get('customer') ?? '').slice(0, MAX_CUSTOMER_LENGTH),
    reference: (parameters.get('reference') ?? '').slice(0, MAX_REFERENCE_LENGTH),
    from: day('from'),
    to: day('to'),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: PAGE_SIZES.includes(size) ? size : DEFAULT_SIZE,
  };
}

/** The filter as parameters; defaults are left out. */
export const writeQuoteFilter = ({
  status,
  outcome,
  customer,
  reference,
  from,
  to,
  page,
  size,
}: QuoteFilter): Record<string, string> => ({
  ...(status === '' ? {} : { status }),
  ...(outcome === '' ? {} : { outcome }),
  ...(customer === '' ? {} : { customer }),
  ...(reference === '' ? {} : { reference }),
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to }),
  ...(page === 1 ? {} : { page: String(page) }),
  ...(size === DEFAULT_SIZE ? {} : { size: String(size) }),
});
