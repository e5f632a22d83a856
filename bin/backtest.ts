import { parseArgs } from 'node:util';
import { fileWeeks, simulatedWeeks } from './backtest/load-weeks.ts';
import { publishedReport, publishedText } from './backtest/published.ts';
import { type Score, type ScoredMarket, scoreMarket } from './backtest/score-market.ts';
import { SCENARIO_NAMES } from './backtest/simulator/scenario.ts';
import { placeFilesReady } from './build/places.ts';
import { CommandFailedError } from './freight/connection/failures.ts';
import { explainedFile } from './freight/files.ts';

const percent = (share: number | undefined): string =>
  (share === undefined ? '-' : `${(100 * share).toFixed(2)}%`).padStart(9);

const line = (
  name: string,
  { rows, mape, noiseMape, medianApe, bias, coverage, baselines }: Score,
): string => {
  const shares = [mape, noiseMape, medianApe, bias, coverage, ...Object.values(baselines)];
  return [name.padEnd(12), String(rows).padStart(7), ...shares.map(percent)].join(' ');
};

const TITLES = ['MAPE', 'truth', 'median', 'bias', 'coverage', 'naive', 'lane mean', 'per mile'];

/** The report as a text table. */
const reportText = (report: ScoredMarket & { readonly leftOut: number }): string =>
  [
    `${report.rows} loads scored after ${report.warmUpWeeks} warm-up weeks; ${report.leftOut} rows skipped`,
    '',
    [''.padEnd(12), 'rows'.padStart(7), ...TITLES.map((title) => title.padStart(9))].join(' '),
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

const USAGE = `npm run -s backtest -- [--csv FILE | --published FILE | --seed N] [--scenario ${SCENARIO_NAMES.join('|')}] [--json]
npm run -s backtest -- mails [--json]

Predicts loads week by week from the weeks before, and prints the errors next to those of simple baselines.
  --csv FILE       loads of an import file; without it loads are simulated
  --published FILE rates of refrigerated trucks, as the USDA publishes them: scores the prices of trailers
  --seed N         seed of the simulation (1)
  --scenario NAME  kind of simulated market (ordinary)
  --loads N        simulated loads a week (2000)
  --json           the report as JSON
With mails, compares the lanes that chats read from 120 mails with those that a person reads.`;

const OPTIONS = {
  csv: { type: 'string' },
  published: { type: 'string' },
  seed: { type: 'string' },
  scenario: { type: 'string' },
  loads: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** @throws CommandFailedError if options are invalid or would have no effect. */
function backtestFlags(args: readonly string[]) {
  const { seed, scenario, loads, ...flags } = parsed(args);
  const { csv, published } = flags;
  const file = published === undefined ? 'csv' : 'published';
  const others = { seed, scenario, loads, ...(file === 'published' && { csv }) };
  const ignored = Object.entries(others).flatMap(([of, value]) => (value === undefined ? [] : [`--${of}`]));
  if (flags[file] !== undefined && ignored.length > 0)
    throw new CommandFailedError(`--${file} cannot be combined with ${ignored.join(', ')}.`);
  const known = SCENARIO_NAMES.find((name) => name === (scenario ?? 'ordinary'));
  const loadsAWeek = Number(loads ?? 2000);
  if (known === undefined || !(loadsAWeek > 0)) throw new CommandFailedError(USAGE);
  return { ...flags, simulation: { seed: seed ?? '1', scenario: known, loadsAWeek } };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    // Errors of parseArgs concern only the command line.
    throw new CommandFailedError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

async function backtest(args: readonly string[]): Promise<void> {
  if (args[0] === 'mails') return backtestMails(args.includes('--json'));
  const { csv, published, simulation, json, help } = backtestFlags(args);
  if (help) return console.log(USAGE);
  if (published !== undefined) {
    const report = await publishedReport(published);
    return console.log(json ? JSON.stringify(report) : publishedText(report));
  }

  await placeFilesReady();
  const leftOut = { rows: 0 };
  const weeks = csv === undefined ? simulatedWeeks(simulation, leftOut) : await fileWeeks(csv, leftOut);
  const report = { ...(await scoreMarket(weeks)), leftOut: leftOut.rows };
  console.log(json ? JSON.stringify(report) : reportText(report));
}

/** The lanes of mails, read and true. */
async function backtestMails(json: boolean): Promise<void> {
  const { mailReport, readMails, scoreMails } = await import('./backtest/score-mails.ts');
  await placeFilesReady();
  const scores = scoreMails(readMails());
  console.log(json ? JSON.stringify(scores) : mailReport(scores));
}

try {
  await backtest(process.argv.slice(2));
} catch (error) {
  const explained = explainedFile(process.argv.slice(2).join(' '), error);
  if (!(explained instanceof CommandFailedError)) throw explained;
  console.error(explained.message);
  process.exitCode = 1;
}
