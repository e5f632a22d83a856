import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Answer,
  createOrganization,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';
import { TO_CHICAGO } from './rates-caller.ts';

interface Statement {
  readonly mode: string;
  readonly period: string;
  readonly used: number;
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: string;
  readonly billing: boolean;
  readonly history: readonly { readonly period: string; readonly used: number }[];
  readonly quotes: Pick<Statement, 'used' | 'history'> & {
    readonly limit: number | null;
    readonly remaining: number | null;
  };
}

const QUOTE = {
  origin: 'Savannah, GA',
  destination: 'Atlanta, GA',
  equipment_type: 'container_20',
  pickup_date: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
};

/** A rejection has the same seconds in Retry-After and RateLimit: those until the next month. */
function expectReset(rejected: Answer | undefined): void {
  const wait = Number(rejected?.headers.get('retry-after'));
  expect(rejected?.headers.get('ratelimit')).toMatch(new RegExp(`;r=0;t=${wait}$`));
  const now = new Date();
  const untilReset = (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()) / 1000;
  expect(wait).toBeGreaterThanOrEqual(Math.max(1, untilReset));
  expect(wait).toBeLessThan(untilReset + 60);
}

/** The usage of an organization: GET /api/v1/usage, headers of rates, and the operator's command. */
export function usageSuite(service: () => ServiceUnderTest): void {
  describe('usage', () => {
    let organization: TestOrganization;

    beforeAll(async () => {
      organization = await createOrganization(service(), '--usage-limit', '3');
    });

    const price = (of: TestOrganization, body: unknown = [TO_CHICAGO]) =>
      service().call('POST', '/api/v1/rates', { key: of.apiKey, body });
    const usage = (apiKey: string, query = '') =>
      service().call('GET', `/api/v1/usage${query}`, { key: apiKey });
    const stated = async (apiKey: string) => {
      const { status, json } = await usage(apiKey);
      expect(status).toBe(200);
      return (json as { data: Statement }).data;
    };

    it('is zero before the first call', async () => {
      const { json } = await usage(organization.apiKey);
      const period = new Date().toISOString().slice(0, 7);

      expect(json).toEqual({
        status: 'success',
        data: {
          mode: 'test',
          period,
          used: 0,
          limit: 3,
          remaining: 3,
          resetsAt: expect.stringMatching(/^\d{4}-\d{2}-01T00:00:00\.000Z$/),
          billing: true,
          history: [],
          quotes: { used: 0, limit: null, remaining: null, history: [] },
        },
      });
      const { resetsAt } = (json as { data: Statement }).data;
      expect(new Date(Date.parse(resetsAt) - 1).toISOString().slice(0, 7)).toBe(period);
    });

    it('increases by one per successful call; the headers equal the values of GET /api/v1/usage, also at the limit', async () => {
      const answers: Answer[] = [];
      for (const body of [[TO_CHICAGO], [TO_CHICAGO, TO_CHICAGO], [{}], [TO_CHICAGO], [TO_CHICAGO]]) {
        answers.push(await price(organization, body));
      }

      const headersOf = (name: string) => answers.map(({ headers }) => headers.get(name));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200, 429]);
      expect(headersOf('x-usage-limit')).toEqual(['3', '3', null, '3', '3']);
      expect(headersOf('x-usage-used')).toEqual(['1', '2', null, '3', '3']);
      expect(headersOf('x-usage-remaining')).toEqual(['2', '1', null, '0', '0']);
      expect(headersOf('ratelimit-policy').map((policy) => policy?.replace(/w=2\d{6}$/, 'w=month'))).toEqual([
        ...['"monthly-rates";q=3;w=month', '"monthly-rates";q=3;w=month', undefined],
        ...['"monthly-rates";q=3;w=month', '"monthly-rates";q=3;w=month'],
      ]);
      expect(headersOf('ratelimit').map((field) => field?.replace(/;t=\d+$/, ''))).toEqual([
        ...['"monthly-rates";r=2', '"monthly-rates";r=1', undefined],
        ...['"monthly-rates";r=0', '"monthly-rates";r=0'],
      ]);
      expect(headersOf('retry-after').slice(0, 4)).toEqual([null, null, null, null]);
      expectReset(answers[4]);
      const { period, used, remaining, resetsAt, history } = await stated(organization.apiKey);
      expect(headersOf('x-usage-reset')).toEqual([resetsAt, resetsAt, null, resetsAt, resetsAt]);
      expect({ used, remaining }).toEqual({ used: 3, remaining: 0 });
      expect(history).toEqual([{ period, used: 3 }]);
    });

    it('is separate for each mode', async () => {
      const { apiKey } = await service().freight<{ apiKey: string }>(
        ...['key', 'create', organization.orgId, '--live', '--json'],
      );
      expect(await stated(apiKey)).toMatchObject({ mode: 'live', used: 0, remaining: 3, history: [] });
    });

    it('is available without billing information, and excludes the calls rejected for that reason', async () => {
      const unbilled = await createOrganization(service(), '--no-billing');
      expect((await price(unbilled)).status).toBe(400);
      expect(await stated(unbilled.apiKey)).toMatchObject({ billing: false, used: 0 });
    });

    describe('for quotes', () => {
      let limited: TestOrganization;
      beforeAll(async () => {
        limited = await createOrganization(service(), '--quote-limit', '2');
      });

      const quote = (of: TestOrganization, headers: Record<string, string> = {}, body: unknown = QUOTE) =>
        service().call('POST', '/api/v1/quotes', { key: of.apiKey, body, headers });

      it('increases by one per quote up to the limit, but not for a replay, a failure or a deletion', async () => {
        const key = { 'Idempotency-Key': randomUUID() };
        const first = await quote(limited, key);
        const repeated = await quote(limited, key);
        const failed = await quote(limited, {}, { ...QUOTE, destination: 'Nowhereville' });
        const second = await quote(limited);
        const { quote_id } = (second.json as { quote: { quote_id: string } }).quote;
        await service().call('DELETE', `/api/v1/quotes/${quote_id}`, { key: limited.apiKey });
        const third = await quote(limited);
        const again = await quote(limited, key);

        const answers = [first, repeated, failed, second, third, again];
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200, 429, 200]);
        expect([repeated.text, again.text]).toEqual([first.text, first.text]);
        const { period, used, resetsAt, quotes } = await stated(limited.apiKey);
        expect(third.json).toEqual({
          error: {
            code: 'QUOTE_LIMIT_EXCEEDED',
            message: 'Monthly quote limit exceeded. Current usage: 2, Limit: 2',
            details: { used: 2, limit: 2, resets_at: resetsAt },
          },
        });
        const limits = answers.map(({ headers }) => headers.get('ratelimit')?.replace(/;t=\d+$/, ''));
        expect(limits).toEqual([
          ...['"monthly-quotes";r=1', undefined, undefined],
          ...['"monthly-quotes";r=0', '"monthly-quotes";r=0', undefined],
        ]);
        expectReset(third);
        expect(used).toBe(0);
        expect(quotes).toEqual({ used: 2, limit: 2, remaining: 0, history: [{ period, used: 2 }] });
      });

      it('can increase again after the operator raises or removes the limit', async () => {
        const { orgId } = limited;
        await service().freight('org', 'quote-limit', orgId, '3', '--json');
        expect([(await quote(limited)).status, (await quote(limited)).status]).toEqual([200, 429]);
        await service().freight('org', 'quote-limit', orgId, 'none', '--json');
        expect((await quote(limited)).status).toBe(200);

        expect(await service().freight('usage', orgId, '--json')).toMatchObject({
          test: { used: 0, quotes: { used: 4, limit: null, remaining: null } },
          live: { quotes: { used: 0 } },
        });
      });

      it('requires billing information, which is checked before the locations', async () => {
        const unbilled = await createOrganization(service(), '--no-billing');
        for (const body of [QUOTE, { ...QUOTE, destination: 'Nowhereville' }]) {
          const { status, json } = await quote(unbilled, {}, body);
          expect([status, json]).toEqual([
            400,
            {
              error: {
                code: 'BILLING_REQUIRED',
                message:
                  'Organization is missing billing information. Add it to the organization, then try again.',
                details: { billing: false },
              },
            },
          ]);
        }
        expect((await stated(unbilled.apiKey)).quotes).toMatchObject({ used: 0 });
      });
    });

    it.each(['1', '12', '36', ''])('accepts months=%s', async (months) => {
      expect((await usage(organization.apiKey, `?months=${months}`)).status).toBe(200);
    });

    it.each(['0', '37', '-1', '1.5', 'all', '1e2', '%20'])('rejects months=%s', async (months) => {
      const { status, json } = await usage(organization.apiKey, `?months=${months}`);

      expect([status, json]).toEqual([
        400,
        {
          error: {
            code: 400,
            type: 'invalid_parameters',
            message: 'months must be a whole number from 1 to 36',
          },
        },
      ]);
    });

    it("is printed by the operator's command for both modes", async () => {
      const { used } = await stated(organization.apiKey);

      const printed = await service().freight('usage', organization.orgId, '--months', '2', '--json');

      expect(printed).toMatchObject({
        orgId: organization.orgId,
        limit: 3,
        billing: true,
        test: { used, remaining: 3 - used },
        live: { used: 0, remaining: 3, history: [] },
      });
    });
  });
}
