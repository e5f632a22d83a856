import { CUSTOMER_NOT_FOUND, deletedCustomerAnswer } from '../../shared/customers/customer.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'delete-customer',
  method: 'DELETE',
  path: '/api/v1/customers/{customer_id}',
  tag: 'Customers',
  summary: 'Delete a customer',
  description:
    'Deletes a customer. Its quotes and RFPs stay. Contract rates and pricing rules with its names no longer apply, until a new customer has the name.',
  response: {
    schema: deletedCustomerAnswer,
    description: 'The customer was deleted.',
    fields: {
      customer: 'The deleted customer.',
      'customer.customer_id': 'Id of the deleted customer.',
    },
  },
  errors: [CUSTOMER_NOT_FOUND, { status: 429, when: 'Other calls change the customer at the same time.' }],
  tables: { contracts: ['GetItem', 'PutItem', 'DeleteItem'] },
  // Not the contract rates of the table.
  leadingKeys: { contracts: ['*#customers', '*#customer-names#*'] },
  impact: 'Callers cannot delete customers; their contract rates apply.',
} satisfies Operation;
