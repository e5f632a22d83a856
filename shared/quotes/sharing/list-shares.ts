import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { cursorPage, pageParameters } from '../../platform/http/cursor-page.ts';
import { fieldErrors, invalidParameters } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { parseQuoteId } from '../record/stored-quote.ts';
import type { ShareLinks } from './dynamodb-share-links.ts';
import { describeShare, shareDocument } from './share-document.ts';

export const listSharesParameters = v.object({
  ...pageParameters(parseQuoteId),
});

export const listSharesAnswer = v.object({
  shares: v.array(shareDocument),
  pagination: cursorPage,
});

interface ListSharesPorts {
  readonly links: Pick<ShareLinks, 'list'>;
  readonly now: () => Date;
}

/** Lists a caller's share links without their addresses. */
export function listSharesUseCase({ links, now }: ListSharesPorts) {
  return async (
    query: Readonly<Record<string, string>>,
    caller: Account,
  ): Promise<Outcome<v.InferOutput<typeof listSharesAnswer>>> => {
    const parsed = v.safeParse(listSharesParameters, query);
    if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
    const { limit, cursor } = parsed.output;
    const page = await links.list(caller, now(), limit, parseQuoteId(cursor));
    return succeed({
      shares: page.shares.map(({ quoteId, ...link }) => describeShare(quoteId, link)),
      pagination: { next_cursor: page.next ?? null, limit },
    });
  };
}
