import { EVENT_NAMES, type EventName } from '../shared/webhooks/events/event-names.ts';
import type { Json } from './json-schema.ts';

/** The committed schemas of events (docs/schemas), by file name without extension. */
export type EventSchemas = Readonly<Record<string, Json>>;

const COMPONENT = '#/components/schemas/';

/** quote.created -> QuoteCreatedObject */
const pascal = (name: string): string =>
  name.replace(/(^|[.-])([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

const componentOf = (name: string): string =>
  name === 'quote-object' ? 'QuoteEventObject' : `${pascal(name)}Object`;

/** A schema with references to components in place of files. */
function withComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponents);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(['$schema', '$id', 'title'].includes(key) && typeof inner === 'string'))
      .map(([key, inner]) => [
        key,
        key === '$ref'
          ? `${COMPONENT}${componentOf(String(inner).replace('.json', ''))}`
          : withComponents(inner),
      ]),
  );
}

/** Components: the object of each event, and the request body of each event. */
export function eventComponents(schemas: EventSchemas): Record<string, Json> {
  const { properties } = withComponents(schemas['event-envelope']) as Json;
  const { id, created, livemode } = properties as Json;
  return Object.fromEntries([
    ...['quote-object', ...EVENT_NAMES].map(
      (name) => [componentOf(name), withComponents(schemas[name]) as Json] as const,
    ),
    ...EVENT_NAMES.map(
      (name) =>
        [
          `${pascal(name)}Event`,
          {
            description: `The body of a \`${name}\` request.`,
            type: 'object',
            properties: {
              id,
              event: { type: 'string', const: name },
              created,
              object: { $ref: `${COMPONENT}${componentOf(name)}` },
              livemode,
            },
            required: ['id', 'event', 'created', 'object', 'livemode'],
          },
        ] as const,
    ),
    [
      'WebhookEvent',
      {
        description: 'The body of a webhook.',
        oneOf: EVENT_NAMES.map((name) => ({ $ref: `${COMPONENT}${pascal(name)}Event` })),
        discriminator: {
          propertyName: 'event',
          mapping: Object.fromEntries(EVENT_NAMES.map((name) => [name, `${COMPONENT}${pascal(name)}Event`])),
        },
      },
    ],
  ]);
}

const HEADERS: readonly { readonly name: string; readonly description: string; readonly schema: Json }[] = [
  {
    name: 'webhook-id',
    description: 'Id of the event, the same on every attempt. Use it to detect duplicates.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
  },
  {
    name: 'webhook-timestamp',
    description: 'Time of the attempt in seconds since 1970. Reject requests that are older than 5 minutes.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  {
    name: 'webhook-signature',
    description:
      'Signatures by Standard Webhooks, separated by spaces. Accept the request if one is valid; see the guide to webhooks.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$' },
  },
  { name: 'X-Event-Id', description: 'The same as `webhook-id`.', schema: { type: 'string' } },
  { name: 'X-Delivery-Id', description: 'Id of the delivery.', schema: { type: 'string' } },
  {
    name: 'X-Delivery-Attempt',
    description: 'Number of the attempt.',
    schema: { type: 'string', pattern: '^[1-6]$' },
  },
];

/** The headers of each request. */
export const EVENT_PARAMETERS: Readonly<Record<string, Json>> = Object.fromEntries(
  HEADERS.map((header) => [header.name, { in: 'header', required: true, ...header }]),
);

/** The `webhooks` of the document: one request for each event. */
export function eventWebhooks(
  schemas: EventSchemas,
  exampleOf: (event: EventName) => unknown,
): Record<string, Json> {
  return Object.fromEntries(
    EVENT_NAMES.map((name) => [
      name,
      {
        post: {
          operationId: `${pascal(name).replace(/^./, (letter) => letter.toLowerCase())}Event`,
          tags: ['Events'],
          summary: name,
          description: `${String(schemas[name]?.description)} The service sends this request to each enabled webhook with \`${name}\` among its events. It retries up to 5 times, at least 5 minutes apart.`,
          security: [],
          parameters: HEADERS.map(({ name: header }) => ({ $ref: `#/components/parameters/${header}` })),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { $ref: `${COMPONENT}${pascal(name)}Event` },
                example: exampleOf(name),
              },
            },
          },
          responses: {
            '2XX': { description: 'The receiver accepts the event. It must answer within 5 seconds.' },
            '410': {
              description: 'The receiver rejects the event permanently: the delivery fails without retries.',
            },
            default: { description: 'The delivery is retried.' },
          },
        },
      },
    ]),
  );
}
