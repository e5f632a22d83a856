import type { Json } from './json-schema.ts';

export const INFO = {
  title: 'Freight rates and quotes',
  summary: 'Drayage and freight pricing: terminals, market rates, quotes and webhooks.',
  description: `Finds port and rail terminals, prices lanes from a terminal to a US destination at market rates, makes quotes by the pricing strategy of an organization, and sends webhooks when something changes.

**Keys.** Each call needs an API key, in \`x-api-key: KEY\` or \`Authorization: Bearer KEY\`. If both are sent, Bearer takes precedence. A key is of mode test or live; the data of the modes are separate. A key has the scope \`read\`, \`write\` or both.

**Errors.** There are three error formats, which depend on the path: \`QuotesError\` for quotes and the pricing strategy, \`RatesError\` for terminals, rates and usage, \`GeneralError\` for webhooks, unknown paths and requests that are rejected before they reach an operation. Unknown paths and methods get 404.

**Limits.** Standard plans have 1,000 requests per minute; above that, calls get 429 with \`Retry-After\`. Bodies have at most 1 MB. Rates count against a monthly usage limit.

**Fields.** Unknown fields of requests are ignored. New fields can be added to responses without a new version: ignore fields that you do not know. A query parameter that is empty counts as absent.`,
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
} as const;

export const TAG_TEXTS: Readonly<Record<string, string>> = {
  Terminals: 'Ports, terminals and rail ramps.',
  Rates: 'Market rates of lanes.',
  Quotes: 'Prices for customers.',
  'Pricing strategy': 'How an organization prices quotes from market rates.',
  Usage: 'Counts and limits of an organization.',
  Webhooks: 'Receivers of events.',
  Deliveries: 'Deliveries of events to webhooks.',
  Service: 'Operations without an API key.',
  Events: 'Requests that the service sends to webhooks.',
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
  ...id('webhook_id', 'Id of the webhook.', 'wh_5J8QZ0M4T7V2N9R3C6X1B8K0DF'),
  ...id('delivery_id', 'Id of the delivery.', 'dlv_1M4BMXGM0007Z3K9M2QX4T8V1BN'),
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the call safe to repeat for 24 hours: a repeated call with the same key and body gets the first answer, and has no second effect. Use a new UUID for each new request.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    example: '7d3f2a64-3d0b-4b5e-9f5e-6a0a7a1c2e11',
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: '`ETag` of the version to replace, or `*` for any version.',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"?\\d{1,15}"?)$' },
    example: '"3"',
  },
};

const header = (name: string, description: string, schema: Json, example: string) => ({
  [name]: { description, schema, example },
});
const COUNT = { type: 'integer', minimum: 0 };

export const HEADERS: Readonly<Record<string, Json>> = {
  ...header(
    'X-Request-Id',
    'Identifies the call. Support needs it.',
    { type: 'string' },
    'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
  ),
  ...header(
    'Retry-After',
    'Seconds to wait. Absent if a monthly limit is reached.',
    { type: 'integer', minimum: 1 },
    '1',
  ),
  ...header(
    'ETag',
    'The version in quotation marks, for `If-Match`.',
    { type: 'string', pattern: '^"\\d+"$' },
    '"3"',
  ),
  ...header(
    'Idempotency-Replayed',
    'Present if this is the answer of an earlier call with the same Idempotency-Key.',
    { type: 'string', enum: ['true'] },
    'true',
  ),
  ...header('X-Usage-Limit', 'Limit of rate calls per month.', COUNT, '10000'),
  ...header('X-Usage-Used', 'Counted rate calls of the month, including this call.', COUNT, '42'),
  ...header('X-Usage-Remaining', 'Remaining rate calls of the month.', COUNT, '9958'),
  ...header(
    'X-Usage-Reset',
    'When the count is reset to 0, UTC.',
    { type: 'string', format: 'date-time' },
    '2026-12-01T00:00:00.000Z',
  ),
};

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };

/** Operations that API Gateway answers itself, without a key. */
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
          headers: REQUEST_ID,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  status: { description: 'Always ok.', const: 'ok' },
                  version: { description: 'Deployed version.', type: 'string' },
                },
                required: ['status', 'version'],
              },
              example: { status: 'ok', version: '0.1.0+3f2a64d' },
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
      responses: {
        '200': {
          description: 'An OpenAPI 3.1 document.',
          headers: REQUEST_ID,
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        '4XX': { $ref: '#/components/responses/GatewayRejection' },
      },
    },
    head: {
      operationId: 'checkDescription',
      tags: ['Service'],
      summary: 'Check this description',
      description: 'Returns the headers of `GET /openapi.json`.',
      security: [],
      responses: {
        '200': { description: 'The description is available.', headers: REQUEST_ID },
        '4XX': { $ref: '#/components/responses/GatewayRejection' },
      },
    },
  },
};
