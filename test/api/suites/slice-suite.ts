import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  createOrganization,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';
import { TO_CHICAGO } from './rates-caller.ts';

/** The main use: find a terminal, then price a lane from it. */
export function sliceSuite(service: () => ServiceUnderTest): void {
  describe('the API', () => {
    let organization: TestOrganization;

    beforeAll(async () => {
      organization = await createOrganization(service());
    });

    it('finds the terminal "port elizabeth"', async () => {
      const { status, json } = await service().call('GET', '/api/v1/terminals/search?query=port+elizabeth', {
        key: organization.apiKey,
      });
      expect(status).toBe(200);
      expect(json).toMatchObject({
        status: 'success',
        pagination: { currentPage: 1, hitsPerPage: 10, totalPages: 1 },
      });
      const { data, pagination } = json as { data: unknown[]; pagination: { totalHits: number } };
      expect(data).toHaveLength(pagination.totalHits);
      expect(data[0]).toMatchObject({
        name: 'APM Elizabeth Terminal',
        geolocation: [expect.closeTo(40.67, 0), expect.closeTo(-74.15, 0)],
        type: 'marine',
        address: expect.any(String),
        city: 'Elizabeth',
        state: 'NJ',
        zip: expect.stringMatching(/^\d{5}$/),
      });
    });

    it('prices the lane from this terminal to Chicago IL 60632, about 800 miles, with all fields', async () => {
      const { status, json } = await service().call('POST', '/api/v1/rates', {
        key: organization.apiKey,
        body: [TO_CHICAGO],
      });
      expect([status, json]).toEqual([200, expect.objectContaining({ status: 'success' })]);
      const [lane] = (
        json as { data: { analysis: { distance: number; timeline: { entries: unknown[] } } }[] }
      ).data;
      expect(lane).toMatchObject({
        origin: { terminal: 'APM Elizabeth Terminal', type: 'marine', city: 'Elizabeth', state: 'NJ' },
        destination: { city: 'Chicago', state: 'IL', zip: '60632' },
        analysis: {
          suggestedRate: expect.any(Number),
          ratePerMile: expect.any(Number),
          confidenceScore: expect.any(Number),
          rateRange: { min: expect.any(Number), max: expect.any(Number) },
          trend: expect.stringMatching(/^(rising|falling|stable)$/),
          activity: expect.stringMatching(/^(low|medium|high)$/),
        },
      });
      expect(lane?.analysis.distance).toBeGreaterThan(760);
      expect(lane?.analysis.distance).toBeLessThan(840);
      expect(lane?.analysis.timeline.entries).toHaveLength(13);
    });

    it('prices ten lanes in one call, in order', async () => {
      const cities = ['Chicago', 'Columbus', 'Pittsburgh', 'Albany', 'Boston'];
      const states = ['IL', 'OH', 'PA', 'NY', 'MA'];
      const lanes = [...cities, ...cities].map((destinationCity, index) => ({
        originTerminal: 'APM Elizabeth Terminal',
        destinationCity,
        destinationState: states[index % 5],
      }));
      const { status, json } = await service().call('POST', '/api/v1/rates', {
        key: organization.apiKey,
        body: lanes,
      });
      expect(status).toBe(200);
      const answered = (json as { data: { destination: { city: string } }[] }).data;
      expect(answered.map(({ destination }) => destination.city)).toEqual([...cities, ...cities]);
    });

    it('reports each invalid lane by its index', async () => {
      const { status, json } = await service().call('POST', '/api/v1/rates', {
        key: organization.apiKey,
        body: [TO_CHICAGO, { ...TO_CHICAGO, destinationCity: 'St. Louis' }, { destinationState: 'XX' }],
      });
      expect(status).toBe(400);
      expect(json).toMatchObject({
        error: { code: 400, type: 'invalid_lanes', message: 'Validation errors in requests' },
        errors: [
          {
            index: 1,
            errors: [
              expect.stringContaining(
                'destinationCity must contain only letters, spaces, hyphens, and apostrophes',
              ),
            ],
          },
          {
            index: 2,
            errors: expect.arrayContaining([
              expect.stringContaining('originTerminal must be a valid terminal name from the terminals list'),
            ]),
          },
        ],
      });
    });

    it.each([
      [
        { ...TO_CHICAGO, originTerminal: 'APM Elisabeth Terminal' },
        'Invalid terminal: APM Elisabeth Terminal',
      ],
      [
        {
          originTerminal: TO_CHICAGO.originTerminal,
          destinationCity: 'Nowhereville',
          destinationState: 'IL',
        },
        'Unable to geocode destination address: Nowhereville, IL',
      ],
      [
        { originTerminal: TO_CHICAGO.originTerminal, destinationCity: 'Honolulu', destinationState: 'HI' },
        expect.stringMatching(/distance cannot be calculated/i),
      ],
    ])('rejects a lane that cannot be priced: %j', async (lane, message) => {
      const { status, json } = await service().call('POST', '/api/v1/rates', {
        key: organization.apiKey,
        body: [lane],
      });
      expect([status, json]).toEqual([
        400,
        expect.objectContaining({ error: { code: 400, type: expect.any(String), message } }),
      ]);
    });

    it('counts only successful calls, and rejects the call above the usage limit', async () => {
      const small = await createOrganization(service(), '--usage-limit', '2');
      const price = (body: unknown) => service().call('POST', '/api/v1/rates', { key: small.apiKey, body });
      const answers = [
        await price([TO_CHICAGO]),
        await price([{}]),
        await price([TO_CHICAGO]),
        await price([TO_CHICAGO]),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 429]);
      expect(answers[3]?.json).toEqual({
        error: {
          code: 429,
          type: 'usage_limit_exceeded',
          message: 'API usage limit exceeded. Current usage: 2, Limit: 2',
        },
      });
    });
  });
}
