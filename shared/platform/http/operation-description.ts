import * as v from 'valibot';

/** A text, or a text with JSON Schema keywords that the valibot schema does not show. */
export type FieldText = string | ({ readonly description: string } & Readonly<Record<string, unknown>>);

/** Texts of the fields of a schema by path: `route.origin`, `terminals[].name`, `charges.*` for the values of a map. */
export type FieldTexts = Readonly<Record<string, FieldText>>;

/** A schema with the texts of its fields. Fields of a named schema have theirs in `NamedSchemas`. */
export interface DescribedSchema {
  readonly schema: v.GenericSchema;
  readonly fields: FieldTexts;
}

/** Schemas that the description of the API names, by name. */
export type NamedSchemas = Readonly<Record<string, DescribedSchema & { readonly description: string }>>;

/** Optional `warnings` of an answer about fields of the body that the operation does not know. */
export const ignoredFields = { warnings: v.exactOptional(v.array(v.string())) };
export const IGNORED_FIELDS_TEXT = 'Names unknown fields of the body. Absent if there are none.';

export interface DescribedError {
  readonly status: 400 | 403 | 404 | 409 | 429;
  /** With the header Retry-After. A 429 always has it. */
  readonly retryAfter?: true;
  /** Code of the quotes format, if it is not the default of the status. */
  readonly code?: string;
  readonly when: string;
}

export const TAGS = [
  'Terminals',
  'Places',
  'Rates',
  'Quotes',
  'Pricing strategy',
  'Accessorials',
  'Usage',
  'Organization',
  'Keys',
  'Audit log',
  'Webhooks',
  'Deliveries',
  'Market',
  'Customers',
  'Contract rates',
  'RFPs',
  'Chats',
] as const;

/** Headers of 200 responses, in addition to X-Request-Id, and to Idempotency-Replayed where a key is taken. */
export type ResponseHeader = 'Content-Disposition' | 'ETag' | 'Link' | 'RateLimit' | 'Usage';

/** What the description of the API says about an operation; part of its definition. */
export interface OperationDescription {
  readonly tag: (typeof TAGS)[number];
  readonly summary: string;
  readonly description: string;
  readonly query?: DescribedSchema;
  readonly requestHeaders?: readonly ('Idempotency-Key' | 'If-Match')[];
  readonly body?: DescribedSchema & {
    readonly optional?: true;
    /** Fields of an answer that can be sent back and have no effect, so that no warning names them. */
    readonly ignored?: readonly string[];
  };
  /** `mediaType`: of a response that is not JSON. */
  readonly response: DescribedSchema & {
    readonly description: string;
    readonly mediaType?: 'text/csv' | 'text/html';
    /** Media types of texts that the response can have instead. */
    readonly otherMediaTypes?: readonly ('application/pdf' | 'text/csv')[];
    /** A JSON body that the response can have instead of its media type. */
    readonly json?: DescribedSchema;
  };
  /** When the response is 303 with the header Location. */
  readonly redirect?: string;
  readonly responseHeaders?: readonly ResponseHeader[];
  /** Errors in addition to those of all operations. */
  readonly errors: readonly DescribedError[];
  /** Schemas that the description of the API names. Descriptions of several operations may contain the same one. */
  readonly schemas?: NamedSchemas;
}
