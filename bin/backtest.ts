import { parseArgs } from 'node:util';
import { fileWeeks, simulatedWeeks } from './backtest/load-weeks.ts';
import { publishedScores } from './backtest/published.ts';
import { scoreMarket } from './backtest/score-market.ts';
import { SCENARIO_NAMES } from './backtest/simulator/scenario.ts';
import { placeFilesReady } from './build/place-files.ts';
import { CommandFailedError } from './freight/connection/failures.ts';
import { explainedFile } from './freight/files.ts';

const USAGE = `npm run -s backtest -- [--csv FILE | --seed N] [--scenario ${SCENARIO_NAMES.join('|')}] [--loads N]
npm run -s backtest -- published [FILE]
npm run -s backtest -- mails

Predicts loads week by week from the weeks before, and prints the errors next to those of a baseline: the mean of the lane
over cost, shrunk to that of its market. "truth" is the error of the true price of simulated loads.
  --csv FILE       loads of an import file; without it loads are simulated
  --seed N         seed of the simulation (1)
  --scenario NAME  kind of simulated market (ordinary)
  --loads N        simulated loads a week (2000)
With published, predicts rates of refrigerated trucks, as the USDA publishes them, from others: those of a FILE, or parts of
those in the code. Baselines are the lane's shrunk mean, and its last published week; a lane without one shows "-".
With mails, compares the lanes that chats read from 120 mails with those that a person reads.`;

/** Rows of a table: shares are percentages. */
const table = (rows: Readonly<Record<string, Readonly<Record<string, number>>>>): string => {
  const titles = Object.keys(Object.values(rows)[0] ?? {});
  const cell = (title: string, value: number): string => {
    if (Number.isNaN(value)) return '-';
    return Number.isInteger(value) && title === titles[0] ? String(value) : `${(100 * value).toFixed(2)}%`;
  };
  const line = (name: string, cells: readonly string[]): string =>
    [name.padEnd(24), ...cells.map((text) => text.padStart(9))].join(' ').trimEnd();
  return [
    line('', titles),
    ...Object.entries(rows).map(([name, row]) =>
      line(
        name,
        titles.map((title) => cell(title, row[title] ?? Number.NaN)),
      ),
    ),
  ].join('\n');
};

const OPTIONS = {
  csv: { type: 'string' },
  seed: { type: 'string' },
  scenario: { type: 'string' },
  loads: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** @throws CommandFailedError if options are invalid or would have no effect. */
function parsed(args: readonly string[]) {
  try {
    const { csv, help, ...simulation } = parseArgs({ args: [...args], options: OPTIONS }).values;
    const { seed = '1', scenario = 'ordinary', loads = '2000' } = simulation;
    const known = SCENARIO_NAMES.find((name) => name === scenario);
    const isIgnored = csv !== undefined && Object.keys(simulation).length > 0;
    if (known !== undefined && Number(loads) > 0 && !isIgnored)
      return { csv, help, simulation: { seed, scenario: known, loadsAWeek: Number(loads) } };
  } catch (error) {
    // Errors of parseArgs concern only the command line.
    throw new CommandFailedError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
  throw new CommandFailedError(USAGE);
}

async function backtest([command = '', ...rest]: readonly string[]): Promise<string> {
  if (command === 'published') {
    const scores = Object.entries(await publishedScores(rest[0]));
    return table(
      Object.fromEntries(
        scores.flatMap(([part, groups]) =>
          Object.entries(groups)
            .filter(([, { rates }]) => rates > 0)
            .map(([name, errors]) => [`${part}: ${name}`, errors]),
        ),
      ),
    );
  }
  if (command === 'mails') {
    const { mailReport, readMails, scoreMails } = await import('./backtest/score-mails.ts');
    await placeFilesReady();
    return mailReport(scoreMails(readMails()));
  }
  const { csv, help, simulation } = parsed([command, ...rest].filter((one) => one !== ''));
  if (help === true) return USAGE;
  await placeFilesReady();
  const leftOut = { rows: 0 };
  const weeks = csv === undefined ? simulatedWeeks(simulation, leftOut) : await fileWeeks(csv, leftOut);
  const { known, sparse, new: unseen, tiers, warmUpWeeks, ...all } = await scoreMarket(weeks);
  const byTier = tiers.map(({ tier, ...score }) => [`score ${tier}`, score]);
  return [
    `${all.rows} loads scored after ${warmUpWeeks} warm-up weeks; ${leftOut.rows} rows skipped`,
    table({
      ...{ all, 'lane with 8 loads': known, 'with 1 to 7 loads': sparse, 'without loads': unseen },
      ...Object.fromEntries(byTier),
    }),
  ].join('\n\n');
}

try {
  console.log(await backtest(process.argv.slice(2)));
} catch (error) {
  const explained = explainedFile(process.argv.slice(2).join(' '), error);
  if (!(explained instanceof CommandFailedError)) throw explained;
  console.error(explained.message);
  process.exitCode = 1;
}
