import type { ScoredMarket } from './score-market.ts';
import type { Score } from './score-tally.ts';

const percent = (share: number | undefined): string =>
  share === undefined ? '-' : `${(100 * share).toFixed(2)}%`;

const line = (name: string, score: Score): string =>
  [
    name.padEnd(12),
    String(score.rows).padStart(7),
    ...[score.mape, score.noiseMape, score.medianApe, score.bias, score.coverage].map((share) =>
      percent(share).padStart(8),
    ),
    ...Object.values(score.baselines).map((share) => percent(share).padStart(9)),
  ].join(' ');

/** The report as a text table. */
export function reportText(report: ScoredMarket & { readonly leftOut: number }): string {
  const header = [
    ''.padEnd(12),
    'rows'.padStart(7),
    ...['MAPE', 'truth', 'median', 'bias', 'coverage'].map((title) => title.padStart(8)),
    ...['naive', 'lane mean', 'per mile'].map((title) => title.padStart(9)),
  ].join(' ');
  return [
    `${report.rows} loads scored after ${report.warmUpWeeks} warm-up weeks; ${report.leftOut} rows skipped`,
    '',
    header,
    line('all', report),
    line('known (8+)', report.known),
    line('sparse (1-7)', report.sparse),
    line('new', report.new),
    '',
    ...report.tiers.map((tier) => line(`tier ${tier.tier}`, tier)),
    '',
    ...report.bands.map((band) => line(`band ${band.band}`, band)),
    '',
    ...report.weeks.map((week) => line(week.week, week)),
  ].join('\n');
}
