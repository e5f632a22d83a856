import { generalError, quotesError, ratesError } from '../shared/platform/http/error-bodies.ts';
import type { DescribedError, NamedSchemas } from '../shared/platform/http/operation-description.ts';
import {
  type ErrorFormat,
  RATES_ERROR_TYPES,
  type RejectionKind,
  rejectionBody,
  rejectionStatus,
} from '../shared/platform/http/rejection.ts';
import type { Json } from './json-schema.ts';

const KINDS: readonly RejectionKind[] = [
  'invalid',
  'unauthorized',
  'forbidden',
  'not-found',
  'conflict',
  'rate-limited',
  'internal',
];

/** The code of a status in an error format, if the error has none of its own. */
function defaultCode(format: ErrorFormat, status: number): string | number {
  const kind = KINDS.find((one) => rejectionStatus({ kind: one }) === status);
  if (kind === undefined) throw new Error(`No error has the status ${status}.`);
  const { error } = rejectionBody(format, { kind, message: '', retryAfter: 1 }) as {
    error: { code: string | number };
  };
  return error.code;
}

const MESSAGE = 'Text for people. Do not parse it.';

/** Name of the schema of each error format. */
const SCHEMA_OF: Readonly<Record<ErrorFormat, string>> = {
  quotes: 'QuotesError',
  rates: 'RatesError',
  general: 'GeneralError',
};

