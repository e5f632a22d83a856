import type { ListRfpLanesQuery } from '../api/client.ts';
import { MIN_HIGH, MIN_MEDIUM } from '../rates/confidence.ts';

export const LANE_STATUSES = [
  { value: '', label: 'All' },
  { value: 'priced', label: 'Priced' },
  { value: 'failed', label: 'Failed' },
] as const;
export const CONFIDENCES = [
  { value: '', label: 'All' },
  { value: 'high', label: `High (from ${MIN_HIGH})` },
  { value: 'medium', label: `Medium (${MIN_MEDIUM} to ${MIN_HIGH - 1})` },
  { value: 'low', label: `Low (below ${MIN_MEDIUM})` },
] as const;
export const ORDERS = [
  { value: 'index', label: 'Order of the lanes' },
  { value: 'spend', label: 'Highest weekly spend' },
  { value: 'confidence', label: 'Highest confidence' },
] as const;

/** The filter of the lanes of an RFP, as the address of the page has it. Empty = all. */
export interface LaneFilter {
  readonly status: (typeof LANE_STATUSES)[number]['value'];
  readonly confidence: (typeof CONFIDENCES)[number]['value'];
  readonly origin: string;
  readonly sort: (typeof ORDERS)[number]['value'];
  /** The earlier version to compare with; 0 = none. */
  readonly compare: number;
  /** Start of the page; empty = first. */
  readonly cursor: string;
}

export const NO_FILTER: LaneFilter = {
  status: '',
  confidence: '',
  origin: '',
  sort: 'index',
  compare: 0,
  cursor: '',
};

/** Reads the filter; invalid values become the default. */
export function readLaneFilter(parameters: URLSearchParams): LaneFilter {
  const text = (name: string) => parameters.get(name) ?? '';
  const choice = <Value extends string>(name: string, choices: readonly { readonly value: Value }[]) =>
    choices.find(({ value }) => value === text(name))?.value;
  return changeLaneFilter(NO_FILTER, {
    status: choice('status', LANE_STATUSES) ?? '',
    confidence: choice('confidence', CONFIDENCES) ?? '',
    origin: text('origin').slice(0, 200),
    sort: choice('sort', ORDERS) ?? 'index',
    compare: /^[1-9]\d{0,4}$/.test(text('compare')) ? Number(text('compare')) : 0,
    cursor: /^[\w-]{1,200}$/.test(text('cursor')) ? text('cursor') : '',
  });
}

/** The filter as parameters; defaults are left out. */
export const writeLaneFilter = (filter: LaneFilter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter)
      .filter(([name, value]) => value !== NO_FILTER[name as keyof LaneFilter])
      .map(([name, value]) => [name, String(value)]),
  );

/**
 * The filter from the first lane with a part changed. Two versions have the same lanes on a page only in the order of the
 * lanes and without filters of results.
 */
export function changeLaneFilter(filter: LaneFilter, part: Partial<LaneFilter>): LaneFilter {
  const next = { ...filter, cursor: '', ...part };
  if (next.compare === 0) return next;
  const { status, confidence, sort } = NO_FILTER;
  const isOfResults = ['status', 'confidence', 'sort'].some((name) => Object.hasOwn(part, name));
  return isOfResults && part.compare === undefined
    ? { ...next, compare: 0 }
    : { ...next, status, confidence, sort };
}

const RANGES: Readonly<Record<LaneFilter['confidence'], ListRfpLanesQuery>> = {
  '': {},
  high: { min_confidence: MIN_HIGH },
  medium: { min_confidence: MIN_MEDIUM, max_confidence: MIN_HIGH - 1 },
  // Failed lanes have confidence 0.
  low: { max_confidence: MIN_MEDIUM - 1, status: 'priced' },
};

/** The filter as the API reads it. */
export const laneQuery = ({ status, confidence, origin, sort, cursor }: LaneFilter): ListRfpLanesQuery => ({
  ...RANGES[confidence],
  ...(status === '' ? {} : { status }),
  ...(origin.trim() === '' ? {} : { origin: origin.trim() }),
  sort,
  ...(cursor === '' ? {} : { cursor }),
});

/** Whether the filter leaves out lanes. */
export const isFiltered = ({ status, confidence, origin }: LaneFilter): boolean =>
  status !== '' || confidence !== '' || origin.trim() !== '';
