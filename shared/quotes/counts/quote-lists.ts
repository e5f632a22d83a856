import { createHash } from 'node:crypto';
import { customerKey } from '../../customers/customer-names.ts';
import type { Account } from '../../platform/account/account.ts';

/** Key of a list of quotes that has rows and counts: all quotes of an account, or those of a customer. */
export type QuoteList = string;

/** A name of any length as part of a key. */
export const hashOfName = (name: string): string =>
  createHash('sha256').update(name).digest('base64url').slice(0, 22);

/** Unique key of an account, and of the list of all its quotes; organization ids have no "#". */
export const accountList = ({ orgId, mode }: Account): QuoteList => `${orgId}#${mode}`;

/** The list of a customer's quotes. Names are compared without case, accents and spaces at the ends. */
export const customerList = (account: Account, customer: string): QuoteList =>
  `${accountList(account)}#customer#${hashOfName(customerKey(customer))}`;

/** The lists that contain a quote. */
export const listsOf = (
  account: Account,
  { customer }: { readonly customer: string },
): readonly QuoteList[] =>
  customerKey(customer) === ''
    ? [accountList(account)]
    : [accountList(account), customerList(account, customer)];

/** Partition key of the quotes with a reference. They are few, so they are not counted. Compared as customers are. */
export const referenceKey = (account: Account, reference: string): string =>
  `${accountList(account)}#reference#${hashOfName(customerKey(reference))}`;
