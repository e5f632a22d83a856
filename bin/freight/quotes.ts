import type { Command } from 'commander';
import { type Account, KEY_MODES } from '../../shared/platform/account/account.ts';
import { parseQuoteId, type QuoteId } from '../../shared/quotes/record/stored-quote.ts';
import type { QuoteCopies } from '../../shared/quotes/store/dynamodb-quote-copies.ts';
import { example } from './arguments.ts';
import { CommandFailedError, UsageError } from './connection/failures.ts';
import { knownOrganization, organizationNotBeingErased } from './organization-data.ts';
import type { Session } from './session.ts';

/** `freight quotes ...`: repairs of stored quotes. */
export function addQuoteCommands(program: Command, session: Session): void {
  const quotes = program
    .command('quotes')
    .description('Check stored counts of quotes, and copy deleted quotes from a restored table');
  quotes
    .command('recount [org]')
    .description(
      'Recount quotes from their rows and print counts that differ; safe while callers create quotes',
    )
    .option('--fix', 'correct the counts that differ; without it, nothing is changed')
    .action((org: string | undefined, { fix = false }: { fix?: boolean }) => recount(session, org, fix));
  quotes
    .command('copy <org> <quote...>')
    .description('Copy deleted quotes from a restored table, without events')
    .requiredOption('--from <table>', 'restored table')
    .addHelpText(
      'after',
      example('freight --environment prod quotes copy org_123 Q-1 Q-2 --from freight-prod-restored-quotes'),
    )
    .action((org: string, ids: readonly string[], { from }: { from: string }) =>
      copyQuotes(session, org, ids, from),
    );
}

async function copyQuotes(session: Session, orgId: string, texts: readonly string[], from: string) {
  const quoteIds = texts.map((text) => {
    const id = parseQuoteId(text);
    if (id === undefined) throw new UsageError(`${text} is not a quote id.`);
    return id;
  });
  await session.work(async ({ quoteCopies, provisioning }) => {
    await organizationNotBeingErased(provisioning, orgId);
    const action = { action: 'quotes.copied', details: { quotes: quoteIds, from } } as const;
    await provisioning.organizations.recordAction(orgId, action);
    const quotes = [];
    for (const quoteId of quoteIds) quotes.push(await copyQuote(quoteCopies, orgId, quoteId, from));
    session.report({ orgId, quotes });
    const absent = quotes.filter(({ outcome }) => outcome === 'absent').length;
    if (absent > 0)
      throw new CommandFailedError(`${absent} of ${quotes.length} quotes were not found in ${from}.`);
  });
}

/** A quote is of one mode: an id is unique, and its mode is not part of it. */
async function copyQuote(copies: QuoteCopies, orgId: string, quoteId: QuoteId, from: string) {
  for (const mode of KEY_MODES) {
    const outcome = await copies.copy({ orgId, mode }, quoteId, from);
    if (outcome !== 'absent') return { quoteId, mode, outcome };
  }
  return { quoteId, mode: null, outcome: 'absent' as const };
}

async function recount(session: Session, orgId: string | undefined, fix: boolean): Promise<void> {
  await session.work(async ({ recounts, provisioning: { organizations }, provisioning }) => {
    if (orgId !== undefined) await knownOrganization(provisioning, orgId);
    const accounts: readonly Account[] =
      orgId === undefined ? await recounts.accounts() : KEY_MODES.map((mode) => ({ orgId, mode }));
    const recounted = [];
    for (const account of accounts) {
      const { orgId: owner, mode } = account;
      if (fix) await organizations.recordAction(owner, { action: 'quotes.recounted' }, [mode]);
      recounted.push({ ...account, ...(await recounts.recount(account, fix)) });
    }
    const differing = recounted.some(({ differences }) => differences.length > 0);
    session.report({ fixed: fix && differing, accounts: recounted });
  });
}
