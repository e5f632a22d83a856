import { describe, expect, it } from '@jest/globals';
import { addDays, utcDay } from '../../../shared/platform/time/utc-calendar.ts';
import { createOrganization, type ServiceUnderTest } from '../../support/service-under-test.ts';

const REQUEST = {
  origin: 'USLAX',
  destination: 'Phoenix, AZ',
  equipment_type: 'container_40hc',
  pickup_date: addDays(utcDay(new Date()), 5),
};

interface Quote {
  readonly quote_id: string;
  readonly margin: { readonly amount: number };
  readonly market: { readonly spread: { readonly amount: number } };
}

const dollars = (cents: number) => Math.round(cents * 100) / 100;

/** Reports on quotes over HTTP. */
export function quoteReportSuite(service: () => ServiceUnderTest): void {
  describe('the report on quotes', () => {
    const caller = async () => {
      const { apiKey: key } = await createOrganization(service());
      const call = (method: string, path: string, body?: unknown) =>
        service().call(method, path, { key, ...(body === undefined ? {} : { body }) });
      const created = async (fields: object): Promise<Quote> =>
        Object((await call('POST', '/api/v1/quotes', { ...REQUEST, ...fields })).json).quote;
      const report = async (query = '') => Object((await call('GET', `/api/v1/reports/quotes${query}`)).json);
      return { call, created, report };
    };

    it('has the outcomes, margins and spreads of quotes as soon as a call is answered', async () => {
      const { call, created, report } = await caller();
      expect(await report()).toMatchObject({ rows: [], total: { quotes: 0, win_rate: null } });

      const won = await created({ customer: 'Acme Imports' });
      const lost = await created({ customer: 'ACME imports', destination: 'Las Vegas, NV' });
      const deleted = await created({ customer: 'Gone' });
      const revised = await created({ equipment_type: 'container_20' });
      await call('POST', `/api/v1/quotes/${won.quote_id}/convert`);
      await call('POST', `/api/v1/quotes/${lost.quote_id}/decline`, { reason: 'price' });
      await call('DELETE', `/api/v1/quotes/${deleted.quote_id}`);
      const { json } = await call('POST', `/api/v1/quotes/${revised.quote_id}/revise`, {
        destination: 'Las Vegas, NV',
      });
      const open: Quote = Object(json).quote;

      const average = (part: (quote: Quote) => number, ...of: Quote[]) =>
        dollars(of.reduce((sum, quote) => sum + part(quote), 0) / of.length);
      const margin = (...of: Quote[]) => average((quote) => quote.margin.amount, ...of);
      const spread = (...of: Quote[]) => average((quote) => quote.market.spread.amount, ...of);
      const figures = {
        ...{ quotes: 3, won: 1, lost: 1, superseded: 1, win_rate: 50 },
        average_margin: { amount: margin(won, lost, open) },
        average_margin_won: { amount: margin(won) },
        spread_to_market: { amount: spread(won, lost, open) },
        spread_to_market_won: { amount: spread(won) },
      };
      const month = new Date().toISOString().slice(0, 7);
      expect(await report()).toMatchObject({
        ...{ to: month, group_by: 'month', total_rows: 1, total: figures },
        rows: [{ key: month, ...figures }],
      });

      expect((await report('?group_by=customer')).rows).toMatchObject([
        { key: expect.stringMatching(/^acme imports$/i), quotes: 2, won: 1, lost: 1 },
        { key: '', quotes: 1, superseded: 1 },
      ]);
      expect((await report('?group_by=lane')).rows).toMatchObject([
        { key: 'Los Angeles, CA to Las Vegas, NV', quotes: 2, lost: 1, superseded: 0 },
        { key: 'Los Angeles, CA to Phoenix, AZ', quotes: 1, won: 1, superseded: 1 },
      ]);
      expect(await report('?group_by=equipment&limit=1')).toMatchObject({
        ...{ rows: [{ key: 'container_40hc', quotes: 2 }], total_rows: 2, total: { quotes: 3 } },
      });
      expect(await report('?to=2020-01')).toMatchObject({ from: '2019-02', rows: [], total: { quotes: 0 } });
    });

    it('has no quotes of other organizations', async () => {
      const [one, other] = [await caller(), await caller()];
      await one.created({ customer: 'Acme Imports' });
      expect(await other.report('?group_by=customer')).toMatchObject({ rows: [], total: { quotes: 0 } });
    });

    it('names every invalid parameter', async () => {
      const { call } = await caller();
      expect(
        await call('GET', '/api/v1/reports/quotes?from=2026-13&to=x&group_by=day&limit=0'),
      ).toMatchObject({
        status: 400,
        json: {
          error: {
            code: 'INVALID_PARAMETERS',
            details: {
              errors: [{ field: 'from' }, { field: 'to' }, { field: 'group_by' }, { field: 'limit' }],
            },
          },
        },
      });
    });
  });
}
