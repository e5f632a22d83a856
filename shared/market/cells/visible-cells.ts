import type { WeekSpan } from '../../platform/time/utc-calendar.ts';
import { LANE_LEVELS, type LaneLevel } from '../loads/market-levels.ts';
import {
  ascending,
  type CellWeek,
  countsIn,
  loadsBetween,
  MAX_CONTRIBUTOR_HASHES,
  type MarketCell,
  MIN_CONTRIBUTORS,
  mergeCells,
} from './market-cell.ts';

/**
 * Levels whose weeks with too few contributors are combined with later weeks. The published cells of the others are the
 * same for all callers, so their weeks cannot depend on the requester.
 */
const WAITING: readonly LaneLevel[] = ['zone', 'lane'];

/**
 * The loads of a cell that other organizations may see: those of weeks with at least three contributors. The
 * operator is not counted as a contributor.
 * Levels freightMarket and marketState disclose each week by itself. At the other levels, weeks with too few
 * contributors count in the first later week by which three contributors have loads. The requester is not one of
 * the three, so its own loads do not decide which other loads it sees. Above the lane, the operator's own loads of
 * an undisclosed week count by themselves.
 * @param requester `contributorHash` of the requesting organization, if its loads are in the cell.
 */
export function disclosedCell(cell: MarketCell, level: LaneLevel, requester?: number): MarketCell {
  const waits = WAITING.includes(level);
  // Whether the operator's own loads of a week are disclosed without other contributors.
  const servesOperator = level !== 'lane';
  const weeks = ascending(cell.weeks);
  const shown = new Map<number, CellWeek>();
  const countedIn = new Map<number, number>();
  let waiting: (readonly [number, CellWeek])[] = [];
  let others = new Set<number>();
  for (const [week, facts] of weeks) {
    const own = servesOperator ? operatorsOwn(facts) : undefined;
    if (own !== undefined) shown.set(week, own);
    const ofOthers = facts.contributors.filter((contributor) => !waits || contributor !== requester);
    if (servesOperator && ofOthers.length === 0) continue;
    waiting.push([week, facts]);
    for (const contributor of ofOthers) others.add(contributor);
    if (others.size >= MIN_CONTRIBUTORS) {
      for (const [waited, loads] of waiting) {
        shown.set(waited, loads);
        if (waited !== week) countedIn.set(waited, week);
      }
    } else if (waits) continue;
    waiting = [];
    others = new Set();
  }
  const isWhole = weeks.every(([week, facts]) => shown.get(week) === facts);
  return isWhole && countedIn.size === 0 ? cell : { weeks: shown, countedIn };
}

/**
 * Whether a contributor may have loads in a cell: its hash is stored, or the stored hashes of a week are
 * incomplete.
 */
const mayContribute = (requester: number, { weeks }: MarketCell): boolean =>
  [...weeks.values()].some(
    ({ contributors }) => contributors.includes(requester) || contributors.length >= MAX_CONTRIBUTOR_HASHES,
  );

/** The operator's own loads of a week; undefined if it has none, the week itself if it has no other loads. */
function operatorsOwn(week: CellWeek): CellWeek | undefined {
  if (isOperatorsOwn(week)) return week;
  return week.operators.size === 0 ? undefined : { ...NO_LOADS, operators: week.operators };
}

const NO_LOADS = { loads: new Map<number, number>(), contributors: [] };

/** Whether all loads of a week are the operator's own. */
export const isOperatorsOwn = ({ contributors }: CellWeek): boolean => contributors.length === 0;

/** Whether any load of a cell counts in a span. */
export const hasLoads = (cell: MarketCell | undefined, span: WeekSpan): boolean =>
  cell !== undefined && [...cell.weeks.keys()].some((week) => countsIn(cell, week, span));

