import type { Operation } from '../functions/definition-types.ts';
import { requiredScopes } from '../shared/accounts/api-keys/key-scope.ts';
import { CURSOR_PAGE_SCHEMA } from '../shared/platform/http/cursor-page.ts';
import {
  type NamedSchemas,
  type OperationDescription,
  type ResponseHeader,
  TAGS,
} from '../shared/platform/http/operation-description.ts';
import { errorFormatOf } from '../shared/platform/http/rejection.ts';
import type { EventName } from '../shared/webhooks/events/event-names.ts';
import { ERROR_SCHEMAS, errorResponses, failureSchemas, gatewayRejection } from './errors.ts';
import { EVENT_RESPONSES, type EventSchemas, eventComponents, eventWebhooks } from './events.ts';
import { type Converter, capitalized, createConverter, type Json } from './json-schema.ts';
import { nameSchemas } from './name-schemas.ts';
import {
  HEADERS,
  INFO,
  PARAMETERS,
  PUBLIC_PATHS,
  PUBLIC_RESPONSES,
  SECURITY_SCHEMES,
  TAG_TEXTS,
} from './texts.ts';

/** Lists of examples that add up to a total, and the weeks of a timeline, whose number is fixed. */
const WHOLE_LISTS: ReadonlySet<string> = new Set(['accessorials', 'entries']);
const MAX_EXAMPLE_ITEMS = 2;
const MAX_EXAMPLE_LINES = 6;

type Operations = Record<string, Record<string, Json>>;

const NAMES: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  429: 'TooManyRequests',
  500: 'InternalError',
};

/**
 * Replaces responses that several operations share by references: "QuotesForbidden", "QuotesNotFound2".
 * @returns the paths, and the components.
 */
function shareResponses(
  paths: Operations,
  formats: ReadonlyMap<unknown, string>,
): { readonly paths: Operations; readonly responses: Readonly<Record<string, Json>> } {
  const operations = Object.values(paths).flatMap(Object.values) as Json[];
  const uses = new Map<string, { readonly wanted: string; count: number }>();
  for (const { operationId, responses } of operations) {
    for (const [status, response] of Object.entries(responses as Record<string, Json>)) {
      if (NAMES[status] === undefined) continue;
      const text = JSON.stringify(response);
      const wanted = `${capitalized(formats.get(operationId) ?? '')}${NAMES[status]}`;
      const use = uses.get(text) ?? { wanted, count: 0 };
      use.count++;
      uses.set(text, use);
    }
  }
  const names = new Map<string, string>();
  for (const [text, { wanted }] of [...uses]
    .filter(([, { count }]) => count > 1)
    .sort(([, a], [, b]) => b.count - a.count)) {
    const taken = [...names.values()].filter((name) => name.replace(/\d+$/, '') === wanted).length;
    names.set(text, taken === 0 ? wanted : `${wanted}${taken + 1}`);
  }
  const withReferences = ({ responses, ...operation }: Json): Json => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(responses as Record<string, Json>).map(([status, response]) => {
        const name = names.get(JSON.stringify(response));
        return [status, name === undefined ? response : { $ref: `#/components/responses/${name}` }];
      }),
    ),
  });
  return {
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(item).map(([method, operation]) => [method, withReferences(operation)]),
        ),
      ]),
    ),
    responses: Object.fromEntries(
      [...names].sort(([, a], [, b]) => a.localeCompare(b)).map(([text, name]) => [name, JSON.parse(text)]),
    ),
  };
}

/** A recorded call of an operation. */
export interface RecordedExample {
  readonly request?: unknown;
  readonly response: unknown;
}

export interface DocumentParts {
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly eventSchemas: EventSchemas;
  /** A sample of each event. */
  readonly eventExample: (event: EventName) => unknown;
  /** Recorded calls by operationId. */
  readonly examples: Readonly<Record<string, RecordedExample>>;
}

/** Function name -> operationId: create-quote -> createQuote */
export const operationIdOf = (functionName: string): string =>
  functionName.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** X-Request-Id, which every response has, is in the text of the document. */
const headersOf = (names: readonly string[]): Json =>
  names.length === 0
    ? {}
    : {
        headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
      };

const RATE_LIMIT = ['RateLimit-Policy', 'RateLimit'];
const USAGE = ['X-Usage-Limit', 'X-Usage-Used', 'X-Usage-Remaining', 'X-Usage-Reset', ...RATE_LIMIT];
const namesOf = (headers: readonly ResponseHeader[] = []): readonly string[] =>
  headers.flatMap((header) => {
    if (header === 'Usage') return USAGE;
    return header === 'RateLimit' ? RATE_LIMIT : [header];
  });
/** Headers of the monthly limit, which are also on 429. */
const limitHeadersOf = (headers: readonly ResponseHeader[] = []): readonly string[] =>
  namesOf(headers.filter((header) => header === 'Usage' || header === 'RateLimit'));

