import * as v from 'valibot';
import { optionalField } from '../platform/http/body-fields.ts';
import { cursorPage, pageParameters } from '../platform/http/cursor-page.ts';
import { type FieldError, fieldErrors, invalidParameters } from '../platform/http/invalid-parameters.ts';
import type { DescribedError, FieldTexts } from '../platform/http/operation-description.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import type { Rejection } from '../platform/http/rejection.ts';
import { isRequestObject, rejectUnknownFields } from '../platform/http/request-fields.ts';
import { callerText, shownText } from '../platform/text/bounded-text.ts';
import {
  CUSTOMER_ID_PREFIX,
  type CustomerId,
  customerCreatedAt,
  customerKey,
  MAX_CUSTOMER_LENGTH,
  parseCustomerId,
} from './customer-names.ts';

/** A transaction has at most 100 items, and a name at most 2: the old one and the new one. */
export const MAX_ALIASES = 10;
const MAX_TEXT = 200;
const MAX_NOTES = 2_000;
const MAX_ERRORS = 100;

const name = v.pipe(
  callerText(MAX_CUSTOMER_LENGTH),
  v.check((text) => text.trim() !== '', 'must not be empty'),
);
const line = callerText(MAX_TEXT);
const EMAIL = /^[^\s@]+@[^\s@]+$/;
export const emailAddress = v.pipe(
  line,
  v.check((text) => EMAIL.test(text.trim()), 'must be an e-mail address'),
);
const OTHER_CONTROL = /[^\P{Cc}\r\n\t]/u;
const lines = v.pipe(
  v.string('must be a string'),
  v.maxLength(2 * MAX_NOTES, `must have at most ${MAX_NOTES} characters`),
  v.check((text) => [...text].length <= MAX_NOTES, `must have at most ${MAX_NOTES} characters`),
  v.check((text) => !OTHER_CONTROL.test(text), 'must not have control characters but line feeds and tabs'),
  v.check((text) => text.isWellFormed(), 'must be well-formed Unicode'),
);
const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.exactOptional(optionalField(schema));

export const customerBody = v.object({
  name,
  aliases: optional(
    v.pipe(
      v.array(name, 'must be a list of names'),
      v.maxLength(MAX_ALIASES, `must have at most ${MAX_ALIASES} names`),
    ),
  ),
  contact: optional(line),
  email: optional(emailAddress),
  phone: optional(line),
  terms: optional(lines),
  notes: optional(lines),
});

export interface Customer {
  readonly customerId: CustomerId;
  /** 1 for a new customer; each replacement adds 1. */
  readonly version: number;
  readonly updatedAt: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly contact: string;
  readonly email: string;
  readonly phone: string;
  readonly terms: string;
  readonly notes: string;
}
export type CustomerFields = Omit<Customer, 'customerId' | 'version' | 'updatedAt'>;

/** Fields of answers, which callers may send back. */
const READ_ONLY = { customer_id: true, created_at: true, updated_at: true };

export function readCustomerBody(given: unknown): Outcome<CustomerFields> {
  if (!isRequestObject(given))
    return reject(invalidParameters([{ field: 'body', message: 'must be a JSON object' }]));
  const errors: FieldError[] = [];
  rejectUnknownFields(given, { ...customerBody.entries, ...READ_ONLY }, '', errors);
  const parsed = v.safeParse(customerBody, given, { abortPipeEarly: true });
  if (!parsed.success) {
    return reject(invalidParameters([...errors, ...fieldErrors(parsed.issues)].slice(0, MAX_ERRORS)));
  }
  const { name: named, aliases = [], contact, email, phone, terms, notes } = parsed.output;
  const keys = [named, ...aliases].map(customerKey);
  for (const [index, key] of keys.entries()) {
    if (keys.indexOf(key) !== index)
      errors.push({ field: `aliases[${index - 1}]`, message: 'is another name of this customer' });
  }
  if (errors.length > 0) return reject(invalidParameters(errors));
  const trimmed = (text = '') => text.replaceAll('\r\n', '\n').trim();
  return succeed({
    ...{ name: named.trim(), aliases: aliases.map((alias) => alias.trim()) },
    ...{ contact: trimmed(contact), email: trimmed(email), phone: trimmed(phone) },
    ...{ terms: trimmed(terms), notes: trimmed(notes) },
  });
}

const text = v.string();
const moment = v.pipe(text, v.isoTimestamp());
export const customerDocument = v.object({
  customer_id: text,
  name: text,
  aliases: v.array(text),
  contact: text,
  email: text,
  phone: text,
  terms: text,
  notes: text,
  created_at: moment,
  updated_at: moment,
});
type CustomerDocument = v.InferOutput<typeof customerDocument>;
export const customerAnswer = v.object({ customer: customerDocument });
export const deletedCustomerAnswer = v.object({
  customer: v.object({ customer_id: text, deleted: v.literal(true) }),
});
export const listCustomersAnswer = v.object({
  customers: v.array(customerDocument),
  pagination: cursorPage,
});

export const describeCustomer = ({
  customerId,
  version: _,
  updatedAt,
  aliases,
  ...fields
}: Customer): CustomerDocument => ({
  ...{ customer_id: customerId, ...fields, aliases: [...aliases] },
  created_at: customerCreatedAt(customerId).toISOString(),
  updated_at: updatedAt,
});

export const listCustomersParameters = v.object({
  ...pageParameters(parseCustomerId),
});

export const CUSTOMER_FIELDS: FieldTexts = {
  name: {
    description:
      'Name. No other customer has this name or alias; case, accents and spaces at the ends do not matter.',
    examples: ['Acme Home Products'],
  },
  aliases: `Other names of the customer, at most ${MAX_ALIASES}, such as former names and abbreviations.`,
  'aliases[]': 'A name that no other customer has.',
  contact: 'Name of a person.',
  email: 'E-mail address.',
  phone: 'Phone number.',
  terms: 'Terms of payment and service.',
  notes: 'Notes.',
};
export const CUSTOMER_SCHEMAS = {
  Customer: {
    schema: customerDocument,
    description: 'A customer. Texts that you did not send are empty.',
    fields: {
      ...CUSTOMER_FIELDS,
      customer_id: `\`${CUSTOMER_ID_PREFIX}\` and 27 base-32 digits. Ids sort by creation time.`,
      created_at: 'Time of creation, UTC.',
      updated_at: 'Time of the last change, UTC.',
    },
  },
};

export const customerNotFound = (given: string): Rejection => {
  const shown = shownText(given, 100);
  return {
    kind: 'not-found',
    code: 'CUSTOMER_NOT_FOUND',
    message: `Customer ${shown} not found.`,
    details: { customer_id: shown },
  };
};
export const CUSTOMER_NOT_FOUND: DescribedError = {
  status: 404,
  code: 'CUSTOMER_NOT_FOUND',
  when: 'The customer does not exist, was deleted, or belongs to another organization or mode.',
};

export const customerConflict = (names: readonly string[]): Rejection => ({
  kind: 'conflict',
  code: 'CUSTOMER_CONFLICT',
  message: `Another customer has the name or alias ${names.map((taken) => `"${taken}"`).join(', ')}.`,
  details: { names: [...names] },
});
export const CUSTOMER_CONFLICT: DescribedError = {
  status: 409,
  code: 'CUSTOMER_CONFLICT',
  when: 'Another customer has the name or an alias; `details.names` lists them. Case, accents and spaces at the ends do not matter.',
};
export const INVALID_CUSTOMER: DescribedError = {
  status: 400,
  when: '`details.errors` names each invalid field. Unknown fields are rejected.',
};
