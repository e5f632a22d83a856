import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { RateResult } from '../../../shared/rates/rates-document.ts';
import { createEnterprise, type ServiceUnderTest } from '../../support/service-under-test.ts';
import { RATES, TO_CHICAGO, TO_COLUMBUS } from './rates-caller.ts';

/** POST /api/v1/rates?include=route over HTTP. */
export function ratesRouteSuite(service: () => ServiceUnderTest): void {
  describe('rates with include=route', () => {
    let key: string;
    beforeAll(async () => {
      key = (await createEnterprise(service())).apiKey;
    });
    const call = (query: string, headers = {}) =>
      service().call('POST', `${RATES}${query}`, { key, headers, body: [TO_CHICAGO, TO_COLUMBUS] });
    const rows = ({ json }: { json: unknown }) => (json as { data: RateResult[] }).data;

    it('have the path of each lane, with the same rates as without it', async () => {
      const [plain, routed] = [await call(''), await call('?include=route')];
      expect([plain.status, routed.status]).toEqual([200, 200]);
      expect(rows(plain).every((row) => !('route' in row))).toBe(true);
      expect(rows(routed).map(({ route, ...row }) => row)).toEqual(rows(plain));
      for (const { route, origin, destination, analysis } of rows(routed)) {
        const { coordinates = [], type } = route?.geometry ?? {};
        expect(type).toBe('LineString');
        expect(coordinates.at(0)?.toReversed()).toEqual(origin.coordinates);
        expect(coordinates.at(-1)?.toReversed()).toEqual(destination.coordinates);
        expect(route?.highways.map(({ name }) => name)).toEqual(
          expect.arrayContaining([expect.stringMatching(/^I-\d+/)]),
        );
        expect([route?.source, route?.notes]).toEqual([analysis.distanceSource, []]);
        expect(Math.abs((route?.miles ?? 0) - analysis.distance)).toBeLessThan(0.11);
      }
    });

    it('replay the path with the same Idempotency-Key, and are another call than rates without it', async () => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const first = await call('?include=route', headers);
      const again = await call('?include=route', headers);
      const other = await call('', headers);
      expect([first.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
        200,
        first.text,
        'true',
      ]);
      expect(other.status).toBe(409);
    });

    it.each(['?include=map', '?include=route,map', '?include=ROUTE'])('answer 400 to %s', async (query) => {
      const { status, json } = await call(query);
      expect([status, json]).toEqual([
        400,
        { error: { code: 400, type: 'invalid_parameters', message: 'include must be route' } },
      ]);
    });
  });
}