/** Whether at least three contributors reported the loads of a span: with fewer, one could infer another's rate. */
export const hasEnoughContributors = (cell: MarketCell, span: WeekSpan): boolean =>
  new Set(
    [...cell.weeks].flatMap(([week, { contributors }]) => (countsIn(cell, week, span) ? contributors : [])),
  ).size >= MIN_CONTRIBUTORS;

/** Whether any week of a level is disclosed to all. */
export const isDisclosable = (level: LaneLevel, cell: MarketCell, span: WeekSpan): boolean =>
  hasLoads(disclosedCell(cell, level), span);

/** Cells of the whole market, and those of the loads that the requesting organization imported. */
export interface CellSources {
  readonly market: LaneCells;
  readonly own?: LaneCells;
  /**
   * `contributorHash` of the organization, if any of its loads are in the market's cells. It is set for test keys,
   * as well.
   */
  readonly requester?: number | undefined;
  /** Whether the loads of `own` are in the market's cells; false for a test key. */
  readonly ownPooled?: boolean;
}

/** How many of a level's loads may be shown; null if the count must not be shown. */
export type CountShown = (level: LaneLevel, loads: number) => number | null;

/**
 * The cells that an organization may see, and how their loads are counted.
 * `cells` are disclosed weeks of the market and all of its own loads. No load counts twice.
 * `countShown` shows an organization's own loads exactly and rounds other contributors' loads down. The count is null if
 * fewer than three contributors reported the other loads. It is also null for a test key of an organization whose pooled
 * loads are among them.
 */
export function visibleCells(
  { market, own = {}, requester, ownPooled = false }: CellSources,
  span: WeekSpan,
): { readonly cells: LaneCells; readonly countShown: CountShown } {
  const cells: Partial<Record<LaneLevel, MarketCell>> = {};
  const disclosed: Partial<Record<LaneLevel, MarketCell>> = {};
  for (const level of LANE_LEVELS) {
    const theirs = market[level];
    const ours = own[level];
    const shared = theirs && disclosedCell(theirs, level, requester);
    if (shared && hasLoads(shared, span)) disclosed[level] = shared;
    const cell =
      disclosed[level] && ours ? withOwn(disclosed[level], ours, ownPooled) : (disclosed[level] ?? ours);
    if (cell !== undefined) cells[level] = cell;
  }
  const countShown: CountShown = (level, loads) => {
    const shared = disclosed[level];
    if (shared === undefined) return loads;
    if (!hasEnoughContributors(shared, span)) return null;
    // The requester's own loads cannot be subtracted here, so the sum would reveal the exact count of others.
    if (requester !== undefined && !ownPooled && mayContribute(requester, shared)) return null;
    const ours = own[level];
    // Own loads count in the weeks in which the shared loads of the same week count.
    const counted = ours ? Math.min(loads, loadsBetween({ ...cells[level], weeks: ours.weeks }, span)) : 0;
    return counted + roundedCount(loads - counted);
  };
  return { cells, countShown };
}

/** Pooled loads are already in disclosed weeks, except in weeks that disclose only the operator's loads. */
function withOwn(shared: MarketCell, ours: MarketCell, pooled: boolean): MarketCell {
  if (!pooled) return mergeCells(shared, ours);
  const left = [...ours.weeks].filter(([week]) => {
    const disclosed = shared.weeks.get(week);
    return disclosed === undefined || isOperatorsOwn(disclosed);
  });
  return left.length === 0 ? shared : mergeCells(shared, { weeks: new Map(left) });
}

/** Counts of other contributors' loads are rounded down to one of these numbers; larger counts are exact. */
const ROUND_COUNTS = [3, 5, 10, 20] as const;
const EXACT_FROM = 30;

/** The count of other contributors' loads that is shown. */
export const roundedCount = (loads: number): number =>
  loads >= EXACT_FROM ? loads : (ROUND_COUNTS.findLast((round) => round <= loads) ?? 0);

/** The cells of a lane by level; a missing cell has no loads. */
export type LaneCells = Partial<Readonly<Record<LaneLevel, MarketCell>>>;