/** The description of the API as an OpenAPI 3.1 document */
export function buildDocument(parts: DocumentParts): Json {
  const named: NamedSchemas = Object.assign(
    {},
    ERROR_SCHEMAS,
    CURSOR_PAGE_SCHEMA,
    ...parts.operations.map(({ schemas }) => schemas ?? {}),
  );
  const converter = createConverter(named, new Set(['Lane']));
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of parts.operations) {
    const { path, method } = operation;
    const operationId = operationIdOf(operation.function);
    paths[path] ??= {};
    const scopes = requiredScopes(method, path);
    const takesIdempotencyKey = operation.requestHeaders?.includes('Idempotency-Key') === true;
    paths[path][method.toLowerCase()] = {
      operationId,
      tags: [operation.tag],
      summary: operation.summary,
      description: `${operation.description}\n\nRequired scope${scopes.length > 1 ? 's' : ''}: ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`,
      ...parametersOf(path, operation, converter, operationId),
      ...bodyOf(operation, converter, operationId, parts.examples[operationId]),
      responses: {
        '200': {
          description: operation.response.description,
          ...headersOf([
            ...namesOf(operation.responseHeaders),
            ...(takesIdempotencyKey ? ['Idempotency-Replayed'] : []),
          ]),
          content: {
            [operation.response.mediaType ?? 'application/json']: {
              schema: converter.convert(operation.response, 'output', operationId),
              // Long texts, such as the HTML of a sheet, explain nothing, nor does that something is deleted.
              ...(operation.response.mediaType !== 'text/html' &&
                method !== 'DELETE' &&
                exampleOf(parts.examples[operationId]?.response)),
            },
            ...Object.fromEntries(
              (operation.response.otherMediaTypes ?? []).map((type) => [
                type,
                { schema: { type: 'string' } },
              ]),
            ),
            ...(operation.response.json && {
              'application/json': {
                schema: converter.convert(operation.response.json, 'output', operationId),
              },
            }),
          },
        },
        ...(operation.redirect && {
          '303': { description: operation.redirect, ...headersOf(['Location']) },
        }),
        ...errorResponses(
          {
            errorFormat: errorFormatOf(path),
            errors: operation.errors,
            hasBody: operation.body !== undefined,
            hasIdempotencyKey: takesIdempotencyKey,
          },
          (status) =>
            headersOf([
              ...(operation.errors.some((error) => error.status === status && error.retryAfter)
                ? ['Retry-After']
                : []),
              ...(status === 429 ? ['Retry-After', ...limitHeadersOf(operation.responseHeaders)] : []),
            ]),
        ),
      },
    };
  }
  const shared = shareResponses(
    paths,
    new Map(parts.operations.map((one) => [operationIdOf(one.function), errorFormatOf(one.path)])),
  );
  return nameSchemas({
    openapi: '3.1.1',
    info: { ...INFO, version: parts.version },
    servers: [{ url: '.', description: 'The service that serves this document.' }],
    tags: [...TAGS, 'Service', 'Events'].map((name) => ({ name, description: TAG_TEXTS[name] })),
    security: Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
    paths: { ...shared.paths, ...PUBLIC_PATHS },
    webhooks: eventWebhooks(parts.eventSchemas, parts.eventExample),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: {
        ...shared.responses,
        GatewayRejection: gatewayRejection(),
        ...EVENT_RESPONSES,
        ...PUBLIC_RESPONSES,
      },
      schemas: {
        ...converter.components,
        ...failureSchemas(),
        ...eventComponents(parts.eventSchemas),
      },
    },
  });
}

/** Lists are as clear with two texts, or with one object and one that has other members; texts with a few lines. */
const shortened = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return value.split('\n').slice(0, MAX_EXAMPLE_LINES).join('\n');
  if (Array.isArray(value)) {
    const shown = new Set<string>();
    const isNew = (item: unknown): boolean => {
      const members = JSON.stringify(Object.keys(Object(item)));
      return typeof item !== 'object' || (!shown.has(members) && shown.add(members) !== undefined);
    };
    const items = WHOLE_LISTS.has(name) ? value : value.filter(isNew).slice(0, MAX_EXAMPLE_ITEMS);
    return items.map((item) => shortened(item));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner, key)]));
};

const exampleOf = (example: unknown): Json => (example === undefined ? {} : { example: shortened(example) });

function parametersOf(
  path: string,
  { query, requestHeaders = [] }: OperationDescription,
  { convert }: Converter,
  operationId: string,
): Json {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const shared = [...inPath, ...requestHeaders].map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const { properties = {}, required = [] } = (query ? convert(query, 'output', operationId) : {}) as {
    properties?: Record<string, Json>;
    required?: readonly string[];
  };
  const parameters = [
    ...shared,
    ...Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      description,
      ...(required.includes(name) && { required: true }),
      schema: withTypedDefault(schema),
    })),
  ];
  return parameters.length > 0 ? { parameters } : {};
}

/** Defaults of query parameters are texts in the schema of the handler. */
function withTypedDefault(schema: Json): Json {
  const isNumber = schema.type === 'number' || schema.type === 'integer';
  return schema.default === undefined || !isNumber ? schema : { ...schema, default: Number(schema.default) };
}

function bodyOf(
  { body }: OperationDescription,
  { convert }: Converter,
  operationId: string,
  recorded: RecordedExample | undefined,
): Json {
  if (body === undefined) return {};
  return {
    requestBody: {
      required: body.optional !== true,
      content: {
        'application/json': { schema: convert(body, 'input', operationId), ...exampleOf(recorded?.request) },
      },
    },
  };
}
