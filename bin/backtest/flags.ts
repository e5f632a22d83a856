import { parseArgs } from 'node:util';
import { CommandRefusedError } from '../freight/failures/failure.ts';
import { PERSPECTIVES } from './known-market.ts';
import { SCENARIO_NAMES } from './simulator/scenario.ts';

export const USAGE = `npm run -s backtest -- [--csv FILE | --seed N] [--scenario ${SCENARIO_NAMES.join('|')}] [--json]

Predicts loads week by week from the weeks before, and prints the errors beside those of simple ways.
  --csv FILE       loads of an import file; without it they are simulated
  --seed N         the simulation's seed (1)
  --scenario NAME  what kind of market is simulated (ordinary)
  --loads N        loads a week that are simulated (2000)
  --warm-up N      weeks that are learned before the first is scored (26, of a shorter file a third)
  --as WHO         whose answers are scored: owner of all loads (owner), or caller without own loads
  --plots DIR      charts of the errors and of example lanes, as SVG
  --json           the report as JSON`;

/** Options that only simulated loads have. */
const OF_SIMULATION = ['seed', 'scenario', 'loads'] as const;

/** @throws CommandRefusedError where they cannot be understood, or would be ignored. */
export function backtestFlags(args: readonly string[]) {
  const values = parsed(args);
  const ignored = values.csv === undefined ? [] : OF_SIMULATION.filter((of) => values[of] !== undefined);
  if (ignored.length > 0) {
    const named = ignored.map((of) => `--${of}`).join(', ');
    throw new CommandRefusedError(`--csv goes without ${named}: the loads of a file are not simulated.`);
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
    throw new CommandRefusedError(USAGE);
  const { csv, seed = '1', plots, json, help } = values;
  return { csv, seed, scenario, perspective, warmUp, loadsAWeek, plots, json, help };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        csv: { type: 'string' },
        seed: { type: 'string' },
        scenario: { type: 'string' },
        loads: { type: 'string' },
        'warm-up': { type: 'string' },
        as: { type: 'string' },
        plots: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    // What parseArgs throws tells of the command line alone.
    throw new CommandRefusedError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
