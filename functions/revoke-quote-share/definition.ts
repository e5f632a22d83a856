import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { QUOTE_NOT_FOUND } from '../../shared/quotes/record/quote-description.ts';
import { revokedShareDocument } from '../../shared/quotes/sharing/share-document.ts';

export const description: OperationDescription = {
  tag: 'Quotes',
  summary: 'Revoke the share link of a quote',
  description: 'Deletes the share link of a quote, also an expired one. The link stops working at once.',
  response: {
    schema: revokedShareDocument,
    description: 'The link was deleted.',
    fields: { quote_id: 'Id of the quote.', deleted: 'Always true.' },
  },
  errors: [
    QUOTE_NOT_FOUND,
    {
      status: 404,
      code: 'SHARE_LINK_NOT_FOUND',
      when: 'The quote has no share link, or the link was revoked.',
    },
  ],
};
