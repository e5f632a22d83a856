import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { eventually } from '../../support/eventually.ts';
import type { ServiceUnderTest } from '../../support/service-under-test.ts';
import {
  DELIVERY_ID,
  type DeliveriesCaller,
  type Delivery,
  dataOf,
  dayFromNow,
  deliveriesCaller,
  MOMENT,
  rejected,
  type Target,
} from './deliveries-caller.ts';

/** Records of deliveries over HTTP, for real events that are sent to a real receiver. */
export function deliveriesSuite(service: () => ServiceUnderTest): void {
  describe('deliveries of events', () => {
    let our: DeliveriesCaller;
    let target: Target;
    /** Newest first. */
    let listed: readonly Delivery[];

    beforeAll(async () => {
      our = await deliveriesCaller(service());
      target = await our.register(['quote.created', 'quote.deleted']);
      const quotes = [await our.createQuote(), await our.createQuote()];
      await our.call('DELETE', `/api/v1/quotes/${quotes[0]}`);
      listed = await our.listedWhen(
        target,
        (found) => found.length === 3 && found.every(({ status }) => status === 'delivered'),
      );
    });
    afterAll(() => our.receiver.stop());

    it('are listed newest first, with each field that has a value', () => {
      expect(listed).toHaveLength(3);
      const ids = listed.map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted().reverse());
      for (const delivery of listed) {
        expect(delivery).toEqual({
          id: DELIVERY_ID,
          webhookId: target.id,
          eventId: expect.stringMatching(/^evt_/),
          event: expect.stringMatching(/^quote\.(created|deleted)$/),
          status: 'delivered',
          attempts: 1,
          maxAttempts: 6,
          createdAt: MOMENT,
          lastAttemptAt: MOMENT,
          lastResponseStatus: 200,
          test: false,
        });
      }
    });

    it('are read with their attempts and the sent body, which equals the received body', async () => {
      const [delivery] = listed;
      const whole = await our.read(target, delivery?.id ?? '');

      const arrived = our.receiver
        .on(target.path)
        .find(({ headers }) => headers['x-event-id'] === whole.eventId);
      expect(whole).toEqual({
        ...delivery,
        attemptLog: [
          {
            number: 1,
            startedAt: delivery?.lastAttemptAt,
            durationMs: expect.any(Number),
            url: `${our.receiver.url}${target.path}`,
            responseStatus: 200,
          },
        ],
        payload: JSON.parse(arrived?.body ?? ''),
      });
      expect(arrived?.headers['x-delivery-id']).toBe(whole.id);
      new Verifier(target.secret).verify(arrived?.body ?? '', arrived?.headers as Record<string, string>);
    });

    it('are filtered by event, status and time, alone and combined, in pages', async () => {
      const [newest, { id, createdAt }, oldest] = listed as readonly [Delivery, Delivery, Delivery];
      const idsOf = async (query: string) => (await our.list(target, query)).map((one) => one.id);
      expect(await idsOf('?event=quote.created')).toEqual(
        listed.filter(({ event }) => event === 'quote.created').map((one) => one.id),
      );
      expect(await idsOf('?status=delivered&event=quote.deleted')).toHaveLength(1);
      expect(await idsOf(`?since=${createdAt}`)).toContain(id);
      expect(await idsOf(`?until=${createdAt}`)).not.toContain(id);
      expect(await idsOf(`?since=${dayFromNow(0)}&until=${dayFromNow(1)}`)).toHaveLength(3);
      const page = await our.call('GET', `${target.at}/deliveries?limit=2&cursor=&status=&event=`);
      expect(dataOf<Delivery[]>(page).map((one) => one.id)).toEqual([newest.id, id]);
      expect(page.json).toMatchObject({ pagination: { next_cursor: id, limit: 2 } });
      const last = await our.call('GET', `${target.at}/deliveries?limit=2&cursor=${id}`);
      expect(last.json).toMatchObject({ data: [{ id: oldest.id }], pagination: { next_cursor: null } });
    });

    it.each([
      ['status=lost&event=quote.sold&limit=0&cursor=x&since=soon&until=2026-02-30', 6],
      ['limit=101', 1],
      ['limit=1.5', 1],
      ['since=2026-03-02T10:00:00', 1],
      ['since=2026-03-02T10:00:00%2B01:00', 1],
      ['since=2026-03-03&until=2026-03-02T00:00:00Z', 1],
    ])('are not listed for %s: the rejection names each invalid parameter', async (query, faults) => {
      const { status, json } = await our.call('GET', `${target.at}/deliveries?${query}`);

      expect([status, json]).toEqual([400, rejected('invalid_request')]);
      const { message } = (json as { error: { message: string } }).error;
      for (const name of query.matchAll(/(\w+)=/g)) {
        if (faults > 1) expect(message).toContain(`${name[1]} must be`);
      }
      expect(message.split('; ')).toHaveLength(faults);
    });

    it('are redelivered on request, as the same event with a new record', async () => {
      const [old] = listed;
      const made = dataOf(await our.call('POST', `${target.at}/deliveries/${old?.id}/redeliver`));

      expect(made).toEqual({
        id: DELIVERY_ID,
        webhookId: target.id,
        eventId: old?.eventId,
        event: old?.event,
        status: 'pending',
        attempts: 0,
        maxAttempts: 6,
        createdAt: MOMENT,
        nextAttemptAt: MOMENT,
        test: false,
        redeliveryOf: old?.id,
      });
      const again = await eventually(
        () => our.read(target, made.id),
        ({ status }) => status === 'delivered',
      );
      expect(again).toMatchObject({ status: 'delivered', eventId: old?.eventId });
      const repeated = await our.read(target, old?.id ?? '');
      expect(repeated).toMatchObject({ status: 'delivered', redeliveredBy: made.id });
      const [first, second] = our.receiver
        .on(target.path)
        .filter(({ headers }) => headers['x-event-id'] === old?.eventId);
      expect(second?.body).toBe(first?.body);
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    });

    it('are unknown under other webhooks, and deleted with their webhook', async () => {
      const neighbour = await our.register();
      expect(await our.list(neighbour)).toEqual([]);
      const deleted = await our.register();
      const { id } = dataOf(await our.call('POST', `${deleted.at}/test`));
      await our.call('DELETE', deleted.at);
      for (const [method, path] of [
        ['GET', `${neighbour.at}/deliveries/${listed[0]?.id}`],
        ['POST', `${neighbour.at}/deliveries/${listed[0]?.id}/redeliver`],
        ['GET', `${target.at}/deliveries/dlv_none`],
        ['GET', `${deleted.at}/deliveries`],
        ['GET', `${deleted.at}/deliveries/${id}`],
        ['POST', `${deleted.at}/deliveries/${id}/redeliver`],
        ['POST', `${deleted.at}/test`],
      ] as const) {
        const { status, json } = await our.call(method, path);
        expect([status, json]).toEqual([404, rejected('not_found')]);
      }
    });
  });
}
