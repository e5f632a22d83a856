import { type CustomerMatch, matchCustomer } from '../../shared/customers/customer-names.ts';
import type { CustomerMatches, MatchedCustomer } from '../../shared/customers/dynamodb-customers.ts';

/** What a name stands for if there are no customers. */
export const namedCustomer = (text: string): CustomerMatch => matchCustomer(text, []).match;
export const matchedCustomer = (text: string): MatchedCustomer => ({
  ...matchCustomer(text, []),
  similarity: [],
});

/** An account without customers. */
export const NO_CUSTOMERS: CustomerMatches = {
  match: async (_account, text) => matchedCustomer(text),
  idsOf: async () => new Map(),
};
