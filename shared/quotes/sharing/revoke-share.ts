import type { Caller } from '../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { parseQuoteId } from '../record/quote-id.ts';
import { quoteNotFound, shareLinkNotFound } from '../request/quote-rejections.ts';
import type { RevokedShareDocument } from './share-document.ts';
import type { ShareLinks } from './share-links.ts';

interface RevokeSharePorts {
  readonly links: Pick<ShareLinks, 'revoke'>;
  readonly now: () => Date;
}

/** Deletes the share link of a quote, also an expired one. The link then does not work any more. */
export function revokeShareUseCase({ links, now }: RevokeSharePorts) {
  return async (text: string, caller: Caller): Promise<Outcome<RevokedShareDocument>> => {
    const quoteId = parseQuoteId(text);
    if (quoteId === undefined) return reject(quoteNotFound(text));
    switch (await links.revoke(caller, quoteId, now())) {
      case 'revoked':
        return succeed({ quote_id: quoteId, deleted: true });
      case 'no-link':
        return reject(shareLinkNotFound(quoteId));
      case 'no-quote':
        return reject(quoteNotFound(quoteId));
    }
  };
}
