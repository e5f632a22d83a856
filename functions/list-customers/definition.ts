import {
  CUSTOMER_SCHEMAS,
  listCustomersAnswer,
  listCustomersParameters,
} from '../../shared/customers/customer.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'list-customers',
  method: 'GET',
  path: '/api/v1/customers',
  tag: 'Customers',
  summary: 'List customers',
  description: 'Lists the customers of the organization and mode of the key, newest first.',
  query: {
    schema: listCustomersParameters,
    fields: { cursor: '`next_cursor` of the previous page.', limit: 'Maximum customers of the page.' },
  },
  response: {
    schema: listCustomersAnswer,
    description: 'A page of customers.',
    fields: {
      customers: 'Newest first.',
    },
  },
  errors: [{ status: 400, when: '`details.errors` names each invalid parameter.' }],
  schemas: CUSTOMER_SCHEMAS,
  tables: { contracts: ['Query'] },
  // Not the contract rates of the table.
  leadingKeys: { contracts: ['*#customers'] },
  impact: 'Callers cannot list their customers; each one can still be read by its id.',
} satisfies Operation;
