import type { WeekSpan } from '../../platform/time/utc-week.ts';
import type { LaneLevel } from '../loads/market-levels.ts';
import {
  type CellWeek,
  countingWeek,
  countsIn,
  MAX_CONTRIBUTOR_HASHES,
  type MarketCell,
  MIN_CONTRIBUTORS,
  operatorsCounts,
} from './market-cell.ts';

/** How the weeks of a level are disclosed. */
interface Disclosure {
  /** Whether weeks with too few contributors are combined with later weeks; if not, each week is judged by itself. */
  readonly waits: boolean;
  /** Whether the operator's own loads of a week are disclosed without other contributors. */
  readonly servesOperator: boolean;
}

// A published freight market is the same for all callers, so its weeks cannot depend on the requester.
const BY_WEEK: Disclosure = { waits: false, servesOperator: true };
const WAITING: Disclosure = { waits: true, servesOperator: true };
const OF_LANE: Disclosure = { waits: true, servesOperator: false };

const DISCLOSURES: Readonly<Record<LaneLevel, Disclosure>> = {
  freightMarket: BY_WEEK,
  marketState: BY_WEEK,
  zone: WAITING,
  lane: OF_LANE,
};

/** Disclosed cells that do not depend on the requester: the same object for the same cell. */
const FOR_ALL = new WeakMap<MarketCell, Map<Disclosure, MarketCell>>();

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
  const disclosure = DISCLOSURES[level];
  const known = FOR_ALL.get(cell) ?? new Map<Disclosure, MarketCell>();
  FOR_ALL.set(cell, known);
  const forAll = known.get(disclosure) ?? disclose(cell, disclosure);
  known.set(disclosure, forAll);
  if (requester === undefined || !disclosure.waits || !isContributor(requester, cell)) return forAll;
  const forRequester = disclose(cell, disclosure, requester);
  return isSame(forRequester, forAll) ? forAll : forRequester;
}

const isContributor = (requester: number, { weeks }: MarketCell): boolean =>
  [...weeks.values()].some(({ contributors }) => contributors.includes(requester));

/**
 * Whether a contributor may have loads in a cell: its hash is stored, or the stored hashes of a week are
 * incomplete.
 */
export const mayContribute = (requester: number, cell: MarketCell): boolean =>
  isContributor(requester, cell) ||
  [...cell.weeks.values()].some(({ contributors }) => contributors.length >= MAX_CONTRIBUTOR_HASHES);

function disclose(cell: MarketCell, { waits, servesOperator }: Disclosure, requester?: number): MarketCell {
  const ascending = [...cell.weeks].sort(([a], [b]) => a - b);
  const shown = new Map<number, CellWeek>();
  const countedIn = new Map<number, number>();
  let waiting: (readonly [number, CellWeek])[] = [];
  let others = new Set<number>();
  for (const [week, facts] of ascending) {
    const own = servesOperator ? operatorsOwn(facts) : undefined;
    if (own !== undefined) shown.set(week, own);
    const ofOthers = facts.contributors.filter((contributor) => contributor !== requester);
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
  const isWhole = ascending.every(([week, facts]) => shown.get(week) === facts);
  return isWhole && countedIn.size === 0 ? cell : { weeks: shown, countedIn };
}

/** The operator's own loads of a week; undefined if it has none, the week itself if it has no other loads. */
function operatorsOwn(week: CellWeek): CellWeek | undefined {
  if (isOperatorsOwn(week)) return week;
  const counts = operatorsCounts(week);
  const slots = week.slots.filter((_, position) => (counts[position] ?? 0) > 0);
  if (slots.length === 0) return undefined;
  const { operatorCounts: _, ...others } = week;
  return { ...others, slots, counts: counts.filter((count) => count > 0), contributors: [] };
}

/** Whether all loads of a week are the operator's own. */
export const isOperatorsOwn = ({ contributors }: CellWeek): boolean => contributors.length === 0;

const isSame = (a: MarketCell, b: MarketCell): boolean =>
  a.weeks.size === b.weeks.size &&
  [...a.weeks].every(
    ([week, { contributors }]) =>
      b.weeks.get(week)?.contributors.length === contributors.length &&
      countingWeek(a, week) === countingWeek(b, week),
  );

/** Whether any load of a cell counts in a span. */
export const hasLoads = (cell: MarketCell | undefined, span: WeekSpan): boolean =>
  cell !== undefined && [...cell.weeks.keys()].some((week) => countsIn(cell, week, span));
