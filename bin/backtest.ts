import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backtestFlags, USAGE } from './backtest/flags.ts';
import { fileWeeks, simulatedWeeks } from './backtest/load-weeks.ts';
import { reportText } from './backtest/report-text.ts';
import { scoreMarket } from './backtest/score-market.ts';
import type { ScoredLoad } from './backtest/scored-load.ts';
import type { BacktestReport } from './backtest/scores.ts';
import { placeFilesReady } from './build/place-files.ts';
import { CommandFailedError } from './freight/connection/failures.ts';
import { explainedFile } from './freight/files.ts';

async function backtest(): Promise<void> {
  if (process.argv[2] === 'mails') return backtestMails();
  const flags = backtestFlags(process.argv.slice(2));
  const { csv, seed, scenario: name, loadsAWeek, warmUp, plots } = flags;
  if (flags.help) return console.log(USAGE);

  await placeFilesReady();
  const leftOut = { rows: 0 };
  const weeks =
    csv === undefined ? simulatedWeeks({ seed, name, loadsAWeek }, leftOut) : await fileWeeks(csv, leftOut);
  // Kept only for charts: the loads of a large file would fill the memory.
  const drawn: ScoredLoad[] = [];
  const onWeek = (week: readonly ScoredLoad[]) => {
    if (plots !== undefined) drawn.push(...week);
  };
  const scored = await scoreMarket(weeks, warmUp, onWeek, flags.perspective);
  const report = { ...scored, leftOut: leftOut.rows };
  if (plots !== undefined) await writePlots(plots, report, drawn);
  console.log(flags.json ? JSON.stringify(report) : reportText(report));
}

/** The lanes of mails, read and true. */
async function backtestMails(): Promise<void> {
  const { mailReport, readMails, scoreMails } = await import('./backtest/score-mails.ts');
  await placeFilesReady();
  const scores = scoreMails(readMails());
  console.log(process.argv.includes('--json') ? JSON.stringify(scores) : mailReport(scores));
}

async function writePlots(
  folder: string,
  report: BacktestReport,
  scored: readonly ScoredLoad[],
): Promise<void> {
  // The plotting library is loaded by runs that draw only.
  const { plotsOf } = await import('./backtest/plots.ts');
  mkdirSync(folder, { recursive: true });
  for (const [name, chart] of plotsOf(report, scored)) writeFileSync(join(folder, `${name}.svg`), chart);
}

try {
  await backtest();
} catch (error) {
  const explained = explainedFile(process.argv.slice(2).join(' '), error);
  if (!(explained instanceof CommandFailedError)) throw explained;
  console.error(explained.message);
  process.exitCode = 1;
}