export const ERROR_SCHEMAS: NamedSchemas = {
  QuotesError: {
    schema: quotesError,
    description: 'Error of operations on quotes, RFPs, chats, pricing strategies and accessorials.',
    fields: {
      error: 'The error.',
      'error.code': 'Identifies the condition.',
      'error.message': MESSAGE,
      'error.details': 'Members depend on the code.',
      'error.details.errors': 'Invalid fields (INVALID_PARAMETERS, CONTRACT_RATE_INVALID).',
      'error.details.errors[].field':
        'Path of the field, such as `margins[1].percent`, or `request` for the whole request.',
      'error.details.errors[].message': 'What is wrong, without the name of the field.',
      'error.details.quote_id': 'Id of the quote.',
      'error.details.rate_id': 'Id of the contract rate.',
      'error.details.upload_id': 'Id of the upload.',
      'error.details.version': 'Version of the contract rate.',
      'error.details.rfp_id': 'Id of the RFP.',
      'error.details.customer_id': 'Id of the customer.',
      'error.details.names': 'Names that other customers have.',
      'error.details.chat_id': 'Id of the chat.',
      'error.details.status': 'Status of the RFP.',
      'error.details.field': 'Field of the request.',
      'error.details.value': 'Value of the field.',
      'error.details.candidates': 'Places that match an ambiguous text.',
      'error.details.candidates[].name': 'Name of the place.',
      'error.details.candidates[].state': '2-letter state code.',
      'error.details.candidates[].zip': 'ZIP code; may be empty.',
      'error.details.suggestions': 'Up to three places that an unknown text can mean.',
      'error.details.origin': 'Resolved origin.',
      'error.details.destination': 'Resolved destination.',
      'error.details.customer': 'Customer of the request.',
      'error.details.equipment_type': 'Equipment type of the request.',
      'error.details.pickup_date': 'Pickup day, in the time zone of the origin.',
      'error.details.billing': 'Whether billing information is on file.',
      'error.details.used': 'Quotes created or calls counted in the month, or contract rates.',
      'error.details.limit':
        'Limit per month of quotes or of the calls of lanes; or the maximum of unfinished uploads, waiting RFPs or contract rates.',
      'error.details.calls': 'Calls that the lanes of the RFP count.',
      'error.details.resets_at': 'When the count is reset to 0, UTC.',
      'error.details.superseded_by': 'The quote that revises the requested one. Only with QUOTE_SUPERSEDED.',
      'error.details.current_version':
        'Current version of the pricing strategy, the accessorial tariff or the contract rate.',
    },
  },
  RatesError: {
    schema: ratesError,
    description: 'Error of operations on terminals, rates, usage, the organization, keys and the audit log.',
    fields: {
      error: 'The error.',
      'error.code': 'The HTTP status.',
      'error.type': `Identifies the condition: ${RATES_ERROR_TYPES.map((type) => `\`${type}\``).join(', ')}. New ones can follow.`,
      'error.message': MESSAGE,
      errors: 'Errors of the lanes of a rate request.',
      'errors[].index': 'Position of the lane in the request, from 0.',
      'errors[].errors': 'What is wrong.',
      suggestions: 'Similar names for unknown terminals.',
      'suggestions[].index': 'Position of the lane in the request, from 0.',
      'suggestions[].names': 'Exact names of terminals.',
    },
  },
  GeneralError: {
    schema: generalError,
    description:
      'Error of operations on webhooks, of unknown paths, and of requests that are rejected before they reach an operation.',
    fields: {
      error: 'The error.',
      'error.code': 'Identifies the condition.',
      'error.message': MESSAGE,
    },
  },
};

/** Statuses that the gateway can answer before it knows the operation, in the general format. */
const GATEWAY: Readonly<Record<number, string>> = {
  400: 'A request that is malformed or too large is rejected in the general format.',
  403: 'The web application firewall rejects in the general format.',
  500: 'A failure before the operation is known has the general format.',
};

type Condition = Omit<DescribedError, 'status'> & { readonly status: number };

/** Errors of every operation. */
const COMMON: readonly Condition[] = [
  { status: 400, when: 'A query parameter is repeated.' },
  { status: 401, when: 'The API key is missing, invalid or revoked, or has no organization.' },
  { status: 403, when: 'The API key lacks the scope, or the organization is suspended.' },
  {
    status: 429,
    when: 'Too many requests, or calls that change the same data: wait for `Retry-After`.',
  },
  { status: 500, when: 'The service failed. Try again.' },
];

const WITH_BODY: Condition = {
  status: 400,
  when: 'The body is missing, not valid JSON in UTF-8, or larger than 1 MB.',
};
const WITH_KEY: Condition = {
  status: 400,
  when: 'The Idempotency-Key is not 1 to 255 visible ASCII characters.',
};

const component = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const failureOf = (format: ErrorFormat): string => `${SCHEMA_OF[format].replace('Error', '')}Failure`;

/** What an operation can answer with a status that the gateway uses too. */
export const failureSchemas = (): Json =>
  Object.fromEntries(
    (['quotes', 'rates'] as const).map((format) => [
      failureOf(format),
      {
        description: 'An error of the operation, or of the gateway before the operation is known.',
        anyOf: [component(SCHEMA_OF[format]), component(SCHEMA_OF.general)],
      },
    ]),
  );

interface ErrorsOf {
  readonly errorFormat: ErrorFormat;
  readonly errors: readonly DescribedError[];
  readonly hasBody: boolean;
  readonly hasIdempotencyKey: boolean;
}

/** Error responses by status. */
export function errorResponses(
  { errorFormat, errors, hasBody, hasIdempotencyKey }: ErrorsOf,
  headersOf: (status: number) => Json,
): Record<string, Json> {
  const all = [
    ...errors,
    ...(hasBody ? [WITH_BODY] : []),
    ...(hasIdempotencyKey ? [WITH_KEY] : []),
    ...COMMON,
  ];
  const statuses = [...new Set(all.map(({ status }) => status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const conditions = all.filter((error) => error.status === status);
      const codeOf = ({ code }: { readonly code?: string }) => code ?? defaultCode(errorFormat, status);
      const byGateway = errorFormat !== 'general' && GATEWAY[status] !== undefined;
      const schema = component(byGateway ? failureOf(errorFormat) : SCHEMA_OF[errorFormat]);
      // What every operation can answer is told once, by the operations that have no other conditions.
      const own = conditions.filter((condition) => errors.includes(condition as DescribedError));
      const told = status === 400 && own.length > 0 ? own : conditions;
      const lines = told.map((condition) => `- \`${codeOf(condition)}\`: ${condition.when}`);
      const gateway = told !== own && byGateway ? [`- ${GATEWAY[status]}`] : [];
      return [
        String(status),
        {
          description: [...new Set([...lines, ...gateway])].join('\n'),
          ...headersOf(status),
          content: { 'application/json': { schema } },
        },
      ];
    }),
  );
}

/** An error of a path without an operation of its own, or before an operation is known. */
export const gatewayRejection = (): Json => ({
  description: 'Rejected or failed before an operation is known.',
  content: { 'application/json': { schema: component(SCHEMA_OF.general) } },
});
