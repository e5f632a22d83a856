import { parseArgs } from 'node:util';
import { PERSPECTIVES } from './backtest/known-market.ts';
import { fileWeeks, simulatedWeeks } from './backtest/load-weeks.ts';
import { publishedReport, publishedText } from './backtest/published.ts';
import { type Score, type ScoredMarket, scoreMarket } from './backtest/score-market.ts';
import { SCENARIO_NAMES } from './backtest/simulator/scenario.ts';
import { placeFilesReady } from './build/place-files.ts';
import { CommandFailedError } from './freight/connection/failures.ts';
import { explainedFile } from './freight/files.ts';

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
function reportText(report: ScoredMarket & { readonly leftOut: number }): string {
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

const USAGE = `npm run -s backtest -- [--csv FILE | --published FILE | --seed N] [--scenario ${SCENARIO_NAMES.join('|')}] [--json]
npm run -s backtest -- mails [--json]

Predicts loads week by week from the weeks before, and prints the errors next to those of simple baselines.
  --csv FILE       loads of an import file; without it loads are simulated
  --published FILE rates of refrigerated trucks, as the USDA publishes them: scores the prices of trailers
  --seed N         seed of the simulation (1)
  --scenario NAME  kind of simulated market (ordinary)
  --loads N        simulated loads a week (2000)
  --warm-up N      weeks that are learned before the first is scored (26; a third of a shorter file)
  --as WHO         whose rates are scored: owner of all loads (owner), or caller without loads of its own
  --json           the report as JSON
With mails, compares the lanes that chats read from 120 mails with those that a person reads.`;

/** Options that apply only to simulated loads. */
const OF_SIMULATION = ['seed', 'scenario', 'loads'] as const;

/** @throws CommandFailedError if options are invalid or would have no effect. */
function backtestFlags(args: readonly string[]) {
  const values = parsed(args);
  const file = values.published === undefined ? 'csv' : 'published';
  const without = file === 'csv' ? OF_SIMULATION : ([...OF_SIMULATION, 'csv', 'warm-up', 'as'] as const);
  const ignored = values[file] === undefined ? [] : without.filter((of) => values[of] !== undefined);
  if (ignored.length > 0) {
    const named = ignored.map((of) => `--${of}`).join(', ');
    throw new CommandFailedError(`--${file} cannot be combined with ${named}.`);
  }
  const scenario = SCENARIO_NAMES.find((known) => known === (values.scenario ?? 'ordinary'));
  const warmUp = values['warm-up'] === undefined ? undefined : Number(values['warm-up']);
  const loadsAWeek = Number(values.loads ?? 2000);
  const perspective = PERSPECTIVES.find((known) => known === (values.as ?? 'owner'));
  if (
    perspective === undefined ||
    scenario === undefined ||
    (warmUp !== undefined && !(warmUp >= 0)) ||
    !(loadsAWeek > 0)
  )
    throw new CommandFailedError(USAGE);
  const { csv, published, seed = '1', json, help } = values;
  return { csv, published, seed, scenario, perspective, warmUp, loadsAWeek, json, help };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        csv: { type: 'string' },
        published: { type: 'string' },
        seed: { type: 'string' },
        scenario: { type: 'string' },
        loads: { type: 'string' },
        'warm-up': { type: 'string' },
        as: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    // Errors of parseArgs concern only the command line.
    throw new CommandFailedError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

async function backtest(): Promise<void> {
  if (process.argv[2] === 'mails') return backtestMails();
  const flags = backtestFlags(process.argv.slice(2));
  const { csv, seed, scenario: name, loadsAWeek, warmUp } = flags;
  if (flags.help) return console.log(USAGE);
  if (flags.published !== undefined) {
    const report = await publishedReport(flags.published);
    return console.log(flags.json ? JSON.stringify(report) : publishedText(report));
  }

  await placeFilesReady();
  const leftOut = { rows: 0 };
  const weeks =
    csv === undefined ? simulatedWeeks({ seed, name, loadsAWeek }, leftOut) : await fileWeeks(csv, leftOut);
  const scored = await scoreMarket(weeks, warmUp, flags.perspective);
  const report = { ...scored, leftOut: leftOut.rows };
  console.log(flags.json ? JSON.stringify(report) : reportText(report));
}

/** The lanes of mails, read and true. */
async function backtestMails(): Promise<void> {
  const { mailReport, readMails, scoreMails } = await import('./backtest/score-mails.ts');
  await placeFilesReady();
  const scores = scoreMails(readMails());
  console.log(process.argv.includes('--json') ? JSON.stringify(scores) : mailReport(scores));
}

try {
  await backtest();
} catch (error) {
  const explained = explainedFile(process.argv.slice(2).join(' '), error);
  if (!(explained instanceof CommandFailedError)) throw explained;
  console.error(explained.message);
  process.exitCode = 1;
}
