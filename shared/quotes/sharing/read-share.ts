import type { Account } from '../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { parseQuoteId } from '../record/quote-id.ts';
import { quoteNotFound, shareLinkNotFound } from '../request/quote-rejections.ts';
import { describeShare, type ShareDocument } from './share-document.ts';
import type { ShareLinks } from './share-links.ts';

interface ReadSharePorts {
  readonly links: Pick<ShareLinks, 'read'>;
  readonly now: () => Date;
}

/** Reads the share link of a quote without its address. An expired link is not found. */
export function readShareUseCase({ links, now }: ReadSharePorts) {
  return async (text: string, caller: Account): Promise<Outcome<ShareDocument>> => {
    const quoteId = parseQuoteId(text);
    if (quoteId === undefined) return reject(quoteNotFound(text));
    const link = await links.read(caller, quoteId);
    if (link === 'no-quote') return reject(quoteNotFound(quoteId));
    if (link === 'no-link' || link.expiresAt <= now().toISOString()) {
      return reject(shareLinkNotFound(quoteId));
    }
    return succeed(describeShare(quoteId, link));
  };
}
