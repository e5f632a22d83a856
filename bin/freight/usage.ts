import type { Command } from 'commander';
import {
  DEFAULT_MONTHS,
  MAX_MONTHS,
  readUsageStatement,
} from '../../shared/accounts/usage/usage-statement.ts';
import { KEY_MODES, type KeyMode } from '../../shared/platform/account/account.ts';
import { example, modeOption, numberFrom } from './arguments.ts';
import { CommandFailedError } from './failures.ts';
import type { Session } from './session.ts';

/** `freight usage ...`: usage of the monthly limits of an organization. */
export function addUsageCommands(program: Command, session: Session): void {
  program
    .command('usage <org>')
    .description('Show rate calls and quotes per month against the limits')
    .addOption(modeOption('only this mode (default: both)'))
    .option(
      '--months <months>',
      `number of months including this one, at most ${MAX_MONTHS}`,
      numberFrom(1, MAX_MONTHS),
      DEFAULT_MONTHS,
    )
    .addHelpText('after', example('freight usage org_123 --mode live --months 3'))
    .action((orgId: string, { mode, months }: { mode?: KeyMode; months: number }) =>
      session.work(async ({ usage: { reader, now } }) => {
        const moment = now();
        const statements = await Promise.all(
          (mode === undefined ? KEY_MODES : [mode]).map(async (of) => {
            const statement = await readUsageStatement(reader, { orgId, mode: of }, moment, months);
            if (statement === undefined) throw new CommandFailedError(`There is no organization ${orgId}.`);
            return { of, ...statement };
          }),
        );
        // Common fields once, the rest by mode: the shape does not depend on the number of modes.
        const { period, limit, resetsAt, billing } = statements[0] ?? {};
        const byMode = statements.map(({ of, used, remaining, history, quotes }) => [
          of,
          { used, remaining, history, quotes },
        ]);
        session.report({ orgId, period, limit, resetsAt, billing, ...Object.fromEntries(byMode) });
      }),
    );
}
