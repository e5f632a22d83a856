import { EVENT_NAMES, type EventName } from '../shared/webhooks/events/event-names.ts';
import type { Json } from './json-schema.ts';

/** The committed schemas of events (docs/schemas), by file name without extension. */
export type EventSchemas = Readonly<Record<string, Json>>;

const COMPONENT = '#/components/schemas/';

/** quote.created -> QuoteCreatedObject */
const pascal = (name: string): string =>
  name.replace(/(^|[.-])([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

/** Events of RFPs have one object, whose schemas differ in the description only. */
function componentOf(name: string): string {
  if (name.startsWith('rfp.')) return 'RfpEventObject';
  return name === 'quote-object' ? 'QuoteEventObject' : `${pascal(name)}Object`;
}

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
    ...['quote-object', ...EVENT_NAMES].map((name) => {
      const object = withComponents(schemas[name]) as Json;
      const component = componentOf(name);
      const isRfp = component === 'RfpEventObject';
      return [component, isRfp ? { ...object, description: 'A request for proposals.' } : object] as const;
    }),
    ...EVENT_NAMES.map(
      (name) =>
        [
          `${pascal(name)}Event`,
          {
            description: `The body of a \`${name}\` request.`,
            type: 'object',
            properties: {
              event: { type: 'string', const: name },
              object: { $ref: `${COMPONENT}${componentOf(name)}` },
            },
            required: ['event', 'object'],
            allOf: [{ $ref: `${COMPONENT}EventEnvelope` }],
          },
        ] as const,
    ),
    [
      'EventEnvelope',
      {
        description: 'What every event has.',
        type: 'object',
        properties: { id, created, livemode },
        required: ['id', 'created', 'livemode'],
      },
    ],
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

const header = (name: string, description: string, pattern?: string): Json => ({
  ...{ name, in: 'header', required: true, description },
  schema: { type: 'string', ...(pattern !== undefined && { pattern }) },
});

/** The headers of each request, without references: oapi-codegen makes no type of a parameter that only webhooks have. */
const EVENT_HEADERS: readonly Json[] = [
  header('webhook-id', 'Id of the event, the same on every attempt.'),
  header('webhook-timestamp', 'Unix time of the attempt, in seconds.', '^\\d+$'),
  header('webhook-signature', 'Signatures by Standard Webhooks.'),
  header('X-Event-Id', 'The same as `webhook-id`.'),
  header('X-Delivery-Id', 'Id of the delivery.'),
  header('X-Delivery-Attempt', 'Number of the attempt.', '^[1-6]$'),
];

/** What a receiver can answer to each request. */
export const EVENT_RESPONSES = {
  EventAccepted: { description: 'The receiver accepts the event. It must answer within 5 seconds.' },
  EventRejected: {
    description: 'The receiver rejects the event permanently: the delivery fails without retries.',
  },
  EventRetried: { description: 'The delivery is retried.' },
} as const satisfies Record<string, Json>;

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
          description: schemas[name]?.description,
          security: [],
          parameters: EVENT_HEADERS,
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
            '2XX': { $ref: '#/components/responses/EventAccepted' },
            '410': { $ref: '#/components/responses/EventRejected' },
            default: { $ref: '#/components/responses/EventRetried' },
          },
        },
      },
    ]),
  );
}
