import * as v from 'valibot';
import { QUOTE_NOT_FOUND } from '../../shared/quotes/request/quote-rejections.ts';
import { createdShareDocument, SHARE_FIELDS } from '../../shared/quotes/sharing/share-document.ts';
import { DAYS_AFTER_EXPIRY, shareFields } from '../../shared/quotes/sharing/share-quote.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'share-quote',
  method: 'POST',
  path: '/api/v1/quotes/{quote_id}/share',
  tag: 'Quotes',
  summary: 'Create the share link of a quote',
  description:
    "Creates a link to the quote's sheet that works without an API key until it expires or is revoked. A quote has one link: an earlier link stops working, and its views are not kept. A quote in any status can be shared; the sheet shows the current status. No later response contains the address. With an Idempotency-Key, a repeated call creates no second link, and its response has no address.",
  requestHeaders: ['Idempotency-Key'],
  body: {
    optional: true,
    schema: v.strictObject(shareFields),
    fields: {
      expires_in_days: `Days until the link expires. Default: the link expires with the quote, at its \`expiry_date\`; if that has passed, after ${DAYS_AFTER_EXPIRY} days.`,
    },
  },
  response: {
    schema: createdShareDocument,
    description: 'The new link.',
    fields: {
      ...SHARE_FIELDS,
      url: 'Address of the sheet for the customer. Absent if the first response to the Idempotency-Key is repeated.',
    },
  },
  errors: [
    { status: 400, when: '`details.errors` names every invalid field.' },
    QUOTE_NOT_FOUND,
    {
      status: 409,
      code: 'IDEMPOTENCY_CONFLICT',
      when: 'The Idempotency-Key was used with another quote or body, or a call with it is being answered.',
    },
    { status: 429, when: 'Other calls write the same quote or link at the same time.' },
  ],
  tables: {
    quotes: ['GetItem', 'ConditionCheckItem', 'PutItem'],
    idempotency: ['GetItem', 'PutItem'],
    audit: ['PutItem'],
  },
  namesPublicUrl: true,
  impact: 'Callers cannot create share links of quotes; links that exist work.',
} satisfies Operation;
