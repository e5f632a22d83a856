import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SCENARIO_NAMES } from '../simulator/scenario.ts';
import { judge } from './backtest/judge.ts';
import { fileWeeks, simulatedWeeks } from './backtest/load-weeks.ts';
import { plotsOf } from './backtest/plots.ts';
import { reportText } from './backtest/report-text.ts';
import type { ScoredLoad } from './backtest/scored-load.ts';
import type { BacktestReport } from './backtest/scores.ts';
import { explainedFile } from './freight/csv-file.ts';
import { CommandRefusedError } from './freight/failure.ts';
import { placeFilesReady } from './freight/place-files-ready.ts';

const USAGE = `npm run -s backtest -- [--csv FILE | --seed N] [--scenario ${SCENARIO_NAMES.join('|')}] [--json]

Predicts loads week by week from the weeks before, and prints the errors beside those of simple ways.
  --csv FILE       loads of an import file; without it they are simulated
  --seed N         the simulation's seed (1)
  --scenario NAME  what kind of market is simulated (ordinary)
  --loads N        loads a week that are simulated (2000)
  --warm-up N      weeks that are learned before the first is scored (26, of a shorter file a third)
  --plots DIR      charts of the errors and of example lanes, as SVG
  --json           the report as JSON`;

async function backtest(): Promise<void> {
  const { values } = parseArgs({
    options: {
      csv: { type: 'string' },
      seed: { type: 'string', default: '1' },
      scenario: { type: 'string', default: 'ordinary' },
      loads: { type: 'string', default: '2000' },
      'warm-up': { type: 'string' },
      plots: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const name = SCENARIO_NAMES.find((known) => known === values.scenario);
  const warmUp = values['warm-up'] === undefined ? undefined : Number(values['warm-up']);
  const loadsAWeek = Number(values.loads);
  if (name === undefined || (warmUp !== undefined && !(warmUp >= 0)) || !(loadsAWeek > 0))
    throw new CommandRefusedError(USAGE);

  await placeFilesReady();
  const leftOut = { rows: 0 };
  const weeks =
    values.csv === undefined
      ? simulatedWeeks({ seed: values.seed, name, loadsAWeek }, leftOut)
      : await fileWeeks(values.csv, leftOut);
  // Kept for the charts alone: a large file's loads would fill the memory.
  const drawn: ScoredLoad[] = [];
  const judged = await judge(weeks, warmUp, (week) => {
    if (values.plots !== undefined) drawn.push(...week);
  });
  const report = { ...judged, leftOut: leftOut.rows };
  if (values.plots !== undefined) writePlots(values.plots, report, drawn);
  console.log(values.json ? JSON.stringify(report) : reportText(report));
}

function writePlots(folder: string, report: BacktestReport, scored: readonly ScoredLoad[]): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, chart] of plotsOf(report, scored)) writeFileSync(join(folder, `${name}.svg`), chart);
}

try {
  await backtest();
} catch (error) {
  const explained = explainedFile(process.argv.slice(2).join(' '), error);
  if (!(explained instanceof CommandRefusedError)) throw explained;
  console.error(explained.message);
  process.exitCode = 1;
}
