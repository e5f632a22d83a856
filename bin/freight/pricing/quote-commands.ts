import type { Command } from 'commander';
import { type Account, KEY_MODES } from '../../../shared/platform/account/account.ts';
import type { CountDifference, Recount } from '../../../shared/quotes/counts/quote-recount.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';

const DIFFERENCES_SHOWN = 50;

/** `freight quotes ...`: operations on stored quotes. */
export function addQuoteCommands(program: Command, session: Session): void {
  const quotes = program.command('quotes').description('Check stored counts of quotes');

  quotes
    .command('recount [org]')
    .description(
      'Recount quotes from their rows and print counts that differ; safe while callers create quotes',
    )
    .option('--fix', 'correct the counts that differ')
    .addHelpText('after', example('freight quotes recount org_123 --fix'))
    .action((org: string | undefined, { fix = false }: { fix?: boolean }) => recount(session, org, fix));
}

interface AccountRecount extends Account, Recount {}

async function recount(session: Session, orgId: string | undefined, fix: boolean): Promise<void> {
  await session.workOnQuotes(async (recounts) => {
    const accounts =
      orgId === undefined ? await recounts.accounts() : KEY_MODES.map((mode) => ({ orgId, mode }));
    const recounted: AccountRecount[] = [];
    for (const account of accounts) {
      recounted.push({ ...account, ...(await recounts.recount(account, fix)) });
    }
    const differing = recounted.some(({ differences }) => differences.length > 0);
    session.report({ fixed: fix && differing, accounts: recounted }, [
      ...recounted.flatMap(describeRecount),
      !differing
        ? 'All counts are correct.'
        : fix
          ? 'The counts were corrected.'
          : 'No counts were changed. Run the command with --fix to correct them.',
    ]);
  });
}

function describeRecount({ orgId, mode, quotes, differences }: AccountRecount): string[] {
  const shown = differences.slice(0, DIFFERENCES_SHOWN).map(describeDifference);
  const more = differences.length - shown.length;
  return [
    `${orgId} ${mode}: ${quotes} quotes, ${differences.length} differences`,
    ...shown,
    ...(more > 0 ? [`  ... and ${more} more`] : []),
  ];
}

const describeDifference = ({ level, period, part, partition, stored, counted }: CountDifference): string =>
  `  ${level} ${period}, part ${part}, ${partition === 'c' ? 'converted' : `open, valid ${partition} days`}: ${stored} stored, ${counted} counted`;
