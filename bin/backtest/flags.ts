import { parseArgs } from 'node:util';
import { CommandFailedError } from '../freight/connection/failures.ts';
import { PERSPECTIVES } from './known-market.ts';
import { SCENARIO_NAMES } from './simulator/scenario.ts';

export const USAGE = `npm run -s backtest -- [--csv FILE | --published FILE | --seed N] [--scenario ${SCENARIO_NAMES.join('|')}] [--json]
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
export function backtestFlags(args: readonly string[]) {
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
