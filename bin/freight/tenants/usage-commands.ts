import { type Command, Option } from 'commander';
import {
  DEFAULT_MONTHS,
  MAX_MONTHS,
  readUsageStatement,
  type UsageStatement,
} from '../../../shared/accounts/usage/usage-statement.ts';
import { KEY_MODES, type KeyMode } from '../../../shared/platform/account/account.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { monthCount } from '../session/arguments.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';

interface UsageOptions {
  readonly mode?: KeyMode;
  readonly months: number;
}

/** `freight usage ...`: usage of the monthly limits of an organization. */
export function addUsageCommands(program: Command, session: Session): void {
  program
    .command('usage <org>')
    .description('Show rate calls and quotes per month against the limits')
    .addOption(new Option('--mode <mode>', 'only this mode (default: both)').choices(KEY_MODES))
    .option(
      '--months <months>',
      `number of months including this one, at most ${MAX_MONTHS}`,
      monthCount,
      DEFAULT_MONTHS,
    )
    .addHelpText('after', example('freight usage org_123 --mode live --months 3'))
    .action((orgId: string, options: UsageOptions) => showUsage(session, orgId, options));
}

async function showUsage(session: Session, orgId: string, { mode, months }: UsageOptions): Promise<void> {
  const modes = mode === undefined ? KEY_MODES : [mode];
  await session.workOnUsage(async ({ reader, now }) => {
    const moment = now();
    const statements = await Promise.all(
      modes.map(async (of) => {
        const statement = await readUsageStatement(reader, { orgId, mode: of }, moment, months);
        if (statement === undefined) throw new CommandFailedError(`There is no organization ${orgId}.`);
        return { mode: of, statement };
      }),
    );
    session.report(summarize(orgId, statements), describe(orgId, statements));
  });
}

type Stated = { readonly mode: KeyMode; readonly statement: UsageStatement };

/** Common fields once, the rest by mode: the shape does not depend on the number of modes. */
function summarize(orgId: string, statements: readonly Stated[]) {
  const [first] = statements;
  const byMode = statements.map(({ mode, statement: { used, remaining, history, quotes } }) => [
    mode,
    { used, remaining, history, quotes },
  ]);
  const { period, limit, resetsAt, billing } = first?.statement ?? {};
  return { orgId, period, limit, resetsAt, billing, ...Object.fromEntries(byMode) };
}

function describe(orgId: string, statements: readonly Stated[]): string[] {
  return statements.flatMap(({ mode, statement: { period, used, limit, remaining, ...rest } }) => [
    `${orgId}  ${mode} calls`,
    `${period}  ${used} of ${limit} used, ${remaining} left; resets ${rest.resetsAt}`,
    ...rest.history
      .filter((month) => month.period !== period)
      .map((month) => `${month.period}  ${month.used}`),
    `${orgId}  ${mode} quotes`,
    `${period}  ${quoteUsageText(rest.quotes)}`,
    ...rest.quotes.history
      .filter((month) => month.period !== period)
      .map((month) => `${month.period}  ${month.used}`),
    ...(rest.billing ? [] : ['No billing information: rates and quotes are rejected.']),
  ]);
}

const quoteUsageText = ({ used, limit, remaining }: UsageStatement['quotes']): string =>
  limit === null ? `${used} created, no limit` : `${used} of ${limit} created, ${remaining} left`;
