import { QUOTE_NOT_FOUND } from '../../shared/quotes/request/quote-rejections.ts';
import { SHARE_FIELDS, SHARE_NOT_FOUND, shareDocument } from '../../shared/quotes/sharing/share-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-quote-share',
  method: 'GET',
  path: '/api/v1/quotes/{quote_id}/share',
  tag: 'Quotes',
  summary: 'Read the share link of a quote',
  description: 'Returns expiry and views of the share link, without its address.',
  response: { schema: shareDocument, description: 'The link.', fields: SHARE_FIELDS },
  errors: [QUOTE_NOT_FOUND, SHARE_NOT_FOUND],
  tables: { quotes: ['GetItem'] },
  impact: 'Callers cannot see expiry and views of share links; the links work.',
} satisfies Operation;
