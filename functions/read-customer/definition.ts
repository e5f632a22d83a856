import { CUSTOMER_NOT_FOUND, CUSTOMER_SCHEMAS, customerAnswer } from '../../shared/customers/customer.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-customer',
  method: 'GET',
  path: '/api/v1/customers/{customer_id}',
  tag: 'Customers',
  summary: 'Read a customer',
  description: 'Returns a customer.',
  response: { schema: customerAnswer, description: 'The customer.', fields: {} },
  errors: [CUSTOMER_NOT_FOUND],
  schemas: CUSTOMER_SCHEMAS,
  tables: { contracts: ['GetItem'] },
  // Not the contract rates of the table.
  leadingKeys: { contracts: ['*#customers'] },
  impact: 'Callers cannot read a customer; the list works.',
} satisfies Operation;
