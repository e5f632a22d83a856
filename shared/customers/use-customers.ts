import * as v from 'valibot';
import { KEY_IN_USE } from '../accounts/idempotency/answer-once.ts';
import type { KeyedCall } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account } from '../platform/account/account.ts';
import { ContendedWriteError } from '../platform/dynamodb/contended-write-error.ts';
import { fieldErrors, invalidParameters } from '../platform/http/invalid-parameters.ts';
import { type Answer, type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import {
  type Customer,
  type customerAnswer,
  customerConflict,
  customerNotFound,
  type deletedCustomerAnswer,
  describeCustomer,
  type listCustomersAnswer,
  listCustomersParameters,
  readCustomerBody,
} from './customer.ts';
import { type CustomerId, parseCustomerId } from './customer-names.ts';
import type { CustomerStore } from './dynamodb-customers.ts';

type CustomerAnswer = v.InferOutput<typeof customerAnswer>;

/** Other callers can change a customer at the same time. */
const MAX_ATTEMPTS = 4;

export interface CreateCustomerPorts {
  readonly customers: Pick<CustomerStore, 'create'>;
  readonly newCustomerId: (now: Date) => CustomerId;
  readonly now: () => Date;
}

export function createCustomerUseCase({ customers, newCustomerId, now }: CreateCustomerPorts) {
  return async (body: unknown, caller: Account, keyed?: KeyedCall): Promise<Answer<CustomerAnswer>> => {
    const fields = readCustomerBody(body);
    if (!fields.ok) return fields;
    const at = now();
    const customerId = newCustomerId(at);
    const customer: Customer = { ...fields.body, customerId, version: 1, updatedAt: at.toISOString() };
    const answer = { customer: describeCustomer(customer) };
    const outcome = await customers.create(
      caller,
      customer,
      keyed && { call: keyed, body: JSON.stringify(answer) },
    );
    if (outcome === 'written') return succeed(answer);
    return reject(typeof outcome === 'object' ? customerConflict(outcome.taken) : KEY_IN_USE);
  };
}

export function readCustomerUseCase(customers: Pick<CustomerStore, 'read'>) {
  return async (id: string, caller: Account): Promise<Outcome<CustomerAnswer>> => {
    const customerId = parseCustomerId(id);
    const customer = customerId && (await customers.read(caller, customerId));
    return customer ? succeed({ customer: describeCustomer(customer) }) : reject(customerNotFound(id));
  };
}

export function listCustomersUseCase(customers: Pick<CustomerStore, 'list'>) {
  return async (
    query: Readonly<Record<string, string>>,
    caller: Account,
  ): Promise<Outcome<v.InferOutput<typeof listCustomersAnswer>>> => {
    const parsed = v.safeParse(listCustomersParameters, query);
    if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
    const { limit, cursor } = parsed.output;
    const page = await customers.list(caller, limit, parseCustomerId(cursor));
    return succeed({
      customers: page.customers.map(describeCustomer),
      pagination: { next_cursor: page.next ?? null, limit },
    });
  };
}

/** Reads and writes until no other call came between. @throws ContendedWriteError if other calls came first each time. */
async function change<Body>(
  customers: Pick<CustomerStore, 'read'>,
  id: string,
  caller: Account,
  attempt: (before: Customer) => Promise<Outcome<Body> | undefined>,
): Promise<Outcome<Body>> {
  const customerId = parseCustomerId(id);
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const before = customerId && (await customers.read(caller, customerId));
    if (!before) return reject(customerNotFound(id));
    const outcome = await attempt(before);
    if (outcome) return outcome;
  }
  throw new ContendedWriteError('other calls changed the customer first each time');
}

export function replaceCustomerUseCase(
  customers: Pick<CustomerStore, 'read' | 'replace'>,
  now: () => Date = () => new Date(),
) {
  return async (id: string, body: unknown, caller: Account): Promise<Outcome<CustomerAnswer>> => {
    const fields = readCustomerBody(body);
    if (!fields.ok) return fields;
    return change(customers, id, caller, async (before) => {
      const { customerId, version } = before;
      const at = now().toISOString();
      const after: Customer = { ...fields.body, customerId, version: version + 1, updatedAt: at };
      const outcome = await customers.replace(caller, before, after);
      if (typeof outcome === 'object') return reject(customerConflict(outcome.taken));
      return outcome === 'written' ? succeed({ customer: describeCustomer(after) }) : undefined;
    });
  };
}

/** Deletes a customer. Its quotes stay; contract rates and rules with its names no longer apply. */
export function deleteCustomerUseCase(customers: Pick<CustomerStore, 'read' | 'delete'>) {
  return (id: string, caller: Account): Promise<Outcome<v.InferOutput<typeof deletedCustomerAnswer>>> =>
    change(customers, id, caller, async (before) => {
      if ((await customers.delete(caller, before)) !== 'written') return undefined;
      return succeed({ customer: { customer_id: before.customerId, deleted: true } });
    });
}
