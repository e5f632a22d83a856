import type { Json } from './json-schema.ts';

export const INFO = {
  title: 'Freight rates and quotes',
  summary: 'Drayage and freight pricing: terminals, market rates, quotes and webhooks.',
  description: `Finds port and rail terminals, prices lanes from a terminal to a US destination at market rates, makes quotes by the pricing strategy of an organization, and sends webhooks when something changes.

**Keys.** Each call needs an API key, in \`x-api-key: KEY\` or \`Authorization: Bearer KEY\`. If both are sent, Bearer takes precedence. A key is of mode test or live; the data of the modes are separate. A key has one or more of the scopes \`read\`, \`write\` and \`admin\`.

**Errors.** There are three error formats, which depend on the path: \`QuotesError\` for quotes, contract rates, RFPs, chats, the pricing strategy, accessorials and the profile, \`RatesError\` for terminals, rates, usage, the organization, keys and the audit log, \`GeneralError\` for webhooks, unknown paths and requests that are rejected before they reach an operation. Unknown paths and methods get 404. Operations name their own conditions; the guide to errors has those of every operation. Every response has the header \`X-Request-Id\`, which support needs.

**Limits.** Standard plans have 1,000 requests per minute; above that, calls get 429. Every 429 has \`Retry-After\`. Bodies have at most 1 MB. Rates and lanes of RFPs count against a monthly usage limit, and quotes against a monthly limit if the organization has one; \`RateLimit\` has what remains.

**Fields.** Unknown fields of requests are ignored, except in operations on keys, contract rates, uploads, customers, the profile and sheets of several quotes, in declines, revisions and share links of quotes, in rules of the pricing strategy, and in changes and awards of RFPs. New fields can be added to responses without a new version: ignore fields that you do not know. An optional field that is null or an empty text, and a query parameter that is empty, count as absent.`,
  contact: { name: 'Support' },
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
} as const;

export const TAG_TEXTS: Readonly<Record<string, string>> = {
  Terminals: 'Ports, terminals and rail ramps.',
  Places: 'Cities and ZIP codes.',
  Rates: 'Market rates of lanes.',
  Quotes: 'Prices for customers.',
  'Pricing strategy': 'How an organization prices quotes from market rates.',
  Accessorials: 'Charges in addition to linehaul and fuel.',
  Usage: 'Counts and limits of an organization.',
  Organization: 'The organization of a key.',
  Keys: 'API keys of an organization. Operations need the scope admin.',
  'Audit log':
    'Changes to keys, webhooks, the pricing strategy, the accessorial tariff and the organization.',
  Webhooks: 'Receivers of events.',
  Deliveries: 'Deliveries of events to webhooks.',
  Market: 'Loads of the organization in the market.',
  Customers: 'Customers with their names.',
  'Contract rates': 'Agreed rates by customer and lane, which quotes use before the market.',
  RFPs: 'Lanes of a customer that are priced together.',
  Chats: 'Texts of customers, such as mails, and the lanes that they ask for.',
  Service: 'Operations without an API key.',
  Events:
    'Requests that the service sends to each enabled webhook with the event among its events. A delivery is retried up to 5 times, at least 5 minutes apart.',
};

export const SECURITY_SCHEMES = {
  ApiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The API key.' },
  Bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a Bearer token.' },
} as const satisfies Record<string, Json>;

const id = (name: string, description: string, example: string) => ({
  [name]: {
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string', minLength: 1 },
    example,
  },
});

export const PARAMETERS: Readonly<Record<string, Json>> = {
  ...id('quote_id', 'Id of the quote.', 'Q-1M4BMXGM0007Z3K9M2QX4T8V1BN'),
  ...id('rate_id', 'Id of the contract rate.', 'C-1M4BMXGM0007Z3K9M2QX4T8V1BN'),
  ...id('rfp_id', 'Id of the RFP.', 'R-1M4BMXGM0007Z3K9M2QX4T8V1BN'),
  ...id('chat_id', 'Id of the chat.', 'C-1M4BMXGM0007Z3K9M2QX4T8V1BN'),
  ...id('customer_id', 'Id of the customer.', 'CU-1M4BMXGM0007Z3K9M2QX4T8V1BN'),
  ...id('key_id', 'Id of the API key.', 'key_4Zf0QwT7bN2xKc9L'),
  ...id('upload_id', 'Id of the upload.', 'upl_1M4BMXGM0007Z3K9M2QX4T8V1BN'),
  ...id('rate_upload_id', 'Id of the upload of contract rates.', 'upl_1M4BMXGM0007Z3K9M2QX4T8V1BN'),
  ...id('quote_upload_id', 'Id of the upload of past quotes.', 'upl_1M4BMXGM0007Z3K9M2QX4T8V1BN'),
  ...id('webhook_id', 'Id of the webhook.', 'wh_5J8QZ0M4T7V2N9R3C6X1B8K0DF'),
  ...id('delivery_id', 'Id of the delivery.', 'dlv_1M4BMXGM0007Z3K9M2QX4T8V1BN'),
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the call safe to repeat for 24 hours: a repeated call with the same key and body gets the first answer, has no second effect, and is not counted again. Use a new UUID for each new request.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    example: '7d3f2a64-3d0b-4b5e-9f5e-6a0a7a1c2e11',
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: '`ETag` of the version to replace, or `*` for any version.',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"?\\d{1,15}"?)$' },
    example: '"3"',
  },
};

