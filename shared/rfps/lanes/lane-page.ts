import * as v from 'valibot';
import { foldCase } from '../../platform/text/text-folding.ts';
import { LANES_PER_CHUNK, MAX_RFP_LANES } from './lane-draft.ts';
import type { LaneSummary } from './lane-result.ts';

export const LANE_ORDERS = ['index', 'spend', 'confidence', 'lowest_confidence'] as const;
/** By index, by the highest value first, or by the lowest confidence first; lanes with equal values are in the order of their indexes. */
export type LaneOrder = (typeof LANE_ORDERS)[number];

export interface LaneFilter {
  readonly status?: LaneSummary['status'];
  /** 0 to 100, both included. */
  readonly minConfidence?: number;
  readonly maxConfidence?: number;
  /** Lanes whose origin contains this text, without case and accents. */
  readonly origin?: string;
}

/** The last lane of a page. */
export interface LaneCursor {
  readonly order: LaneOrder;
  readonly value: number;
  readonly index: number;
}

export interface LanePage {
  /** Indexes of lanes, in the order of the page. */
  readonly indexes: readonly number[];
  /** Undefined on the last page. */
  readonly next: LaneCursor | undefined;
}

interface IndexedSummary extends LaneSummary {
  readonly index: number;
}

const MAX_CONFIDENCE = 100;

const VALUES: Readonly<Record<LaneOrder, (lane: IndexedSummary) => number>> = {
  index: () => 0,
  spend: ({ weeklyCents }) => weeklyCents,
  confidence: ({ confidence }) => confidence,
  lowest_confidence: ({ confidence }) => MAX_CONFIDENCE - confidence,
};

/**
 * A page of lanes. Pages follow each other without a gap or a repetition while values do not change.
 * @param summaries by chunk; chunks without results are left out.
 * @param limit at least 1.
 */
export function pageOfLanes(
  summaries: ReadonlyMap<number, readonly LaneSummary[]>,
  filter: LaneFilter,
  { order, after, limit }: { readonly order: LaneOrder; readonly after?: LaneCursor; readonly limit: number },
): LanePage {
  const sortValue = VALUES[order];
  const origin = filter.origin === undefined ? undefined : foldCase(filter.origin);
  const isMeant = (lane: LaneSummary): boolean =>
    (filter.status === undefined || lane.status === filter.status) &&
    lane.confidence >= (filter.minConfidence ?? 0) &&
    lane.confidence <= (filter.maxConfidence ?? 100) &&
    (origin === undefined || foldCase(lane.origin).includes(origin));
  const isAfter = (lane: IndexedSummary): boolean => {
    if (after === undefined) return true;
    const value = sortValue(lane);
    return value < after.value || (value === after.value && lane.index > after.index);
  };
  const lanes = [...summaries]
    .flatMap(([chunk, all]) =>
      all.map((lane, offset) => ({ ...lane, index: chunk * LANES_PER_CHUNK + offset })),
    )
    .filter((lane) => isMeant(lane) && isAfter(lane))
    .sort((one, other) => sortValue(other) - sortValue(one) || one.index - other.index);
  const page = lanes.slice(0, limit);
  const last = lanes.length > limit ? page.at(-1) : undefined;
  return {
    indexes: page.map(({ index }) => index),
    next: last && { order, value: sortValue(last), index: last.index },
  };
}

const cursorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictTuple([
    v.picklist(LANE_ORDERS),
    v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_RFP_LANES)),
  ]),
);

/** A cursor as a text that callers send back. */
export const formatLaneCursor = ({ order, value, index }: LaneCursor): string =>
  Buffer.from(JSON.stringify([order, value, index])).toString('base64url');

/** The cursor of a page in an order; undefined if the text is not one. */
export function parseLaneCursor(text: string, order: LaneOrder): LaneCursor | undefined {
  const parsed = v.safeParse(cursorSchema, Buffer.from(text, 'base64url').toString());
  if (!parsed.success || parsed.output[0] !== order) return undefined;
  const [, value, index] = parsed.output;
  return { order, value, index };
}
