import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  createOrganization,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const REQUEST = {
  origin: '90731',
  destination: 'Phoenix, AZ',
  equipment_type: 'container_40',
  pickup_date: dayFromNow(3),
};

type Listed = {
  readonly quotes: readonly { readonly quote_id: string; readonly status: string }[];
  readonly pagination: unknown;
};

/** The list of quotes: order, pages, filters, and rejected queries. */
export function quotesListSuite(service: () => ServiceUnderTest): void {
  describe('the list of quotes', () => {
    let organization: TestOrganization;
    /** Newest first; the first one is converted. */
    let ids: readonly string[];

    const call = (method: string, path: string, body?: unknown) =>
      service().call(method, path, {
        key: organization.apiKey,
        ...(body === undefined ? {} : { body }),
      });
    const list = async (query: string): Promise<Listed> => {
      const { status, json } = await call('GET', `/api/v1/quotes${query}`);
      expect([status, json]).toMatchObject([200, { quotes: expect.any(Array) }]);
      return json as Listed;
    };
    const idsOf = ({ quotes }: Listed) => quotes.map(({ quote_id }) => quote_id);

    beforeAll(async () => {
      organization = await createOrganization(service());
      const made: string[] = [];
      for (let count = 0; count < 5; count++) {
        const { json } = await call('POST', '/api/v1/quotes', REQUEST);
        made.unshift((json as { quote: { quote_id: string } }).quote.quote_id);
      }
      ids = made;
      await call('POST', `/api/v1/quotes/${ids[0]}/convert`);
    });

    it('is sorted newest first, with all fields of each quote', async () => {
      const listed = await list('');

      expect(idsOf(listed)).toEqual(ids);
      expect(listed.pagination).toEqual({ total_count: 5, limit: 20, offset: 0 });
      expect(listed.quotes[1]).toEqual({
        quote_id: ids[1],
        status: 'active',
        outcome: 'open',
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        total_rate: expect.any(Number),
        currency: 'USD',
        route: { origin: expect.any(String), destination: 'Phoenix, AZ' },
        equipment_type: 'container_40',
        customer_reference: expect.any(String),
        customer: '',
        customer_id: null,
        expiry_date: expect.stringMatching(/T23:59:59Z$/),
        margin: expect.any(Object),
      });
      expect(listed.quotes[0]).not.toHaveProperty('expiry_date');
    });

    it('has the values of the individual quote', async () => {
      const { json } = await call('GET', `/api/v1/quotes/${ids[1]}`);
      const { quote } = json as {
        quote: {
          created_at: string;
          expiry_date: string;
          margin: object;
          pricing: { total_rate: number };
          route: { requested: { origin: string } };
        };
      };
      const { quotes } = await list('?limit=1&offset=1');
      expect(quotes[0]).toMatchObject({
        created_at: quote.created_at,
        expiry_date: quote.expiry_date,
        margin: quote.margin,
        total_rate: quote.pricing.total_rate,
        route: { origin: quote.route.requested.origin },
      });
    });

    it('has pages without gaps or repetitions, and an empty page after the end', async () => {
      const pages = await Promise.all([0, 2, 4, 6].map((offset) => list(`?limit=2&offset=${offset}`)));

      expect(pages.flatMap(idsOf)).toEqual(ids);
      expect(pages.map(({ pagination }) => pagination)).toEqual(
        [0, 2, 4, 6].map((offset) => ({ total_count: 5, limit: 2, offset })),
      );
    });

    it.each([
      ['status=converted', [0]],
      ['status=active', [1, 2, 3, 4]],
      ['status=expired', []],
      ['status=', [0, 1, 2, 3, 4]],
      ['limit=100&unknown=1', [0, 1, 2, 3, 4]],
      ['limit=1e2&offset=0.0', [0, 1, 2, 3, 4]],
      [`start_date=${dayFromNow(1)}`, []],
      [`end_date=${dayFromNow(-1)}`, []],
      [`start_date=${dayFromNow(-1)}&end_date=${dayFromNow(1)}&status=active`, [1, 2, 3, 4]],
    ] as [string, number[]][])('contains the matching quotes for ?%s', async (query, positions) => {
      const listed = await list(`?${query}`);
      expect(idsOf(listed)).toEqual(positions.map((position) => ids[position]));
      expect(listed.pagination).toMatchObject({ total_count: positions.length });
    });

    it.each([
      ['status=ACTIVE', ['status']],
      ['status=pending', ['status']],
      ['limit=1e3', ['limit']],
      ['limit=1e', ['limit']],
      ['limit=0', ['limit']],
      ['limit=101', ['limit']],
      ['limit=1.5', ['limit']],
      ['limit=-1', ['limit']],
      ['limit=%2B5', ['limit']],
      ['limit=0x10', ['limit']],
      ['offset=-1', ['offset']],
      ['offset=abc', ['offset']],
      ['offset=99999999999999999999', ['offset']],
      ['start_date=2026-02-30', ['start_date']],
      ['end_date=11/30/2026', ['end_date']],
      ['start_date=2026-03-02&end_date=2026-03-01', ['start_date']],
      [
        'status=ACTIVE&limit=1e3&offset=x&start_date=y&end_date=z',
        ['status', 'start_date', 'end_date', 'limit', 'offset'],
      ],
    ])('rejects ?%s', async (query, fields) => {
      const { status, json } = await call('GET', `/api/v1/quotes?${query}`);
      expect([status, json]).toMatchObject([
        400,
        {
          error: {
            code: 'INVALID_PARAMETERS',
            details: { errors: fields.map((field) => ({ field, message: expect.any(String) })) },
          },
        },
      ]);
    });
  });
}
