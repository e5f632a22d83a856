import type { LoadOwner } from './load-owner.ts';
import { type CellWeek, contributorHash, countingWeek, type MarketCell, TOLD_APART } from './market-cell.ts';
import type { LaneLevel } from './market-levels.ts';
import type { WeekSpan } from './week-number.ts';

/** Loads of the operator that name no contributor: its own, and there to serve all. */
export const OPERATOR = contributorHash('operator' satisfies LoadOwner);

/** Whether the operator's own loads of a week may serve all without other contributors: not at the lane itself. */
export const servesWithOperator = (level: LaneLevel): boolean => level !== 'lane';

/** Whether a week has loads of the operator's own and no others. */
export const isOperatorsOwn = ({ contributors }: CellWeek): boolean =>
  contributors.length === 1 && contributors[0] === OPERATOR;

const WITH_OPERATOR = new WeakMap<MarketCell, MarketCell>();
const OF_THREE = new WeakMap<MarketCell, MarketCell>();

/**
 * What all may be answered from: the weeks of a cell with at least three contributors. Earlier weeks with fewer wait, and
 * count together with, and in, the first later week by which three contributors have loads in them. Above the lane a week
 * of the operator's own loads counts by itself. The same object for the same cell.
 */
export function disclosedCell(cell: MarketCell, level: LaneLevel): MarketCell {
  const withOperator = servesWithOperator(level);
  const known = withOperator ? WITH_OPERATOR : OF_THREE;
  const disclosed = known.get(cell) ?? disclose(cell, withOperator);
  known.set(cell, disclosed);
  return disclosed;
}

function disclose(cell: MarketCell, withOperator: boolean): MarketCell {
  const countedIn = new Map<number, number>();
  const disclosed: number[] = [];
  let waiting: number[] = [];
  let contributors = new Set<number>();
  for (const [week, facts] of [...cell.weeks].sort(([a], [b]) => a - b)) {
    if (withOperator && isOperatorsOwn(facts)) {
      disclosed.push(week);
      continue;
    }
    waiting.push(week);
    for (const contributor of facts.contributors) contributors.add(contributor);
    if (contributors.size < TOLD_APART) continue;
    for (const earlier of waiting.slice(0, -1)) countedIn.set(earlier, week);
    disclosed.push(...waiting);
    waiting = [];
    contributors = new Set();
  }
  if (countedIn.size === 0 && waiting.length === 0) return cell;
  const shown = new Set(disclosed);
  return { weeks: new Map([...cell.weeks].filter(([week]) => shown.has(week))), countedIn };
}

/** Whether any load of a cell counts in a span. */
export const hasLoads = (cell: MarketCell | undefined, { from, to }: WeekSpan): boolean =>
  cell !== undefined &&
  [...cell.weeks.keys()].some((week) => {
    const counting = countingWeek(cell, week);
    return counting >= from && counting <= to;
  });
