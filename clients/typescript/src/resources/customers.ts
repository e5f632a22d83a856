import type {
  CreateCustomerBody,
  CreateCustomerResponse,
  CursorPagination,
  Customer,
  DeleteCustomerResponse,
  ListCustomersQuery,
  ListCustomersResponse,
  ReadCustomerResponse,
  ReplaceCustomerBody,
  ReplaceCustomerResponse,
} from '../api/api-types.ts';
import type { List } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import { path } from '../transport/path.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { idempotencyKeyOf, Resource } from './resource.ts';

/** Customers, which quotes, RFPs and contract rates name by their names and aliases. */
export class Customers extends Resource {
  create(customer: CreateCustomerBody, options?: KeyedCallOptions): Result<Customer> {
    const idempotencyKey = idempotencyKeyOf(options);
    const request = { method: 'POST', path: '/api/v1/customers', body: customer, idempotencyKey } as const;
    return resultOf(this.transport.send<CreateCustomerResponse>(request, options), (body) => body.customer);
  }

  /** Lists customers, newest first. */
  list(query: ListCustomersQuery = {}, options?: CallOptions): List<Customer, CursorPagination> {
    return this.listByCursor(
      '/api/v1/customers',
      query,
      options,
      (page: ListCustomersResponse) => page.customers,
      ({ customer_id }) => customer_id,
    );
  }

  get(customerId: string, options?: CallOptions): Result<Customer> {
    const request = { method: 'GET', path: path`/api/v1/customers/${customerId}` } as const;
    return resultOf(this.transport.send<ReadCustomerResponse>(request, options), ({ customer }) => customer);
  }

  /** Replaces all fields of a customer. */
  replace(customerId: string, customer: ReplaceCustomerBody, options?: CallOptions): Result<Customer> {
    const request = { method: 'PUT', path: path`/api/v1/customers/${customerId}`, body: customer } as const;
    return resultOf(this.transport.send<ReplaceCustomerResponse>(request, options), (body) => body.customer);
  }

  /** Deletes a customer. Its quotes stay, and its contract rates no longer apply. */
  delete(customerId: string, options?: CallOptions): Result<DeleteCustomerResponse['customer']> {
    const request = { method: 'DELETE', path: path`/api/v1/customers/${customerId}` } as const;
    return resultOf(this.transport.send<DeleteCustomerResponse>(request, options), (body) => body.customer);
  }
}