const header = (name: string, description: string, schema: Json, example: string | number) => ({
  [name]: { description, schema, example },
});
const COUNT = { type: 'integer', minimum: 0 };

export const HEADERS: Readonly<Record<string, Json>> = {
  ...header(
    'Retry-After',
    'Whole seconds to wait. For a monthly limit, the seconds until the count is reset to 0.',
    { type: 'integer', minimum: 1 },
    1,
  ),
  ...header(
    'ETag',
    'The version in quotation marks, for `If-Match`.',
    { type: 'string', pattern: '^"\\d+"$' },
    '"3"',
  ),
  ...header(
    'DescriptionETag',
    'Identifies this document, for `If-None-Match`.',
    { type: 'string', pattern: '^"[\\w-]{43}"$' },
    '"n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"',
  ),
  ...header(
    'Location',
    'Where the file is, without a key.',
    { type: 'string', format: 'uri' },
    'https://uploads.s3.us-east-1.amazonaws.com/organizations/...',
  ),
  ...header(
    'Content-Disposition',
    'Suggests a name for the file.',
    { type: 'string' },
    'attachment; filename="R-1M4BMXGM0007Z3K9M2QX4T8V1BN-results.csv"',
  ),
  ...header(
    'Link',
    'The next page of a CSV file, relative to the address of this one (RFC 8288). Absent on the last page.',
    { type: 'string', pattern: '^<\\?[^<>]+>; rel="next"$' },
    '<?format=csv&limit=1000&cursor=C-1M4BMXGM0007Z3K9M2QX4T8V1BN>; rel="next"',
  ),
  ...header(
    'Idempotency-Replayed',
    'Present if this is the answer of an earlier call with the same Idempotency-Key.',
    { type: 'string', enum: ['true'] },
    'true',
  ),
  ...header(
    'RateLimit-Policy',
    'The monthly limit as a structured field (draft-ietf-httpapi-ratelimit-headers-11): name, calls a month (q), seconds of the month (w). Absent if the call was not counted or has no limit.',
    { type: 'string', pattern: '^"[a-z-]+";q=\\d+;w=\\d+$' },
    '"monthly-rates";q=10000;w=2592000',
  ),
  ...header(
    'RateLimit',
    'The remaining calls of the monthly limit (r), and the seconds until the count is reset to 0 (t).',
    { type: 'string', pattern: '^"[a-z-]+";r=\\d+;t=\\d+$' },
    '"monthly-rates";r=9958;t=777600',
  ),
  ...header('X-Usage-Limit', 'Limit of rate calls per month.', COUNT, 10000),
  ...header('X-Usage-Used', 'Counted rate calls of the month, including this call.', COUNT, 42),
  ...header('X-Usage-Remaining', 'Remaining rate calls of the month.', COUNT, 9958),
  ...header(
    'X-Usage-Reset',
    'When the count is reset to 0, UTC.',
    { type: 'string', format: 'date-time' },
    '2026-12-01T00:00:00.000Z',
  ),
};

const DESCRIPTION_HEADERS = { ETag: { $ref: '#/components/headers/DescriptionETag' } };

const DESCRIPTION_PARAMETERS = [
  {
    name: 'If-None-Match',
    in: 'header',
    description: '`ETag` of the document that you have.',
    schema: { type: 'string' },
  },
];

const NOT_MODIFIED = { $ref: '#/components/responses/NotModified' };
const THROTTLED = { $ref: '#/components/responses/Throttled' };

/** Responses of operations without a key. The gateway has no body for a throttled call. */
export const PUBLIC_RESPONSES = {
  NotModified: {
    description: 'You have this document. There is no body.',
    headers: DESCRIPTION_HEADERS,
  },
  Throttled: {
    description: 'Too many requests of all callers together. There is no body.',
    headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
  },
} as const satisfies Record<string, Json>;

/** Operations without a key. */
export const PUBLIC_PATHS: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  '/health': {
    get: {
      operationId: 'readHealth',
      tags: ['Service'],
      summary: 'Check the health',
      description: 'Returns the deployed version. It does not show the state of single operations.',
      security: [],
      responses: {
        '200': {
          description: 'The API answers.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  status: { const: 'ok' },
                  version: { description: 'Deployed version.', type: 'string' },
                },
                required: ['status', 'version'],
              },
              example: { status: 'ok', version: '0.2.0+3f2a64d' },
            },
          },
        },
        '4XX': { $ref: '#/components/responses/GatewayRejection' },
      },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'readDescription',
      tags: ['Service'],
      summary: 'Read this description',
      description: 'Returns this document. HEAD returns its headers.',
      security: [],
      parameters: DESCRIPTION_PARAMETERS,
      responses: {
        '200': {
          description: 'An OpenAPI 3.1 document.',
          headers: DESCRIPTION_HEADERS,
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        '304': NOT_MODIFIED,
        '429': THROTTLED,
        '4XX': { $ref: '#/components/responses/GatewayRejection' },
      },
    },
    head: {
      operationId: 'checkDescription',
      tags: ['Service'],
      summary: 'Check this description',
      description: 'Returns the headers of `GET /openapi.json`.',
      security: [],
      parameters: DESCRIPTION_PARAMETERS,
      responses: {
        '200': { description: 'The description is available.', headers: DESCRIPTION_HEADERS },
        '304': NOT_MODIFIED,
        '429': THROTTLED,
        '4XX': { $ref: '#/components/responses/GatewayRejection' },
      },
    },
  },
};
