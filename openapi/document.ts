import type { Operation } from '../functions/definition-types.ts';
import { requiredScopes } from '../shared/accounts/api-keys/key-scope.ts';
import {
  type NamedSchemas,
  type OperationDescription,
  type ResponseHeader,
  TAGS,
} from '../shared/platform/http/operation-description.ts';
import type { EventName } from '../shared/webhooks/events/event-names.ts';
import {
  ERROR_SCHEMAS,
  type ErrorExamples,
  errorExampleComponents,
  errorResponses,
  gatewayRejection,
} from './errors.ts';
import { type EventSchemas, eventComponents, eventWebhooks } from './events.ts';
import { type Converter, createConverter, type Json, LEFT_OUT } from './json-schema.ts';
import { HEADERS, INFO, PARAMETERS, PUBLIC_PATHS, SECURITY_SCHEMES, TAG_TEXTS } from './texts.ts';

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

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Replaces error responses that several operations share by references. Of each error format and status, the most frequent
 * response is shared: "QuotesForbidden".
 * @returns the paths, and the components.
 */
function shareResponses(paths: Operations): {
  readonly paths: Operations;
  readonly responses: Readonly<Record<string, Json>>;
} {
  const uses = new Map<string, Map<string, number>>();
  const nameOf = (operation: Json, status: string) =>
    NAMES[status] && `${capitalized(String(operation['x-error-format']))}${NAMES[status]}`;
  const each = <Result>(change: (operation: Json) => Result): Record<string, Record<string, Result>> =>
    Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        path,
        Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, change(operation)])),
      ]),
    );
  each((operation) => {
    for (const [status, response] of Object.entries(operation.responses as Record<string, Json>)) {
      const name = nameOf(operation, status);
      if (name === undefined) continue;
      const counts = uses.get(name) ?? new Map<string, number>();
      const text = JSON.stringify(response);
      uses.set(name, counts.set(text, (counts.get(text) ?? 0) + 1));
    }
  });
  const shared = new Map(
    [...uses].flatMap(([name, counts]) => {
      const [most] = [...counts].sort(([, a], [, b]) => b - a);
      return most !== undefined && most[1] > 1 ? [[name, most[0]] as const] : [];
    }),
  );
  return {
    paths: each((operation) => ({
      ...operation,
      responses: Object.fromEntries(
        Object.entries(operation.responses as Record<string, Json>).map(([status, response]) => {
          const name = nameOf(operation, status);
          return name !== undefined && shared.get(name) === JSON.stringify(response)
            ? [status, { $ref: `#/components/responses/${name}` }]
            : [status, response];
        }),
      ),
    })),
    responses: Object.fromEntries(
      [...shared].sort(([a], [b]) => a.localeCompare(b)).map(([name, text]) => [name, JSON.parse(text)]),
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
  readonly errorExamples: ErrorExamples;
}

/** Function name -> operationId: create-quote -> createQuote */
export const operationIdOf = (functionName: string): string =>
  functionName.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

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
    ...parts.operations.map(({ schemas }) => schemas ?? {}),
  );
  const converter = createConverter(named, new Set(['Lane']));
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of parts.operations) {
    const { path, method, errorFormat } = operation;
    const operationId = operationIdOf(operation.function);
    paths[path] ??= {};
    const scopes = requiredScopes(method, path);
    paths[path][method.toLowerCase()] = {
      operationId,
      tags: [operation.tag],
      summary: operation.summary,
      description: `${operation.description}\n\nRequired scope${scopes.length > 1 ? 's' : ''}: ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`,
      security: Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [...scopes] })),
      'x-required-scope': scopes.join(' '),
      'x-error-format': errorFormat,
      ...parametersOf(path, operation, converter, operationId),
      ...bodyOf(operation, converter, operationId, parts.examples[operationId]),
      responses: {
        '200': {
          description: operation.response.description,
          headers: headerRefs(['X-Request-Id', ...namesOf(operation.responseHeaders)]),
          content: {
            [operation.response.mediaType ?? 'application/json']: {
              schema: converter.convert(operation.response, 'output', operationId),
              ...exampleOf(parts.examples[operationId]?.response),
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
          '303': { description: operation.redirect, headers: headerRefs(['X-Request-Id', 'Location']) },
        }),
        ...errorResponses(
          {
            examples: parts.errorExamples,
            errorFormat,
            errors: operation.errors,
            hasBody: operation.body !== undefined,
            hasIdempotencyKey: operation.requestHeaders?.includes('Idempotency-Key') === true,
          },
          (status) =>
            headerRefs([
              'X-Request-Id',
              ...(operation.errors.some((error) => error.status === status && error.retryAfter)
                ? ['Retry-After']
                : []),
              ...(status === 429 ? ['Retry-After', ...limitHeadersOf(operation.responseHeaders)] : []),
            ]),
        ),
      },
    };
  }
  const shared = shareResponses(paths);
  return {
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
      examples: errorExampleComponents(parts.errorExamples),
      responses: { ...shared.responses, GatewayRejection: gatewayRejection() },
      schemas: {
        ...converter.components,
        [LEFT_OUT]: { description: 'Counts as absent.', enum: [null, ''] },
        ...eventComponents(parts.eventSchemas),
      },
    },
  };
}

const exampleOf = (example: unknown): Json => (example === undefined ? {} : { example });

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
      // An exactOptional parameter without default is not required; one with a default neither.
      required: required.includes(name),
      // The service reads an empty parameter as absent.
      allowEmptyValue: true,
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
