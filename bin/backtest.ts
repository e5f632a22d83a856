import { parseArgs } from 'node:util';
import { fileWeeks, simulatedWeeks } from './backtest/load-weeks.ts';
import { fileScores, heldOutScores } from './backtest/published.ts';
import { scoreMarket } from './backtest/score-market.ts';
import { SCENARIO_NAMES } from './backtest/simulator/scenario.ts';
import { placeFilesReady } from './build/place-files.ts';
import { CommandFailedError } from './freight/connection/failures.ts';
import { explainedFile } from './freight/files.ts';

const USAGE = `npm run -s backtest -- [--csv FILE | --seed N] [--scenario ${SCENARIO_NAMES.join('|')}] [--loads N] [--json]
npm run -s backtest -- --published FILE [--json]
npm run -s backtest -- published
npm run -s backtest -- mails [--json]

Predicts loads week by week from the weeks before, and prints the errors next to those of a baseline: the mean of the lane
over cost, shrunk to that of its market. "truth" is the error of the true price of simulated loads.
  --csv FILE       loads of an import file; without it loads are simulated
  --seed N         seed of the simulation (1)
  --scenario NAME  kind of simulated market (ordinary)
  --loads N        simulated loads a week (2000)
  --published FILE rates of refrigerated trucks, as the USDA publishes them, predicted from those in the code
  --json           the scores as JSON, errors as fractions
With published, predicts parts of the rates in the code from the others. Baselines are the lane's shrunk mean, and its last
published week; a lane without one shows "-".
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
  published: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** @throws CommandFailedError if options are invalid or would have no effect. */
function parsed(args: readonly string[]) {
  try {
    const { csv, published, json, help, ...simulation } = parseArgs({
      args: [...args],
      options: OPTIONS,
    }).values;
    const { seed = '1', scenario = 'ordinary', loads = '2000' } = simulation;
    const known = SCENARIO_NAMES.find((name) => name === scenario);
    const given = Object.keys(simulation).length > 0;
    const isIgnored = Number(csv !== undefined) + Number(published !== undefined) + Number(given) > 1;
    if (known !== undefined && Number(loads) > 0 && !isIgnored)
      return { csv, published, json, help, simulation: { seed, scenario: known, loadsAWeek: Number(loads) } };
  } catch (error) {
    // Errors of parseArgs concern only the command line.
    throw new CommandFailedError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
  throw new CommandFailedError(USAGE);
}

/** Rows of errors by part and group, without empty groups. */
const publishedTable = (
  scores: Readonly<Record<string, ReturnType<typeof heldOutScores>['lanes']>>,
): string =>
  table(
    Object.fromEntries(
      Object.entries(scores).flatMap(([part, groups]) =>
        Object.entries(groups)
          .filter(([, { n }]) => n > 0)
          .map(([name, errors]) => [`${part}: ${name}`, errors]),
      ),
    ),
  );

async function backtest([command = '', ...rest]: readonly string[]): Promise<string> {
  if (command === 'published' && rest.length === 0) return publishedTable(heldOutScores());
  if (command === 'mails') {
    const { mailReport, readMails, scoreMails } = await import('./backtest/score-mails.ts');
    await placeFilesReady();
    const scores = scoreMails(readMails());
    return rest.includes('--json') ? JSON.stringify(scores) : mailReport(scores);
  }
  const { csv, published, json, help, simulation } = parsed([command, ...rest].filter((one) => one !== ''));
  if (help === true) return USAGE;
  if (published !== undefined) {
    const scores = await fileScores(published);
    return json === true ? JSON.stringify(scores.json) : publishedTable(scores.table);
  }
  await placeFilesReady();
  const leftOut = { rows: 0 };
  const weeks = await (csv === undefined ? simulatedWeeks(simulation, leftOut) : fileWeeks(csv, leftOut));
  const report = { ...scoreMarket(weeks), leftOut: leftOut.rows };
  if (json === true) return JSON.stringify(report);
  const { known, sparse, new: unseen, tiers, warmUpWeeks, leftOut: skipped, ...all } = report;
  const byTier = tiers.map(({ tier, ...score }) => [`score ${tier}`, score]);
  return [
    `${all.rows} loads scored after ${warmUpWeeks} warm-up weeks; ${skipped} rows skipped`,
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
