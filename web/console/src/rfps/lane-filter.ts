import type { ListRfpLanesQuery } from '../api/client.ts';
import { MIN_HIGH, MIN_MEDIUM } from '../rates/confidence.ts';

export const LANE_STATUSES = [
  { value: '', label: 'All' },
  { value: 'priced', label: 'Priced' },
  { value: 'failed', label: 'Failed' },
];
export const CONFIDENCES = [
  { value: '', label: 'All' },
  { value: 'high', label: `High (from ${MIN_HIGH})` },
  { value: 'medium', label: `Medium (${MIN_MEDIUM} to ${MIN_HIGH - 1})` },
  { value: 'low', label: `Low (below ${MIN_MEDIUM})` },
];
export const ORDERS = [
  { value: 'index', label: 'As sent' },
  { value: 'spend', label: 'Highest weekly spend' },
  { value: 'confidence', label: 'Highest confidence' },
];

/** The filter of the lanes of an RFP. `compare`: the earlier version to compare with. `cursor`: start of the page. */
export const NO_FILTER = { status: '', confidence: '', origin: '', sort: 'index', compare: '', cursor: '' };
export type LaneFilter = Readonly<typeof NO_FILTER>;

/**
 * The filter from the first lane with a part changed. Two versions have the same lanes on a page only in the order of the
 * lanes and without filters of results.
 */
export function changeLaneFilter(filter: LaneFilter, part: Partial<LaneFilter>): LaneFilter {
  const next = { ...filter, cursor: '', ...part };
  if (next.compare === '') return next;
  const { status, confidence, sort } = NO_FILTER;
  const isOfResults = ['status', 'confidence', 'sort'].some((name) => Object.hasOwn(part, name));
  return isOfResults && part.compare === undefined
    ? { ...next, compare: '' }
    : { ...next, status, confidence, sort };
}

const RANGES: Readonly<Record<string, ListRfpLanesQuery>> = {
  high: { min_confidence: MIN_HIGH },
  medium: { min_confidence: MIN_MEDIUM, max_confidence: MIN_HIGH - 1 },
  // Failed lanes have confidence 0.
  low: { max_confidence: MIN_MEDIUM - 1, status: 'priced' },
};

export const laneQuery = ({ status, confidence, origin, sort, cursor }: LaneFilter): ListRfpLanesQuery => {
  const texts = { status, origin: origin.trim(), sort, cursor };
  return {
    ...RANGES[confidence],
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
  };
};
