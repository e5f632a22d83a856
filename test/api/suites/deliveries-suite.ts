import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { eventually } from '../../support/eventually.ts';
import {
  type Answer,
  createEnterprise,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const PATH = '/v1/webhooks';
const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const DELIVERY_ID = expect.stringMatching(/^dlv_[0-9A-HJKMNP-TV-Z]{27}$/);
const ARRIVES_MS = 60_000;
const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const refused = (code: string, message: unknown = expect.any(String)) => ({
  success: false,
  error: { code, message },
});

interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}
interface Registered {
  readonly id: string;
  readonly secret: string;
}
const dataOf = <Data = Delivery>({ status, json }: Answer): Data => {
  expect([status, json]).toMatchObject([200, { status: 'success' }]);
  return (json as { readonly data: Data }).data;
};

/** Records of deliveries over HTTP, of events that really happen, sent to a real receiver. */
export function deliveriesSuite(service: () => ServiceUnderTest): void {
  describe('deliveries', () => {
    let receiver: WebhookReceiver;
    let organization: TestOrganization;
    let paths = 0;

    const call = (method: string, path: string, body?: unknown, by = organization) =>
      service().call(method, path, { key: by.apiKey, ...(body === undefined ? {} : { body }) });
    const newOrganization = () => createEnterprise(service());
    /** A webhook with a path of its own at the receiver. */
    const register = async (events = ['quote.created'], by = organization) => {
      const path = `/${paths++}`;
      const body = { url: `${receiver.url}${path}`, events, orgId: by.orgId };
      const { id, secret } = dataOf<Registered>(await call('POST', PATH, body, by));
      return { id, secret, path, at: `${PATH}/${id}` };
    };
    type Target = Awaited<ReturnType<typeof register>>;
    const createQuote = async (by = organization): Promise<string> => {
      const request = {
        origin: '90731',
        destination: 'Phoenix, AZ',
        equipment_type: 'container_40',
        pickup_date: dayFromNow(3),
      };
      const { json } = await call('POST', '/api/v1/quotes', request, by);
      return (json as { quote: { quote_id: string } }).quote.quote_id;
    };
    const list = async (target: Target, query = '', by = organization) =>
      dataOf<Delivery[]>(await call('GET', `${target.at}/deliveries${query}`, undefined, by));
    const read = async (target: Target, id: string) =>
      dataOf(await call('GET', `${target.at}/deliveries/${id}`));
    const listedWhen = (target: Target, isThere: (found: readonly Delivery[]) => boolean) =>
      eventually(() => list(target), isThere, ARRIVES_MS);
    const update = (target: Target, change: object) =>
      call('PUT', target.at, { events: ['quote.created'], orgId: organization.orgId, ...change });

    beforeAll(async () => {
      receiver = await startWebhookReceiver();
      organization = await newOrganization();
    }, 180_000);
    afterAll(() => receiver.stop());

    describe('of events', () => {
      let target: Target;
      /** Newest first. */
      let listed: readonly Delivery[];

      beforeAll(async () => {
        target = await register(['quote.created', 'quote.deleted']);
        const quotes = [await createQuote(), await createQuote()];
        await call('DELETE', `/api/v1/quotes/${quotes[0]}`);
        listed = await listedWhen(
          target,
          (found) => found.length === 3 && found.every(({ status }) => status === 'delivered'),
        );
      }, 180_000);

      it('are listed newest first, in every field that has a value', () => {
        expect(listed).toHaveLength(3);
        expect(listed.map(({ id }) => id)).toEqual(
          listed
            .map(({ id }) => id)
            .toSorted()
            .reverse(),
        );
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

      it('are read with their attempts and what was sent, which is what arrived', async () => {
        const [delivery] = listed;
        const whole = await read(target, delivery?.id ?? '');

        const arrived = receiver
          .on(target.path)
          .find(({ headers }) => headers['x-event-id'] === whole.eventId);
        expect(whole).toEqual({
          ...delivery,
          attemptLog: [
            {
              number: 1,
              startedAt: delivery?.lastAttemptAt,
              durationMs: expect.any(Number),
              url: `${receiver.url}${target.path}`,
              responseStatus: 200,
            },
          ],
          payload: JSON.parse(arrived?.body ?? ''),
        });
        expect(arrived?.headers['x-delivery-id']).toBe(whole.id);
        new Verifier(target.secret).verify(arrived?.body ?? '', arrived?.headers as Record<string, string>);
      });

      it('are found by event, status and time, page after page, together and apart', async () => {
        const created = await list(target, '?event=quote.created');
        expect(created.map(({ id }) => id)).toEqual(
          listed.filter(({ event }) => event === 'quote.created').map(({ id }) => id),
        );
        expect(await list(target, '?status=delivered&event=quote.deleted')).toHaveLength(1);
        expect(await list(target, '?status=failed')).toEqual([]);
        expect(await list(target, `?since=${dayFromNow(0)}&until=${dayFromNow(1)}`)).toHaveLength(3);
        expect(await list(target, `?until=${dayFromNow(-1)}`)).toEqual([]);
        const createdAt = listed[1]?.createdAt;
        expect((await list(target, `?since=${createdAt}`)).map(({ id }) => id)).toContain(listed[1]?.id);
        expect((await list(target, `?until=${createdAt}`)).map(({ id }) => id)).not.toContain(listed[1]?.id);

        const found: string[] = [];
        let cursor = '';
        do {
          const page = await call('GET', `${target.at}/deliveries?limit=1&cursor=${cursor}&status=&event=`);
          const { pagination } = page.json as { pagination: { next_cursor: string | null; limit: number } };
          expect(pagination.limit).toBe(1);
          found.push(...dataOf<Delivery[]>(page).map(({ id }) => id));
          cursor = pagination.next_cursor ?? '';
        } while (cursor !== '');
        expect(found).toEqual(listed.map(({ id }) => id));
      });

      it.each([
        ['status=lost&event=quote.sold&limit=0&cursor=x&since=soon&until=2026-02-30', 6],
        ['limit=101', 1],
        ['limit=1.5', 1],
        ['since=2026-03-02T10:00:00', 1],
        ['since=2026-03-02T10:00:00%2B01:00', 1],
        ['since=2026-03-03&until=2026-03-02T00:00:00Z', 1],
      ])('are refused for %s by one message that names each parameter', async (query, faults) => {
        const { status, json } = await call('GET', `${target.at}/deliveries?${query}`);

        expect([status, json]).toEqual([400, refused('invalid_request')]);
        const { message } = (json as { error: { message: string } }).error;
        for (const name of query.matchAll(/(\w+)=/g)) {
          if (faults > 1) expect(message).toContain(`${name[1]} must be`);
        }
        expect(message.split('; ')).toHaveLength(faults);
      });

      it('are sent again when it is asked for, as the same event with a record of its own', async () => {
        const [old] = listed;
        const before = receiver.on(target.path).length;
        const made = dataOf(await call('POST', `${target.at}/deliveries/${old?.id}/redeliver`));

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
          () => read(target, made.id),
          ({ status }) => status === 'delivered',
          ARRIVES_MS,
        );
        expect(again).toMatchObject({ status: 'delivered', eventId: old?.eventId });
        expect(receiver.on(target.path).length).toBeGreaterThan(before);
        expect(await read(target, old?.id ?? '')).toMatchObject({
          status: 'delivered',
          redeliveredBy: made.id,
        });
        const [first, second] = receiver
          .on(target.path)
          .filter(({ headers }) => headers['x-event-id'] === old?.eventId);
        expect(second?.body).toBe(first?.body);
        expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      });

      it('are unknown to other organizations, keys of the other mode, and under other webhooks', async () => {
        const other = await newOrganization();
        const live = {
          ...organization,
          apiKey: (
            await service().freight<{ apiKey: string }>(
              'key',
              'create',
              organization.orgId,
              '--live',
              '--json',
            )
          ).apiKey,
        };
        const neighbour = await register();
        const id = listed[0]?.id;
        const answers = await Promise.all([
          ...[other, live].flatMap((by) => [
            call('GET', `${target.at}/deliveries`, undefined, by),
            call('GET', `${target.at}/deliveries/${id}`, undefined, by),
            call('POST', `${target.at}/deliveries/${id}/redeliver`, undefined, by),
            call('POST', `${target.at}/recover`, { since: dayFromNow(-1), until: dayFromNow(1) }, by),
            call('POST', `${target.at}/test`, undefined, by),
          ]),
          call('GET', `${neighbour.at}/deliveries/${id}`),
          call('POST', `${neighbour.at}/deliveries/${id}/redeliver`),
          call('GET', `${target.at}/deliveries/dlv_none`),
        ]);

        for (const { status, json } of answers) expect([status, json]).toEqual([404, refused('not_found')]);
        expect(await list(neighbour)).toEqual([]);
      });
    });

    it('show each failure with what the receiver said, also where it is no text', async () => {
      const target = await register();
      const body = Uint8Array.from([0x68, 0x69, 0x20, 0xff, 0x00]);
      receiver.answer(target.path, () => ({ status: 503, body }));
      await createQuote();

      const [found] = await listedWhen(
        target,
        ([first]) => first?.attempts === 1 && !!first.lastResponseStatus,
      );
      expect(found).toMatchObject({ status: 'pending', lastResponseStatus: 503, nextAttemptAt: MOMENT });
      expect(await read(target, found?.id ?? '')).toMatchObject({
        attemptLog: [
          {
            number: 1,
            responseStatus: 503,
            error: 'status',
            detail: expect.any(String),
            responseBody: 'hi \ufffd\u0000',
          },
        ],
      });
    });

    it('that failed while a webhook was off are recovered, each once', async () => {
      const target = await register();
      receiver.answer(target.path, () => ({ status: 503 }));
      await Promise.all([createQuote(), createQuote(), createQuote()]);
      await listedWhen(
        target,
        (found) => found.filter(({ lastResponseStatus }) => lastResponseStatus).length === 3,
      );
      await update(target, { enabled: false });
      const failed = await listedWhen(
        target,
        (found) => found.filter(({ status }) => status === 'failed').length === 3,
      );
      expect(failed.map(({ reason }) => reason)).toEqual(Array(3).fill(expect.stringContaining('disabled')));
      const span = { since: dayFromNow(-1), until: dayFromNow(1) };
      for (const path of [`${target.at}/recover`, `${target.at}/deliveries/${failed[0]?.id}/redeliver`]) {
        const { status, json } = await call('POST', path, span);
        expect([status, json]).toEqual([409, refused('conflict', expect.stringContaining('enabled'))]);
      }
      receiver.answer(target.path, () => ({ status: 200 }));
      await update(target, { enabled: true });

      expect(dataOf(await call('POST', `${target.at}/recover`, span))).toEqual({
        recovered: 3,
        complete: true,
      });
      expect(dataOf(await call('POST', `${target.at}/recover`, span))).toEqual({
        recovered: 0,
        complete: true,
      });

      const all = await listedWhen(
        target,
        (found) => found.filter(({ status }) => status === 'delivered').length === 3,
      );
      expect(all.map(({ status }) => status).toSorted()).toEqual([
        ...Array(3).fill('delivered'),
        ...Array(3).fill('failed'),
      ]);
      const of = all.flatMap(({ redeliveryOf }) => redeliveryOf ?? []);
      expect(of.toSorted()).toEqual(failed.map(({ id }) => id).toSorted());
    });

    it.each([
      [{}, ['since is required', 'until is required']],
      [{ since: 7, until: 'tomorrow' }, ['since must be', 'until must be']],
      [{ since: '2026-03-04', until: '2026-03-02' }, ['since must not be after until']],
      [[], ['JSON object']],
    ])('are not recovered for a body such as %j', async (body, messages) => {
      const target = await register();
      const { status, json } = await call('POST', `${target.at}/recover`, body);

      expect([status, json]).toEqual([400, refused('invalid_request')]);
      for (const message of messages) expect(JSON.stringify(json)).toContain(message);
    });

    describe('of tests', () => {
      let target: Target;
      beforeAll(async () => {
        target = await register(['chat.created', 'quote.updated']);
      }, 180_000);
      const test = (body?: unknown) => call('POST', `${target.at}/test`, body);

      it('send a sample of the first event, signed, and answer what came of it', async () => {
        const made = dataOf(await test());

        const [arrived] = receiver.on(target.path);
        expect(made).toEqual({
          id: DELIVERY_ID,
          webhookId: target.id,
          eventId: arrived?.headers['x-event-id'],
          event: 'chat.created',
          status: 'delivered',
          attempts: 1,
          maxAttempts: 1,
          createdAt: MOMENT,
          lastAttemptAt: MOMENT,
          lastResponseStatus: 200,
          test: true,
          attemptLog: [expect.objectContaining({ number: 1, responseStatus: 200 })],
          payload: JSON.parse(arrived?.body ?? ''),
        });
        expect(JSON.parse(arrived?.body ?? '')).toMatchObject({ event: 'chat.created', livemode: false });
        new Verifier(target.secret).verify(arrived?.body ?? '', arrived?.headers as Record<string, string>);
        expect(await read(target, made.id)).toEqual(made);
      });

      it('send another of its events when asked, and no other', async () => {
        expect(dataOf(await test({ event: 'quote.updated' }))).toMatchObject({ event: 'quote.updated' });
        expect(dataOf(await test({}))).toMatchObject({ event: 'chat.created' });
        for (const body of [{ event: 'rfp.created' }, { event: 7 }, []]) {
          const { status, json } = await test(body);
          expect([status, json]).toEqual([400, refused('invalid_request')]);
        }
        const broken = await service().call('POST', `${target.at}/test`, {
          key: organization.apiKey,
          raw: '{"event":',
        });
        expect(broken.status).toBe(400);
      });

      it('are failures of the receiver, tried once and never recovered, with the webhook off as well', async () => {
        receiver.answer(target.path, () => ({ status: 500, body: 'broken' }));
        expect(dataOf(await test())).toMatchObject({
          status: 'failed',
          reason: 'Its only attempt failed.',
          attempts: 1,
          lastResponseStatus: 500,
          attemptLog: [{ responseStatus: 500, responseBody: 'broken' }],
        });
        receiver.answer(target.path, () => ({ status: 410 }));
        expect(dataOf(await test())).toMatchObject({ status: 'failed', lastResponseStatus: 410 });
        expect(dataOf(await call('GET', target.at))).toMatchObject({ enabled: true });
        const span = { since: dayFromNow(-1), until: dayFromNow(1) };
        expect(dataOf(await call('POST', `${target.at}/recover`, span))).toEqual({
          recovered: 0,
          complete: true,
        });

        receiver.answer(target.path, () => ({ status: 200 }));
        await update(target, { events: ['chat.created'], enabled: false });
        expect(dataOf(await test())).toMatchObject({ status: 'delivered', test: true });
      });
    });

    it('are gone with their webhook', async () => {
      const target = await register();
      const { id } = dataOf(await call('POST', `${target.at}/test`));
      await call('DELETE', target.at);

      for (const [method, path] of [
        ['GET', '/deliveries'],
        ['GET', `/deliveries/${id}`],
        ['POST', `/deliveries/${id}/redeliver`],
        ['POST', '/test'],
      ] as const) {
        const { status, json } = await call(method, `${target.at}${path}`);
        expect([status, json]).toEqual([404, refused('not_found')]);
      }
    });
  });
}
