import { chunkOf } from '../lanes/lane-draft.ts';
import type { LaneTerms } from '../lanes/lane-summary.ts';

/** A change of one lane. Members that are left out do not change. */
export interface LaneChange {
  readonly index: number;
  /** null: the lane has no margin of its own. */
  readonly marginPercent?: number | null;
  readonly excluded?: boolean;
}

/** Terms of all lanes after a change. */
export interface ChangedTerms {
  /** By index. */
  readonly lanes: ReadonlyMap<number, LaneTerms>;
  /** Chunks with lanes whose price or sums change. */
  readonly chunks: readonly number[];
}

/** What decides the prices and sums of lanes. */
export interface PriceTerms {
  /** Markup in percent of lanes without their own; undefined = the strategy's. */
  readonly marginPercent: number | undefined;
  /** By index. */
  readonly lanes: ReadonlyMap<number, LaneTerms>;
}

/**
 * The terms of lanes after changes of lanes and of the RFP's margin, and the chunks with lanes whose price or sums change.
 * @param total number of lanes; indexes of changes are below.
 * @returns undefined if all terms are as before.
 */
export function changeTerms(
  before: PriceTerms,
  { changes, marginPercent }: { readonly changes: readonly LaneChange[] } & Pick<PriceTerms, 'marginPercent'>,
  total: number,
): ChangedTerms | undefined {
  const lanes = new Map(before.lanes);
  for (const change of changes) {
    const own = changeLane(lanes.get(change.index) ?? {}, change);
    if (Object.keys(own).length === 0) lanes.delete(change.index);
    else lanes.set(change.index, own);
  }
  const after = { marginPercent, lanes };
  const changesAll = marginPercent !== before.marginPercent;
  const candidates = changesAll
    ? Array.from({ length: total }, (_, index) => index)
    : changes.map(({ index }) => index);
  const chunks = new Set(
    candidates.filter((index) => priceKey(before, index) !== priceKey(after, index)).map(chunkNumber),
  );
  const isChanged =
    changesAll || changes.some(({ index }) => laneKey(before, index) !== laneKey(after, index));
  return isChanged ? { lanes, chunks: [...chunks].toSorted((one, other) => one - other) } : undefined;
}

function changeLane(own: LaneTerms, { marginPercent, excluded }: LaneChange): LaneTerms {
  const { marginPercent: ownMargin, excluded: wasExcluded, ...others } = own;
  const margin = marginPercent === undefined ? ownMargin : (marginPercent ?? undefined);
  const isExcluded = excluded ?? wasExcluded ?? false;
  return {
    ...others,
    ...(margin === undefined ? {} : { marginPercent: margin }),
    ...(isExcluded && { excluded: true as const }),
  };
}

const chunkNumber = (index: number): number => chunkOf(index).chunk;

/** Equal for lanes with equal prices and sums. */
function priceKey({ lanes, marginPercent }: PriceTerms, index: number): string {
  const own = lanes.get(index);
  return `${own?.marginPercent ?? marginPercent ?? ''} ${own?.excluded === true}`;
}

const laneKey = ({ lanes }: PriceTerms, index: number): string => {
  const own = lanes.get(index);
  return `${own?.marginPercent ?? ''} ${own?.excluded === true}`;
};
