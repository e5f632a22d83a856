import type { Command } from 'commander';
import { type Account, KEY_MODES } from '../../../shared/platform/account/account.ts';
import type { CountDifference, Recount } from '../../../shared/quotes/counts/quote-recount.ts';
import type { Session } from '../session/session.ts';

const DIFFERENCES_SHOWN = 50;

/** `freight quotes ...`: what operators do with the store of quotes. */
export function addQuoteCommands(program: Command, session: Session): void {
  const quotes = program.command('quotes').description('quotes as they are stored');

  quotes
    .command('recount [org]')
    .description(
      'count quotes anew from their rows and show where totals differ; callers may go on meanwhile',
    )
    .option('--mend', 'set right what differs')
    .action((org: string | undefined, { mend = false }: { mend?: boolean }) => recount(session, org, mend));
}

interface HolderRecount extends Account, Recount {}

async function recount(session: Session, orgId: string | undefined, mend: boolean): Promise<void> {
  await session.workOnQuotes(async (recounts) => {
    const holders =
      orgId === undefined ? await recounts.accounts() : KEY_MODES.map((mode) => ({ orgId, mode }));
    const recounted: HolderRecount[] = [];
    for (const holder of holders) {
      recounted.push({ ...holder, ...(await recounts.recount(holder, mend)) });
    }
    const differing = recounted.some(({ differences }) => differences.length > 0);
    session.report({ mended: mend && differing, holders: recounted }, [
      ...recounted.flatMap(describeRecount),
      !differing ? 'All counts are right.' : mend ? 'Mended.' : 'Nothing was changed: --mend sets it right.',
    ]);
  });
}

function describeRecount({ orgId, mode, quotes, differences }: HolderRecount): string[] {
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
