import { beforeAll, describe, expect, it } from '@jest/globals';
import { addDays, utcDay } from '../../../shared/platform/time/utc-calendar.ts';
import { createEnterprise, type ServiceUnderTest } from '../../support/service-under-test.ts';
import { strategyBody } from '../../support/strategy-body.ts';

const PATH = '/api/v1/pricing-strategy';

interface History {
  readonly versions: readonly { version: number; updated_by: string; note: string; terms: object }[];
  readonly pagination: { readonly next_cursor: string | null; readonly limit: number };
}
interface Preview {
  readonly current_version: number;
  readonly summary: Record<string, number>;
  readonly quotes: readonly {
    quote_id: string;
    quoted_total: number;
    before: { total_rate: number };
    after: { total_rate: number };
    change: number;
  }[];
}

/** History and preview of the pricing strategy over HTTP. */
export function strategyPreviewSuite(service: () => ServiceUnderTest): void {
  const newKey = async () => (await createEnterprise(service())).apiKey;
  const replace = (key: string, change: object) =>
    service().call('PUT', PATH, { key, body: strategyBody({ ...change }) });
  const keyOf = async (orgId: string, scopes: string) =>
    await service().freight<{ apiKey: string; keyId: string }>(
      'key',
      'create',
      orgId,
      '--scopes',
      scopes,
      '--json',
    );

  describe(`GET ${PATH}/history`, () => {
    const read = async (key: string, query = '') => {
      const { status, json } = await service().call('GET', `${PATH}/history${query}`, { key });
      expect([query, status]).toEqual([query, 200]);
      return json as History;
    };

    it('is version 0 with the default terms at first', async () => {
      expect(await read(await newKey())).toEqual({
        versions: [{ version: 0, updated_at: '', updated_by: '', note: '', terms: strategyBody() }],
        pagination: { next_cursor: null, limit: 20 },
      });
    });

    it('has terms, author, time and note of each version, and its terms restore a version', async () => {
      const { orgId, apiKey } = await createEnterprise(service());
      const { apiKey: other, keyId } = await keyOf(orgId, 'read,write');
      await replace(apiKey, { validity_days: 1 });
      await replace(other, { validity_days: 2, note: '  More time\r\nfor offers 🚚 ' });

      const { versions } = await read(apiKey);
      expect(
        versions.map(({ version, note, terms }) => [version, note, Object(terms).validity_days]),
      ).toEqual([
        [2, 'More time\nfor offers 🚚', 2],
        [1, '', 1],
        [0, '', 7],
      ]);
      expect(versions[0]?.updated_by).toBe(keyId);
      expect(versions[1]?.updated_by).toMatch(/^key_/);
      expect(versions[1]?.updated_by).not.toBe(keyId);
      const restored = await service().call('PUT', PATH, { key: apiKey, body: versions[1]?.terms });
      expect(Object(restored.json)).toMatchObject({ version: 3, validity_days: 1 });
      expect(Object((await service().call('GET', PATH, { key: apiKey })).json)).not.toHaveProperty('note');
    });

    it.each(['?limit=0', '?limit=101', '?limit=x', '?cursor=x', '?cursor=-1', '?cursor=1e2'])(
      'answers 400 to %s',
      async (query) => {
        const { status, json } = await service().call('GET', `${PATH}/history${query}`, {
          key: await newKey(),
        });
        expect([status, json]).toMatchObject([400, { error: { code: 'INVALID_PARAMETERS' } }]);
      },
    );
  });

  describe(`PUT ${PATH} with a note`, () => {
    it.each([
      ['501 characters', 'x'.repeat(501)],
      ['a control character', 'a\u0007b'],
      ['a number', 7],
    ])('rejects %s', async (_case, note) => {
      const { status, json } = await replace(await newKey(), { note });
      expect([status, json]).toMatchObject([400, { error: { details: { errors: [{ field: 'note' }] } } }]);
    });
  });

  describe(`POST ${PATH}/preview`, () => {
    let key: string;
    const totals: number[] = [];
    const quote = async (origin: string, destination: string, equipment_type: string, by = key) => {
      const body = { origin, destination, equipment_type, pickup_date: addDays(utcDay(new Date()), 5) };
      const { json } = await service().call('POST', '/api/v1/quotes', { key: by, body });
      return Object(json).quote.pricing.total_rate as number;
    };
    const preview = async (change: object, by = key) => {
      const { status, json, headers } = await service().call('POST', `${PATH}/preview`, {
        key: by,
        body: strategyBody({ ...change }),
      });
      expect(status).toBe(200);
      return { ...(json as Preview), etag: headers.get('etag') };
    };
    beforeAll(async () => {
      ({ apiKey: key } = await createEnterprise(service()));
      totals.push(await quote('Garden City Terminal', 'Atlanta, GA', 'container_40'));
      totals.push(await quote('Chicago, IL', 'Memphis, TN', 'dryvan'));
    });

    it('answers the totals of the quotes before, and after as new quotes then have them', async () => {
      const change = {
        margins: [{ from_miles: 0, percent: 33.33, floor: 0 }],
        rounding: { to: 5, mode: 'up' },
      };
      const { quotes, summary, current_version, etag } = await preview(change);
      expect([current_version, etag]).toEqual([0, '"0"']);
      expect(quotes.map(({ before, quoted_total }) => [before.total_rate, quoted_total])).toEqual(
        totals.toReversed().map((total) => [total, total]),
      );
      expect(summary).toMatchObject({ quotes: 2, skipped: 0, changed: 2, increased: 2, decreased: 0 });

      const { apiKey: fresh } = await createEnterprise(service());
      await replace(fresh, change);
      const repeated = [
        await quote('Garden City Terminal', 'Atlanta, GA', 'container_40', fresh),
        await quote('Chicago, IL', 'Memphis, TN', 'dryvan', fresh),
      ];
      expect(quotes.map(({ after }) => after.total_rate)).toEqual(repeated.toReversed());
    });

    it('changes nothing, and the current terms make no difference', async () => {
      const state = async () => ({
        strategy: (await service().call('GET', PATH, { key })).json,
        history: (await service().call('GET', `${PATH}/history`, { key })).json,
        quotes: (await service().call('GET', '/api/v1/quotes', { key })).json,
        usage: (await service().call('GET', '/api/v1/usage', { key })).json,
      });
      const before = await state();
      const { summary, quotes } = await preview({});
      expect([summary.changed, quotes.map(({ change }) => change)]).toEqual([0, [0, 0]]);
      await preview({ validity_days: 90, note: 'is not a part of a preview' });
      expect(await state()).toEqual(before);
    });

    it('prices at most `quotes` quotes, and none of an account without quotes', async () => {
      expect((await preview({ quotes: 1 })).quotes).toHaveLength(1);
      const empty = await preview({}, await newKey());
      expect([empty.quotes, empty.summary.quotes, empty.summary.median_change]).toEqual([[], 0, 0]);
    });

    it.each([
      ['no terms', {}, 'margins'],
      ['quotes 0', strategyBody({ quotes: 0 }), 'quotes'],
      ['quotes 101', strategyBody({ quotes: 101 }), 'quotes'],
      ['quotes as a text', strategyBody({ quotes: '5' }), 'quotes'],
      ['a list', [], 'body'],
    ])('answers 400 to %s', async (_case, body, field) => {
      const { status, json } = await service().call('POST', `${PATH}/preview`, { key, body });
      expect([status, json]).toMatchObject([400, { error: { code: 'INVALID_PARAMETERS' } }]);
      expect(Object(json).error.details.errors.map((error: { field: string }) => error.field)).toContain(
        field,
      );
    });
  });
}
