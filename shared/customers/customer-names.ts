import { createHash } from 'node:crypto';
import { sortableIds } from '../platform/ids/sortable-id.ts';
import { foldCase, foldWords } from '../platform/text/text-folding.ts';

declare const checked: unique symbol;

/** `CU-` and 27 digits: sorts by creation time, and does not allow guessing other ids. */
export type CustomerId = string & { readonly [checked]: true };

export const CUSTOMER_ID_PREFIX = 'CU-';

export const {
  create: createCustomerIds,
  parse: parseCustomerId,
  createdAt: customerCreatedAt,
} = sortableIds<CustomerId>(CUSTOMER_ID_PREFIX);

export const MAX_CUSTOMER_LENGTH = 200;

/** A customer's name as it is compared: without case, accents and spaces at the ends. */
export const customerKey = (customer: string): string => foldCase(customer.trim());

const LEGAL_SUFFIXES: ReadonlySet<string> = new Set([
  ...['inc', 'incorporated', 'llc', 'co', 'company', 'corp', 'corporation', 'ltd', 'limited'],
]);
/** "L.L.C." is three words. */
const LAST_LETTERS = /(?: [a-z])+$/;

/** A name without punctuation, spaces and legal suffixes: "acme" for "ACME Co., Ltd.". "" only for an empty name. */
export function looseCustomerKey(customer: string): string {
  const text = foldWords(customer).join(' ');
  const words = text.replace(LAST_LETTERS, (letters) => ` ${letters.replaceAll(' ', '')}`).split(' ');
  while (words.length > 1 && LEGAL_SUFFIXES.has(words.at(-1) ?? '')) words.pop();
  return words.join('') || customerKey(customer);
}

/** UTF-8 bytes of a name in a key of DynamoDB. A sort key has at most 1,024. */
const MAX_KEY_BYTES = 600;

/** A compared name as part of a key; a longer one is represented by its hash. */
export const nameInKey = (key: string): string =>
  Buffer.byteLength(key) > MAX_KEY_BYTES ? createHash('sha256').update(key).digest('hex') : key;

/** A name or alias that belongs to a customer, also after its deletion. */
export interface OwnedName {
  readonly key: string;
  readonly customerId: string;
  readonly customer: string;
  readonly keys: readonly string[];
  readonly isDeleted: boolean;
}

/** What the name of a request, rate or rule stands for. It is stored with prices, so that they can be repeated. */
export interface CustomerMatch {
  /** Null if no customer has the name. */
  readonly customerId: string | null;
  /** Names that mean the customer; [] if the name is empty or of a deleted customer. */
  readonly keys: readonly string[];
  /** Loose forms that mean the customer. */
  readonly looseKeys: readonly string[];
  /** Names of other customers with these loose forms. */
  readonly otherKeys: readonly string[];
}

export const NO_CUSTOMER: CustomerMatch = { customerId: null, keys: [], looseKeys: [], otherKeys: [] };

/** The customer that a text names: by the exact name or alias, else by its loose form if only one customer has it. */
function ownerOf(text: string, names: readonly OwnedName[]): OwnedName | 'several' | undefined {
  const [key, loose] = [customerKey(text), looseCustomerKey(text)];
  const exact = names.find((name) => name.key === key);
  if (exact) return exact;
  const alike = names.filter((name) => looseCustomerKey(name.key) === loose);
  const [first, ...others] = alike.filter(({ isDeleted }) => !isDeleted);
  if (first === undefined) return alike[0];
  return others.some(({ customerId }) => customerId !== first.customerId) ? 'several' : first;
}

export interface NamedCustomer {
  readonly customerId: string | null;
  /** Of the customer; absent if the text names none. */
  readonly name?: string;
  readonly isDeleted: boolean;
  readonly isAmbiguous: boolean;
}

export function customerOf(text: string, names: readonly OwnedName[]): NamedCustomer {
  const owner = ownerOf(text, names);
  if (owner === undefined || owner === 'several') {
    return { customerId: null, isDeleted: false, isAmbiguous: owner === 'several' };
  }
  const { customerId, isDeleted } = owner;
  if (isDeleted) return { customerId: null, isDeleted, isAmbiguous: false };
  return { customerId, name: owner.customer, isDeleted, isAmbiguous: false };
}

/** What a text stands for, and warnings about it. @param names all names with the loose form of the text, or of its customer. */
export function matchCustomer(
  text: string,
  names: readonly OwnedName[],
): { readonly match: CustomerMatch; readonly warnings: readonly string[] } {
  if (customerKey(text) === '') return { match: NO_CUSTOMER, warnings: [] };
  const owner = ownerOf(text, names);
  const shown = text.trim();
  if (owner === undefined || owner === 'several') {
    const match = { ...NO_CUSTOMER, keys: [customerKey(text)] };
    if (owner === undefined) return { match, warnings: [] };
    const alike = names.filter(({ key, isDeleted }) => !isDeleted && sameLoosely(key, text));
    const customers = [...new Set(alike.map(({ customer }) => customer))].slice(0, 5).join('; ');
    return {
      match,
      warnings: [`"${shown}" can be several customers: ${customers}. None was used; send the exact name.`],
    };
  }
  if (owner.isDeleted) {
    return {
      match: NO_CUSTOMER,
      warnings: [
        `The customer "${owner.customer}" was deleted, so contract rates and rules of it do not apply.`,
      ],
    };
  }
  const { customerId, keys } = owner;
  const others = names.filter((name) => name.customerId !== customerId);
  const isShared = (loose: string) =>
    others.some(({ key, isDeleted }) => !isDeleted && looseCustomerKey(key) === loose);
  const looseKeys = [...new Set(keys.map(looseCustomerKey))];
  return {
    match: {
      customerId,
      keys: [...keys],
      looseKeys: looseKeys.filter((loose) => !isShared(loose)),
      otherKeys: others.map(({ key }) => key),
    },
    warnings: [],
  };
}

const sameLoosely = (one: string, other: string) => looseCustomerKey(one) === looseCustomerKey(other);

/** Whether a name of a rate or rule means the customer of a request. */
export function isCustomer({ keys, looseKeys, otherKeys }: CustomerMatch, name: string): boolean {
  const key = customerKey(name);
  return keys.includes(key) || (looseKeys.includes(looseCustomerKey(name)) && !otherKeys.includes(key));
}

/** The loose forms under which contract rates of a customer are stored. */
export const looseKeysOf = ({ keys, looseKeys }: CustomerMatch): readonly string[] => [
  ...new Set([...keys.map(looseCustomerKey), ...looseKeys]),
];

/** Characters of loose forms by which similar names are found. */
const PREFIX = 4;
export const similarityPrefix = (name: string): string => looseCustomerKey(name).slice(0, PREFIX);

/** Whether two names could be a misspelling of each other: one typing error, or one begins as the other. */
export function isSimilarName(one: string, other: string): boolean {
  const [short = '', long = ''] = [looseCustomerKey(one), looseCustomerKey(other)].sort(
    (a, b) => a.length - b.length,
  );
  if (short === long) return true;
  if (short.length <= PREFIX) return false;
  if (long.startsWith(short)) return true;
  if (long.length - short.length > 1) return false;
  // At most one letter is changed, added or moved: what is left after the common beginning and end.
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const [left, right] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  return right.length <= 1 || (left.length === 2 && left[0] === right[1] && left[1] === right[0]);
}
