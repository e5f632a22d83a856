import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { QUOTE_NOT_FOUND } from '../../shared/quotes/record/quote-description.ts';
import { SHARE_FIELDS, SHARE_NOT_FOUND, shareDocument } from '../../shared/quotes/sharing/share-document.ts';

export const description: OperationDescription = {
  tag: 'Quotes',
  summary: 'Read the share link of a quote',
  description: 'Returns expiry and views of the share link, without its address.',
  response: { schema: shareDocument, description: 'The link.', fields: SHARE_FIELDS },
  errors: [QUOTE_NOT_FOUND, SHARE_NOT_FOUND],
};
