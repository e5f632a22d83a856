import { beforeAll, describe, expect, it } from '@jest/globals';
import { addDays, utcDay } from '../../../shared/platform/time/utc-calendar.ts';
import { createOrganization, type ServiceUnderTest } from '../../support/service-under-test.ts';

const REQUEST = {
  origin: 'USLAX',
  destination: 'Phoenix, AZ',
  equipment_type: 'container_40hc',
  pickup_date: addDays(utcDay(new Date()), 5),
  customer: 'Acme Imports',
};

interface Quote {
  readonly quote_id: string;
  readonly revises?: string;
}

/** Declines, revisions and conversions of quotes over HTTP. */
export function quoteOutcomesSuite(service: () => ServiceUnderTest): void {
  describe('the outcome of a quote', () => {
    let apiKey: string;
    let otherKey: string;
    beforeAll(async () => {
      ({ apiKey } = await createOrganization(service()));
      otherKey = (await createOrganization(service())).apiKey;
    });

    const call = (method: string, path: string, body?: unknown, headers = {}, key = apiKey) =>
      service().call(method, path, { key, headers, ...(body === undefined ? {} : { body }) });
    const created = async (): Promise<Quote> =>
      Object((await call('POST', '/api/v1/quotes', REQUEST)).json).quote;
    const listed = async (outcome: string) =>
      Object((await call('GET', `/api/v1/quotes?outcome=${outcome}`)).json).pagination.total_count;

    it('follows a negotiation: declined, revised, won', async () => {
      const { quote_id: first } = await created();
      const declined = await call('POST', `/api/v1/quotes/${first}/decline`, {
        reason: 'price',
        competitor_price: 1_500,
      });
      expect([declined.status, declined.json]).toMatchObject([
        200,
        { quote: { outcome: 'lost', decline: { reason: 'price', competitor_price: 1_500 } } },
      ]);
      expect(await listed('lost')).toBe(1);

      const headers = { 'Idempotency-Key': 'revision' };
      const path = `/api/v1/quotes/${first}/revise`;
      const revised = await call('POST', path, { equipment_type: 'container_20' }, headers);
      const quote: Quote = Object(revised.json).quote;
      expect([revised.status, quote]).toMatchObject([
        200,
        { revises: first, customer: 'Acme Imports', equipment_type: 'container_20' },
      ]);
      const again = await call('POST', path, { equipment_type: 'container_20' }, headers);
      expect([again.status, again.json]).toEqual([200, revised.json]);
      expect(await call('POST', path, {}, headers)).toMatchObject({
        status: 409,
        json: { error: { code: 'IDEMPOTENCY_CONFLICT' } },
      });

      const won = await call('POST', `/api/v1/quotes/${quote.quote_id}/convert`, {
        order_reference: 'SO-1',
      });
      expect([won.status, won.json]).toMatchObject([
        200,
        { quote: { outcome: 'won', conversion: { order_reference: 'SO-1' } } },
      ]);
      expect(await Promise.all(['won', 'lost', 'superseded', 'open', 'expired'].map(listed))).toEqual([
        1, 0, 1, 0, 0,
      ]);
      expect(await call('GET', `/api/v1/quotes/${first}`)).toMatchObject({
        json: { quote: { status: 'active', outcome: 'superseded', superseded_by: quote.quote_id } },
      });
    });

    it('is not superseded by a revision above the monthly limit of quotes', async () => {
      const { apiKey: limited } = await createOrganization(service(), '--quote-limit', '2');
      const made = await call('POST', '/api/v1/quotes', REQUEST, {}, limited);
      const revise = ({ quote_id: id }: Quote) =>
        call('POST', `/api/v1/quotes/${id}/revise`, {}, {}, limited);
      const second = await revise(Object(made.json).quote);
      expect(second.status).toBe(200);
      const { quote } = Object(second.json) as { readonly quote: Quote };
      expect(await revise(quote)).toMatchObject({
        status: 429,
        json: { error: { code: 'QUOTE_LIMIT_EXCEEDED', details: { used: 2, limit: 2 } } },
      });
      expect(await call('GET', `/api/v1/quotes/${quote.quote_id}`, undefined, {}, limited)).toMatchObject({
        json: { quote: { outcome: 'open' } },
      });
    });

    it('is listed by customer and reference, with exact totals', async () => {
      const { apiKey: key } = await createOrganization(service());
      const quote = (fields: object) => call('POST', '/api/v1/quotes', { ...REQUEST, ...fields }, {}, key);
      const first = Object((await quote({ customer: 'Müller & Söhne', customer_reference: 'PO 1' })).json);
      await quote({ customer: 'müller & söhne', customer_reference: 'PO 2' });
      await quote({ customer: 'Acme', customer_reference: 'po 1' });
      await call('POST', `/api/v1/quotes/${first.quote.quote_id}/decline`, { reason: 'price' }, {}, key);
      const totalOf = async (query: Record<string, string>, by = key) => {
        const path = `/api/v1/quotes?${new URLSearchParams({ ...query, limit: '1' })}`;
        const { quotes, pagination } = Object((await call('GET', path, undefined, {}, by)).json);
        expect(quotes).toHaveLength(Math.min(pagination.total_count, 1));
        return pagination.total_count;
      };
      expect(await totalOf({ customer: 'MULLER & SOHNE' })).toBe(2);
      expect(await totalOf({ customer: 'Müller & Söhne', outcome: 'lost' })).toBe(1);
      expect(await totalOf({ customer_reference: 'PO 1 ' })).toBe(2);
      expect(await totalOf({ customer_reference: 'PO 1', status: 'active', outcome: 'open' })).toBe(1);
      expect(await totalOf({ customer_reference: 'PO 1', customer: 'Acme' })).toBe(1);
      expect(await totalOf({ customer_reference: 'PO 2', customer: 'Acme' })).toBe(0);
      expect(await totalOf({ customer: 'Müller & Söhne' }, otherKey)).toBe(0);
      expect(await totalOf({ customer_reference: 'PO 1' }, otherKey)).toBe(0);
      for (const query of ['customer=%20', 'customer_reference=%20', `customer=${'a'.repeat(201)}`]) {
        expect((await call('GET', `/api/v1/quotes?${query}`)).status).toBe(400);
      }
    });

    it('is not decided by another organization, or by a wrong body', async () => {
      const { quote_id: first } = await created();
      for (const [operation, body] of [
        ['decline', { reason: 'price' }],
        ['revise', {}],
        ['convert', {}],
      ] as const) {
        const path = `/api/v1/quotes/${first}/${operation}`;
        expect((await call('POST', path, body, {}, otherKey)).status).toBe(404);
        expect((await call('POST', path, '7')).status).toBe(400);
      }
      expect((await call('POST', `/api/v1/quotes/${first}/decline`, { reason: 'x' })).status).toBe(400);
      expect((await call('POST', `/api/v1/quotes/${first}/revise`, { equipment: 'reefer' })).status).toBe(
        400,
      );
      expect(await call('GET', `/api/v1/quotes/${first}`)).toMatchObject({
        json: { quote: { outcome: 'open' } },
      });
    });
  });
}
