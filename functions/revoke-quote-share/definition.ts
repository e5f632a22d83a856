import { QUOTE_NOT_FOUND } from '../../shared/quotes/request/quote-rejections.ts';
import { revokedShareDocument } from '../../shared/quotes/sharing/share-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'revoke-quote-share',
  method: 'DELETE',
  path: '/api/v1/quotes/{quote_id}/share',
  tag: 'Quotes',
  summary: 'Revoke the share link of a quote',
  description: 'Deletes the share link of a quote, also an expired one. The link stops working at once.',
  response: {
    schema: revokedShareDocument,
    description: 'The link was deleted.',
    fields: { quote_id: 'Id of the quote.' },
  },
  errors: [
    QUOTE_NOT_FOUND,
    {
      status: 404,
      code: 'SHARE_LINK_NOT_FOUND',
      when: 'The quote has no share link, or the link was revoked.',
    },
  ],
  tables: { quotes: ['GetItem', 'DeleteItem'], audit: ['PutItem'] },
  impact: 'Callers cannot revoke share links; each stops working when it expires.',
} satisfies Operation;
