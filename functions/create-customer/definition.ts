import { IDEMPOTENCY_CONFLICT_ERROR } from '../../shared/accounts/idempotency/answer-once.ts';
import {
  CUSTOMER_CONFLICT,
  CUSTOMER_FIELDS,
  CUSTOMER_SCHEMAS,
  customerAnswer,
  customerBody,
  INVALID_CUSTOMER,
} from '../../shared/customers/customer.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'create-customer',
  method: 'POST',
  path: '/api/v1/customers',
  tag: 'Customers',
  summary: 'Create a customer',
  description:
    'Creates a customer. Quotes, RFPs, contract rates and pricing rules name customers by text: the name or an alias, else a name that differs only in punctuation, spaces and legal suffix (Inc, LLC, Co, Corp, Ltd), if only one customer has it.',
  requestHeaders: ['Idempotency-Key'],
  body: { schema: customerBody, fields: CUSTOMER_FIELDS },
  response: {
    schema: customerAnswer,
    description: 'The customer.',
    fields: {},
  },
  errors: [INVALID_CUSTOMER, CUSTOMER_CONFLICT, IDEMPOTENCY_CONFLICT_ERROR],
  schemas: CUSTOMER_SCHEMAS,
  tables: { contracts: ['PutItem'], idempotency: ['GetItem', 'PutItem'] },
  // Not the contract rates of the table.
  leadingKeys: { contracts: ['*#customers', '*#customer-names#*'] },
  impact: 'Callers cannot create customers; quotes still take any name.',
} satisfies Operation;
