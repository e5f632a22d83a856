import * as v from 'valibot';
import type { FieldTexts } from '../../platform/http/operation-description.ts';
import type { QuoteId } from '../record/stored-quote.ts';
import type { ShareLink } from './dynamodb-share-links.ts';

const moment = v.pipe(v.string(), v.isoTimestamp());

const link = {
  quote_id: v.string(),
  created_at: moment,
  expires_at: moment,
  created_by: v.string(),
  views: v.pipe(v.number(), v.integer(), v.minValue(0)),
  last_viewed_at: v.exactOptional(moment),
};

export const shareDocument = v.looseObject(link);
/** The address is absent if a stored answer is replayed. */
export const createdShareDocument = v.looseObject({
  ...link,
  url: v.exactOptional(v.pipe(v.string(), v.url())),
});
export const revokedShareDocument = v.looseObject({ quote_id: v.string(), deleted: v.literal(true) });

export type ShareDocument = v.InferOutput<typeof shareDocument>;
export type CreatedShareDocument = v.InferOutput<typeof createdShareDocument>;
export type RevokedShareDocument = v.InferOutput<typeof revokedShareDocument>;

/** A link as the API shows it, without its address. */
export const describeShare = (quoteId: QuoteId, share: ShareLink): ShareDocument => ({
  quote_id: quoteId,
  created_at: share.createdAt,
  expires_at: share.expiresAt,
  created_by: share.createdBy,
  views: share.views,
  ...(share.lastViewedAt !== undefined && { last_viewed_at: share.lastViewedAt }),
});

export const SHARE_FIELDS: FieldTexts = {
  quote_id: 'Id of the quote.',
  created_at: 'Time of creation, UTC.',
  expires_at: 'When the link stops working, UTC.',
  created_by: 'Id of the API key that created the link.',
  views: 'How often the sheet was opened by the link, link previews included.',
  last_viewed_at: 'Time of the last view, UTC. Absent before the first view.',
};

export const SHARE_NOT_FOUND = {
  status: 404,
  code: 'SHARE_LINK_NOT_FOUND',
  when: 'The quote has no share link, or the link was revoked or has expired.',
} as const;

/** Path of shared sheets, which a token follows. Their callers are customers without an API key. */
export const SHARED_QUOTES_PATH = '/shared-quotes';
