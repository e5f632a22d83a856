import type { Command } from 'commander';
import { type Account, KEY_MODES } from '../../../shared/platform/account/account.ts';
import { decisionIn, validityOf } from '../../../shared/quotes/counts/list-partition.ts';
import type { CountDifference, Recount } from '../../../shared/quotes/counts/quote-recount.ts';
import { parseQuoteId, type QuoteId } from '../../../shared/quotes/record/quote-id.ts';
import type { QuoteCopies } from '../../../shared/quotes/store/dynamodb-quote-copies.ts';
import { CommandFailedError, UsageError } from '../failures/command-errors.ts';
import { example } from '../session/help-example.ts';
import { knownOrganization, organizationNotBeingErased } from '../session/org-lookups.ts';
import type { Session } from '../session/session.ts';

const DIFFERENCES_SHOWN = 50;

/** `freight quotes ...`: operations on stored quotes. */
export function addQuoteCommands(program: Command, session: Session): void {
  const quotes = program
    .command('quotes')
    .description('Check stored counts of quotes, and copy deleted quotes from a restored table');

  quotes
    .command('recount [org]')
    .description(
      'Recount quotes from their rows and print counts that differ; safe while callers create quotes',
    )
    .option('--fix', 'correct the counts that differ')
    .addHelpText('after', example('freight quotes recount org_123 --fix'))
    .action((org: string | undefined, { fix = false }: { fix?: boolean }) => recount(session, org, fix));

  quotes
    .command('copy <org> <quote...>')
    .description('Copy deleted quotes from a restored table, without events, and correct the counts')
    .requiredOption('--from <table>', 'restored table')
    .addHelpText(
      'after',
      example('freight --environment prod quotes copy org_123 Q-1 Q-2 --from freight-prod-restored-quotes'),
    )
    .action((org: string, ids: readonly string[], options: CopyOptions) =>
      copyQuotes(session, org, ids, options),
    );
}

interface CopyOptions {
  readonly from: string;
}

const toQuoteId = (text: string): QuoteId => {
  const id = parseQuoteId(text);
  if (id === undefined) throw new UsageError(`${text} is not a quote id.`);
  return id;
};

async function copyQuotes(
  session: Session,
  orgId: string,
  texts: readonly string[],
  { from }: CopyOptions,
): Promise<void> {
  const quoteIds = texts.map(toQuoteId);
  await session.workOnQuotes(async ({ recounts, quoteCopies, provisioning }) => {
    await organizationNotBeingErased(provisioning, orgId);
    const action = { action: 'quotes.copied', details: { quotes: quoteIds, from } } as const;
    await provisioning.organizations.recordAction(orgId, action);
    const quotes = [];
    for (const quoteId of quoteIds) quotes.push(await copyQuote(quoteCopies, orgId, quoteId, from));
    for (const mode of KEY_MODES) {
      if (quotes.some((quote) => quote.mode === mode)) await recounts.recount({ orgId, mode }, true);
    }
    session.report(
      { orgId, quotes },
      quotes.map(({ quoteId, outcome }) => `${quoteId}: ${COPY_TEXT[outcome]}`),
    );
    const absent = quotes.filter(({ outcome }) => outcome === 'absent').length;
    if (absent > 0)
      throw new CommandFailedError(`${absent} of ${quotes.length} quotes were not found in ${from}.`);
  });
}

const COPY_TEXT = {
  copied: 'copied; the counts were corrected',
  present: 'the service has it; nothing was changed',
  absent: 'not found in the restored table',
} as const;

/** A quote is of one mode: an id is unique, and its mode is not part of it. */
async function copyQuote(copies: QuoteCopies, orgId: string, quoteId: QuoteId, from: string) {
  for (const mode of KEY_MODES) {
    const outcome = await copies.copy({ orgId, mode }, quoteId, from);
    if (outcome !== 'absent') return { quoteId, mode, outcome };
  }
  return { quoteId, outcome: 'absent' as const };
}

interface AccountRecount extends Account, Recount {}

async function recount(session: Session, orgId: string | undefined, fix: boolean): Promise<void> {
  await session.workOnQuotes(async ({ recounts, provisioning }) => {
    if (orgId !== undefined) await knownOrganization(provisioning, orgId);
    const accounts =
      orgId === undefined ? await recounts.accounts() : KEY_MODES.map((mode) => ({ orgId, mode }));
    const recounted: AccountRecount[] = [];
    for (const account of accounts) {
      if (fix)
        await provisioning.organizations.recordAction(account.orgId, { action: 'quotes.recounted' }, [
          account.mode,
        ]);
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

function describeDifference(difference: CountDifference): string {
  const { level, period, part, partition, customer, stored, counted } = difference;
  const days = validityOf(partition);
  const quotes = [
    decisionIn(partition) ?? 'undecided',
    days === undefined ? [] : `valid ${days} days`,
  ].flat();
  const of = customer === undefined ? '' : ` of customer ${customer}`;
  return `  ${level} ${period}, part ${part}, ${quotes.join(', ')}${of}: ${stored} stored, ${counted} counted`;
}
