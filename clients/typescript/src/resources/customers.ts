import type {
  CreateCustomerBody,
  CursorPagination,
  Customer,
  DeleteCustomerResponse,
  ListCustomersQuery,
  ReplaceCustomerBody,
} from '../api/api-types.ts';
import type { List } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import type { Result } from '../transport/result.ts';
import { Resource } from './resource.ts';

/** Customers, which quotes, RFPs and contract rates name by their names and aliases. */
export class Customers extends Resource {
  create(customer: CreateCustomerBody, options?: KeyedCallOptions): Result<Customer> {
    return this.memberOf('POST /api/v1/customers', 'customer', { body: customer, isKeyed: true }, options);
  }

  /** Lists customers, newest first. */
  list(query: ListCustomersQuery = {}, options?: CallOptions): List<Customer, CursorPagination> {
    return this.listByCursor('GET /api/v1/customers', 'customers', 'customer_id', { query }, options);
  }

  get(customerId: string, options?: CallOptions): Result<Customer> {
    return this.memberOf('GET /api/v1/customers/{customer_id}', 'customer', { ids: [customerId] }, options);
  }

  /** Replaces all fields of a customer. */
  replace(customerId: string, customer: ReplaceCustomerBody, options?: CallOptions): Result<Customer> {
    const call = { ids: [customerId], body: customer };
    return this.memberOf('PUT /api/v1/customers/{customer_id}', 'customer', call, options);
  }

  /** Deletes a customer. Its quotes stay, and its contract rates no longer apply. */
  delete(customerId: string, options?: CallOptions): Result<DeleteCustomerResponse['customer']> {
    const call = { ids: [customerId] };
    return this.memberOf('DELETE /api/v1/customers/{customer_id}', 'customer', call, options);
  }
}
