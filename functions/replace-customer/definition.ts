import {
  CUSTOMER_CONFLICT,
  CUSTOMER_FIELDS,
  CUSTOMER_NOT_FOUND,
  CUSTOMER_SCHEMAS,
  customerAnswer,
  customerBody,
  INVALID_CUSTOMER,
} from '../../shared/customers/customer.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'replace-customer',
  method: 'PUT',
  path: '/api/v1/customers/{customer_id}',
  tag: 'Customers',
  summary: 'Replace a customer',
  description:
    'Replaces all fields of a customer; fields that are left out become empty. `customer_id`, `created_at` and `updated_at` are ignored, so that you can send a customer as you read it. Existing quotes do not change.',
  body: { schema: customerBody, fields: CUSTOMER_FIELDS },
  response: { schema: customerAnswer, description: 'The customer.', fields: {} },
  errors: [
    INVALID_CUSTOMER,
    CUSTOMER_NOT_FOUND,
    CUSTOMER_CONFLICT,
    { status: 429, when: 'Other calls change the customer at the same time.' },
  ],
  schemas: CUSTOMER_SCHEMAS,
  tables: { contracts: ['GetItem', 'PutItem', 'DeleteItem'] },
  // Not the contract rates of the table.
  leadingKeys: { contracts: ['*#customers', '*#customer-names#*'] },
  impact: 'Callers cannot change customers; their current names match.',
} satisfies Operation;
