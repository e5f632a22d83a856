import { describe, expect, it } from 'vitest';
import { backtestFlags, USAGE } from '../../../bin/backtest/flags.ts';
import { CommandFailedError } from '../../../bin/freight/failures/command-errors.ts';

describe('options of the backtest', () => {
  it('default to an ordinary simulated market', () => {
    expect(backtestFlags([])).toMatchObject({
      seed: '1',
      scenario: 'ordinary',
      loadsAWeek: 2000,
      json: false,
    });
    expect(backtestFlags(['--csv', 'loads.csv', '--warm-up', '8'])).toMatchObject({
      csv: 'loads.csv',
      warmUp: 8,
    });
  });

  it.each([
    [['--unknown']],
    [['loads.csv']],
    [['--seed']],
    [['--scenario', 'unheard-of']],
    [['--loads', '0']],
    [['--warm-up', 'x']],
  ])('are rejected with the usage if they are invalid: %j', (args) => {
    expect(() => backtestFlags(args)).toThrow(CommandFailedError);
    expect(() => backtestFlags(args)).toThrow(USAGE);
  });

  it.each([
    [['--seed', '1'], '--seed'],
    [['--scenario', 'ordinary'], '--scenario'],
    [['--loads', '10', '--seed', '2'], '--seed, --loads'],
  ])('are rejected if they do not apply to a file: %j', (args, named) => {
    expect(() => backtestFlags(['--csv', 'loads.csv', ...args])).toThrow(
      new CommandFailedError(
        `--csv cannot be combined with ${named}: the loads of a file are not simulated.`,
      ),
    );
  });
});
