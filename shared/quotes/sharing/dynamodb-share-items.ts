import * as v from 'valibot';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { parseQuoteId, type QuoteId } from '../record/quote-id.ts';
import { shareKey } from '../store/dynamodb-quote-items.ts';
import type { NewShareLink, SharedQuote, SharePage } from './share-links.ts';

const id = v.custom<QuoteId>((value) => parseQuoteId(value) !== undefined);

const linkItem = v.object({
  sk: id,
  createdBy: v.string(),
  createdAt: v.string(),
  expiresAt: v.string(),
  viewCount: v.pipe(v.number(), v.integer(), v.minValue(0)),
  lastViewedAt: v.exactOptional(v.string()),
});

/** @throws ValiError if the item is invalid. */
export function readLinkItem(item: unknown): SharePage['shares'][number] {
  const { sk: quoteId, viewCount: views, ...link } = v.parse(linkItem, item);
  return { quoteId, ...link, views };
}

/** Key of the item that leads from a token to its quote. */
export const tokenKey = (tokenHash: string) => ({ pk: `share#${tokenHash}`, sk: 'share' });

const tokenItem = v.object({ orgId: v.string(), mode: v.picklist(KEY_MODES), quoteId: id });

/** @throws ValiError if the item is invalid. */
export function readTokenItem(item: unknown): SharedQuote {
  const { quoteId, ...account } = v.parse(tokenItem, item);
  return { account, quoteId };
}

/**
 * The items of a new link. The link of a quote has one key, and decides by its hash whether a token is valid; an item of
 * an earlier token leads to a link with another hash. DynamoDB deletes both up to days after the expiry.
 */
export function shareItems(account: Account, quoteId: QuoteId, link: NewShareLink) {
  const { orgId, mode } = account;
  const ttl = Math.ceil(Date.parse(link.expiresAt) / 1000);
  return [
    { ...shareKey(account, quoteId), ...link, viewCount: 0, ttl },
    { ...tokenKey(link.tokenHash), orgId, mode, quoteId, ttl },
  ];
}
