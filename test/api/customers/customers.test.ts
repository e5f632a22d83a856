import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDays, utcDay } from '../../../shared/platform/time/utc-calendar.ts';
import { rateBody } from '../../support/contract-rate-body.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { createOrganization } from '../../support/service-under-test.ts';
import { strategyBody } from '../../support/strategy-body.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service?.stop());

interface Customer {
  readonly customer_id: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

/** Calls of a new organization. */
async function newCaller() {
  const { apiKey: key } = await createOrganization(service);
  const call = async <Body>(method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await service.call(method, path, {
      key,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, json: answer.json as Body, text: answer.text };
  };
  const ok = async <Body>(...request: Parameters<typeof call>): Promise<Body> => {
    const answer = await call<Body>(...request);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return answer.json;
  };
  return {
    call,
    ok,
    create: async (name: string, aliases: readonly string[] = []) =>
      (await ok<{ customer: Customer }>('POST', '/api/v1/customers', { name, aliases })).customer,
    quote: async (customer: string, fields = {}) => {
      const { quote } = await ok<{
        quote: {
          readonly customer: string;
          readonly customer_id: string | null;
          readonly rate_source: { readonly type: string };
          readonly pricing_rule?: { readonly name: string };
          readonly warnings: readonly string[];
        };
      }>('POST', '/api/v1/quotes', {
        ...{ origin: 'USSAV', destination: 'Atlanta, GA', equipment_type: 'container_40hc', customer },
        ...{ pickup_date: addDays(utcDay(new Date()), 10), ...fields },
      });
      return quote;
    },
  };
}

const RATE = { customer: 'Acme Home Products, Inc.', effective_from: utcDay(new Date()) };

describe('customers', () => {
  it('are created once for a key, read, replaced, listed and deleted', async () => {
    const { call, ok, create } = await newCaller();
    const key = { 'Idempotency-Key': randomUUID() };
    const body = {
      name: ' Acme Home Products ',
      aliases: ['AHP'],
      email: 'dana@acme.example',
      notes: 'a\r\nb',
    };
    const { customer } = await ok<{ customer: Customer }>('POST', '/api/v1/customers', body, key);
    expect(customer).toEqual({
      ...{ customer_id: expect.stringMatching(/^CU-[0-9A-Z]{27}$/), name: 'Acme Home Products' },
      ...{ aliases: ['AHP'], contact: '', email: 'dana@acme.example', phone: '', terms: '', notes: 'a\nb' },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    });
    expect(await ok('POST', '/api/v1/customers', body, key)).toEqual({ customer });
    const path = `/api/v1/customers/${customer.customer_id}`;
    expect(await ok('GET', path)).toEqual({ customer });
    const changed = await ok<{ customer: Customer }>('PUT', path, { ...customer, aliases: ['Acme'] });
    expect(changed.customer).toMatchObject({ aliases: ['Acme'], email: 'dana@acme.example' });
    const other = await create('Bluepine');
    const first = await ok<{ customers: Customer[]; pagination: { next_cursor: string } }>(
      ...(['GET', '/api/v1/customers?limit=1'] as const),
    );
    expect(first.customers).toEqual([other]);
    const cursor = first.pagination.next_cursor;
    expect(await ok('GET', `/api/v1/customers?limit=1&cursor=${cursor}`)).toEqual({
      customers: [changed.customer],
      pagination: { next_cursor: null, limit: 1 },
    });
    expect(await ok('DELETE', path)).toEqual({
      customer: { customer_id: customer.customer_id, deleted: true },
    });
    for (const method of ['GET', 'DELETE']) {
      expect(await call(method, path)).toMatchObject({
        status: 404,
        json: { error: { code: 'CUSTOMER_NOT_FOUND' } },
      });
    }
  });

  it('have names that no other customer has, also at the same moment', async () => {
    const { call, create } = await newCaller();
    await create('Acmé Imports', ['AI']);
    for (const body of [{ name: 'ACME IMPORTS ' }, { name: 'Other', aliases: ['ai'] }]) {
      expect(await call('POST', '/api/v1/customers', body)).toMatchObject({
        status: 409,
        json: {
          error: { code: 'CUSTOMER_CONFLICT', details: { names: [expect.stringMatching(/acme|ai/i)] } },
        },
      });
    }
    const bodies = Array.from({ length: 8 }, () => ({ name: 'Race', aliases: ['R'] }));
    const answers = await Promise.all(bodies.map((body) => call('POST', '/api/v1/customers', body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it.each([
    [[], 'body'],
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'a'.repeat(201) }, 'name'],
    [{ name: 'A', aliases: Array.from({ length: 11 }, (_, at) => `a${at}`) }, 'aliases'],
    [{ name: 'A', aliases: ['B', 'á'] }, 'aliases[1]'],
    [{ name: 'A', email: 'a' }, 'email'],
    [{ name: 'A', notes: '\u0000' }, 'notes'],
    [{ name: 'A', address: 'x' }, 'address'],
  ])('are rejected with a wrong field: %j', async (body, field) => {
    const { call } = await newCaller();
    expect(await call('POST', '/api/v1/customers', body)).toMatchObject({
      status: 400,
      json: { error: { details: { errors: [{ field }] } } },
    });
  });

  it('give quotes the contract rates and rules of all their names, until they are deleted', async () => {
    const { ok, call, create, quote } = await newCaller();
    const rates = [rateBody(RATE)];
    const stored = await ok<{ rates: { rate_id: string }[] }>('POST', '/api/v1/contract-rates', { rates });
    await ok('PUT', '/api/v1/pricing-strategy', {
      ...strategyBody(),
      rules: [{ name: 'Acme', when: { customer: 'acme home' }, terms: { validity_days: 3 } }],
    });
    const unknown = await quote('Acme Home Prodcts');
    expect(unknown).toMatchObject({ customer_id: null, rate_source: { type: 'market' } });
    expect(unknown.warnings).toContainEqual(expect.stringContaining('"Acme Home Products, Inc." has.'));
    expect((await quote('acme HOME products, inc.')).rate_source.type).toBe('contract');

    const { customer_id: id } = await create('Acme Home Products', ['AHP', 'Acme Home']);
    const rate = `/api/v1/contract-rates/${stored.rates[0]?.rate_id}`;
    expect(await ok('GET', rate)).toMatchObject({ rate: { customer_id: id, customer: RATE.customer } });
    for (const name of ['AHP', 'A.H.P. LLC', 'Acme Home Products', 'ACME HOME PRODUCTS Corp.']) {
      expect(await quote(name)).toMatchObject({
        ...{ customer: name, customer_id: id, rate_source: { type: 'contract' } },
        pricing_rule: { name: 'Acme' },
      });
    }

    const listed = (query: string) => call('GET', `/api/v1/quotes?${query}`);
    expect(await listed(`customer_id=${id}&limit=2`)).toMatchObject({
      json: {
        quotes: [{ customer: 'ACME HOME PRODUCTS Corp.' }, { customer: 'Acme Home Products' }],
        pagination: { total_count: 4 },
      },
    });
    for (const query of ['customer_id=CU-1', `customer_id=${id}&customer=AHP`]) {
      expect(await listed(query)).toMatchObject({
        status: 400,
        json: { error: { details: { errors: [{ field: 'customer_id' }] } } },
      });
    }

    await ok('DELETE', `/api/v1/customers/${id}`);
    const late = await quote('AHP');
    expect(late).toMatchObject({ customer_id: null, rate_source: { type: 'market' } });
    expect(late.pricing_rule).toBeUndefined();
    expect(late.warnings).toContainEqual(expect.stringContaining('"Acme Home Products" was deleted'));
    expect(await call('POST', '/api/v1/contract-rates', { rates })).toMatchObject({
      status: 400,
      json: { error: { details: { errors: [{ field: 'rates[0].customer' }] } } },
    });
    await create('Acme Home Products');
    expect((await quote('Acme Home Products')).rate_source.type).toBe('contract');
  });

  it('are not guessed if a name can be two of them', async () => {
    const { create, quote } = await newCaller();
    await create('Acme Inc');
    await create('Acme LLC');
    const { customer_id, warnings } = await quote('Acme');
    expect([customer_id, warnings[0]]).toEqual([null, expect.stringContaining('Acme Inc; Acme LLC')]);
    expect((await quote('ACME LLC')).customer_id).not.toBeNull();
  });
});
