import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EVENT_NAMES } from '../../../shared/webhooks/events/event-names.ts';
import { eventually } from '../../support/eventually.ts';
import { eventsAt } from '../../support/received-events.ts';
import { createOrganization, type ServiceUnderTest } from '../../support/service-under-test.ts';
import { type DeliveriesCaller, deliveriesCaller } from './deliveries-caller.ts';

interface Rfp {
  readonly rfp_id: string;
  readonly status: string;
  readonly lanes: { readonly total: number; readonly priced: number; readonly failed: number };
  readonly upload?: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
  };
}
interface Lane {
  readonly index: number;
  readonly status: string;
  readonly outcome: string | null;
  readonly error?: { readonly code: string };
  readonly pricing: {
    readonly total_rate: number;
    readonly margin_percent: number;
    readonly tolls?: { readonly amount: number };
  } | null;
}

/** The life of an RFP over HTTP, and the events of all types at one receiver. */
export function rfpsSuite(service: () => ServiceUnderTest): void {
  describe('an RFP', () => {
    let our: DeliveriesCaller;
    let rfpId: string;
    beforeAll(async () => {
      our = await deliveriesCaller(service());
      await our.register([...EVENT_NAMES]);
    });
    afterAll(() => our?.receiver.stop());

    const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
      const { status, json, text } = await our.call(method, `/api/v1/rfps${path}`, body);
      expect([status, text]).toEqual([200, text]);
      return json as Body;
    };
    const read = async (id: string) => (await call<{ rfp: Rfp }>('GET', `/${id}`)).rfp;
    const priced = (id: string) =>
      eventually(
        () => read(id),
        ({ status }) => status === 'priced' || status === 'failed',
      );
    const lanesOf = async () => (await call<{ lanes: Lane[] }>('GET', `/${rfpId}/lanes`)).lanes;

    it('is priced lane by lane; a lane with a fault fails alone', async () => {
      const lanes = [
        { lane_id: '=A', origin: 'USLAX', destination: 'Phoenix, AZ', weekly_volume: 3, weight: 1 },
        { lane_id: 'B', origin: 'Maher Terminals', destination: 'Brooklyn, NY', weekly_volume: 2 },
        { lane_id: 'C', origin: 'USLAX', destination: 'Nowhere, ZZ' },
      ];
      const body = { name: 'Drayage 2027', customer: 'Acme', equipment_type: 'container_40hc', lanes };
      const made = await call<{ rfp: Rfp; warnings?: string[] }>('POST', '', body);
      expect(made.warnings).toEqual(['Unknown fields were ignored: lanes[].weight.']);
      rfpId = made.rfp.rfp_id;

      expect(await priced(rfpId)).toMatchObject({
        status: 'priced',
        lanes: { total: 3, priced: 2, failed: 1 },
      });
      expect((await lanesOf()).map(({ status, error }) => [status, error?.code])).toEqual([
        ['priced', undefined],
        ['priced', undefined],
        ['failed', 'LOCATION_NOT_FOUND'],
      ]);
      expect((await lanesOf()).map((lane) => lane.pricing?.tolls?.amount)).toEqual([0, 189.78, undefined]);
      const { status, text } = await our.call('GET', `/api/v1/rfps/${rfpId}/results.csv`);
      expect(status).toBe(200);
      const [header, first, ...others] = text.trim().split(/\r?\n/);
      expect(header).toMatch(/^lane_id,origin,destination,/);
      expect(first).toMatch(/^'=A,USLAX,/);
      expect(others).toHaveLength(2);
    });

    it('takes another margin, an award and its end; then it is deleted', async () => {
      const [before] = await lanesOf();
      await call('PATCH', `/${rfpId}`, { lanes: [{ index: 0, price: { margin_percent: 60 } }] });
      await priced(rfpId);
      const [after] = await lanesOf();
      expect(after?.pricing?.total_rate ?? 0).toBeGreaterThan(before?.pricing?.total_rate ?? Number.NaN);

      await call('POST', `/${rfpId}/award`, { lanes: [0], outcome: 'won', reason: 'Price' });
      expect((await lanesOf()).map(({ outcome }) => outcome)).toEqual(['won', null, null]);
      for (const group of ['month', 'customer', 'lane', 'equipment']) {
        const { json } = await our.call('GET', `/api/v1/reports/quotes?source=rfps&group_by=${group}`);
        expect(Object(json).total).toMatchObject({ won: 1, lost: 0, win_rate: 100, average_margin: null });
      }
      await call('PATCH', `/${rfpId}`, {
        lanes: [{ index: 2, destination: 'Tucson, AZ', weekly_volume: 1 }],
      });
      expect(await priced(rfpId)).toMatchObject({ lanes: { priced: 3, failed: 0 } });
      const terms = { lanes: 'won', effective_from: '2027-01-01', fuel: 'included' };
      type Made = { readonly rates: readonly { readonly status: string }[] };
      for (const status of ['created', 'unchanged']) {
        const { rates } = await call<Made>('POST', `/${rfpId}/contract-rates`, terms);
        expect(rates).toMatchObject([{ index: 0, status }]);
      }
      for (const replayed of [null, 'true']) {
        const { status, headers } = await service().call('POST', `/api/v1/rfps/${rfpId}/close`, {
          ...{ key: our.organization.apiKey, body: {}, headers: { 'Idempotency-Key': 'end' } },
        });
        expect([status, headers.get('idempotency-replayed')]).toEqual([200, replayed]);
      }
      expect((await read(rfpId)).status).toBe('closed');
      await call('DELETE', `/${rfpId}`);
      expect((await our.call('GET', `/api/v1/rfps/${rfpId}`)).status).toBe(404);
    });

    it('is priced from a file', async () => {
      const { upload, rfp_id: id } = (
        await call<{ rfp: Rfp }>('POST', '', { name: 'File', source: 'upload' })
      ).rfp;
      const sent = await fetch(upload?.url ?? '', {
        method: upload?.method ?? '',
        headers: upload?.headers ?? {},
        body: '\uFEFFFrom;To;Equipment;Loads per week\r\nUSLAX;Phoenix, AZ;40HC;3,5\r\n',
      });
      expect(sent.status).toBe(200);
      expect(await priced(id)).toMatchObject({ status: 'priced', lanes: { total: 1, priced: 1 } });
    });

    it('has the usage headers of rates, in its calls: at the creation, its repetition and a repricing', async () => {
      const { apiKey: key } = await createOrganization(service(), '--usage-limit', '5');
      const send = (path: string, body?: unknown, idempotencyKey: string = randomUUID()) =>
        service().call('POST', `/api/v1/rfps${path}`, {
          key,
          body,
          headers: { 'idempotency-key': idempotencyKey },
        });
      // 11 lanes are 2 calls.
      const body = {
        name: 'Counted',
        lanes: Array(11).fill({ origin: 'USLAX', destination: 'Phoenix, AZ' }),
      };
      const created = await send('', body, 'counted');
      const { rfp_id: id } = Object(created.json).rfp;
      const repeated = await send('', body, 'counted');
      const awaited = await send('', { name: 'File', source: 'upload' });
      await eventually(
        async () => Object((await service().call('GET', `/api/v1/rfps/${id}`, { key })).json).rfp as Rfp,
        ({ status }) => status === 'priced',
      );
      const repriced = await send(`/${id}/reprice`);
      const rejected = await send('', body);

      const answers = [created, repeated, awaited, repriced, rejected];
      const headersOf = (name: string, rest = / /) =>
        answers.map(({ headers }) => headers.get(name)?.replace(rest, '') ?? null);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
      expect(headersOf('x-usage-limit')).toEqual(['5', '5', null, '5', '5']);
      expect(headersOf('x-usage-used')).toEqual(['2', '2', null, '4', '4']);
      expect(headersOf('x-usage-remaining')).toEqual(['3', '3', null, '1', '1']);
      const policy = '"monthly-rates";q=5';
      expect(headersOf('ratelimit-policy', /;w=2\d{6}$/)).toEqual([policy, policy, null, policy, policy]);
      expect(headersOf('ratelimit', /;t=\d+$/)).toEqual(
        [3, 3, undefined, 1, 1].map((left) => (left === undefined ? null : `"monthly-rates";r=${left}`)),
      );
      const wait = rejected.headers.get('retry-after');
      expect(rejected.headers.get('ratelimit')).toMatch(new RegExp(`;t=${wait}$`));
    });

    it('and quotes send events of all types to one receiver', async () => {
      const quoteId = await our.createQuote();
      await our.call('POST', `/api/v1/quotes/${quoteId}/convert`);
      await our.call('DELETE', `/api/v1/quotes/${quoteId}`);
      await our.call('POST', '/api/v1/chats', { text: 'Please quote LBCT to Fontana, CA' });

      const seen = await eventually(
        async () => new Set(eventsAt(our.receiver).map(({ event }) => event.event)),
        ({ size }) => size === EVENT_NAMES.length,
      );
      expect([...seen].sort()).toEqual([...EVENT_NAMES].sort());
      const changes = eventsAt(our.receiver).flatMap(({ event: { event, object } }) =>
        object.rfpNumber === rfpId ? [`${event} ${object.status}`] : [],
      );
      expect(changes).toEqual(
        expect.arrayContaining([
          'rfp.created pricing',
          'rfp.updated priced',
          'rfp.updated closed',
          'rfp.deleted deleted',
        ]),
      );
    });
  });
}
