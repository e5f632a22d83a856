import { beforeAll, describe, expect, it } from '@jest/globals';
import { createOrganization, type ServiceUnderTest } from '../../support/service-under-test.ts';

const PATH = '/api/v1/places/search';

interface Place {
  readonly text: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly coordinates: readonly [number, number];
}

/** GET /api/v1/places/search over HTTP. */
export function searchPlacesSuite(service: () => ServiceUnderTest): void {
  describe(`GET ${PATH}`, () => {
    let key: string;
    beforeAll(async () => {
      key = (await createOrganization(service())).apiKey;
    });

    const search = (query: string) => service().call('GET', `${PATH}${query}`, { key });
    const found = async (query: string) => {
      const { status, json } = await search(query);
      expect([query, status, json]).toEqual([query, 200, { status: 'success', data: expect.any(Array) }]);
      return (json as { data: Place[] }).data;
    };

    it('suggests cities and ZIP codes', async () => {
      expect((await found('?query=savan&limit=1'))[0]).toEqual({
        text: 'Savannah, GA',
        type: 'city',
        city: 'Savannah',
        state: 'GA',
        zip: '',
        coordinates: [expect.closeTo(32.08, 0), expect.closeTo(-81.09, 0)],
      });
      expect((await found('?query=31401'))[0]).toMatchObject({
        text: 'Savannah, GA 31401',
        type: 'zip',
        zip: '31401',
      });
    });

    it('suggests what rates and quotes accept, at the same coordinates', async () => {
      const [pickup_date = ''] = new Date(Date.now() + 3 * 86_400_000).toISOString().split('T');
      for (const query of ['st%20lou', '303', 'rancho%20d']) {
        const [{ text = '', city, state, zip, coordinates } = {} as Partial<Place>] = await found(
          `?query=${query}`,
        );
        const lane = { destinationCity: city, destinationState: state, destinationZip: zip };
        const rates = await service().call('POST', '/api/v1/rates', {
          key,
          body: [{ originTerminal: 'APM Elizabeth Terminal', ...lane }],
        });
        const quote = await service().call('POST', '/api/v1/quotes', {
          key,
          body: { origin: 'USNYC', destination: text, equipment_type: 'dryvan', pickup_date },
        });
        expect([rates.status, quote.status]).toEqual([200, 200]);
        expect(Object(rates.json).data[0].destination.coordinates).toEqual(coordinates);
        expect(Object(quote.json).quote.route.destination.coordinates).toEqual(coordinates);
      }
    });

    it('returns at most `limit` suggestions, 10 without it, and none for an unknown place', async () => {
      expect(await found('?query=s&limit=20')).toHaveLength(20);
      expect(await found('?query=s')).toHaveLength(10);
      expect(await found('?query=zzzzzz')).toEqual([]);
      expect(await found('?query=%3Cscript%3E%F0%9F%9A%9A')).toEqual([]);
    });

    it.each([
      ['no query', ''],
      ['an empty query', '?query='],
      ['a blank query', '?query=%20%20'],
      ['a query of 101 characters', `?query=${'a'.repeat(101)}`],
      ['a control character', '?query=a%00b'],
      ['limit 0', '?query=a&limit=0'],
      ['limit 21', '?query=a&limit=21'],
      ['a limit that is not a number', '?query=a&limit=ten'],
    ])('answers 400 to %s, in the numeric format', async (_case, query) => {
      const { status, json } = await search(query);
      expect([status, json]).toEqual([
        400,
        {
          error: {
            code: 400,
            type: 'invalid_parameters',
            message: expect.stringMatching(/^(query|limit) must/),
          },
        },
      ]);
    });

    it('answers a key that may only read, and is not counted as usage', async () => {
      const { orgId, apiKey } = await createOrganization(service(), '--usage-limit', '1', '--no-billing');
      const reading = await service().freight<{ apiKey: string }>(
        ...['key', 'create', orgId, '--scopes', 'read', '--json'],
      );
      for (const by of [apiKey, reading.apiKey, apiKey]) {
        const { status } = await service().call('GET', `${PATH}?query=atl`, { key: by });
        expect(status).toBe(200);
      }
    });
  });
}
