import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import type { ServiceUnderTest } from '../../support/service-under-test.ts';
import {
  DELIVERY_ID,
  type DeliveriesCaller,
  dataOf,
  dayFromNow,
  deliveriesCaller,
  MOMENT,
  rejected,
  type Target,
} from './deliveries-caller.ts';

/** Deliveries that an owner requests to test a webhook. */
export function testDeliveriesSuite(service: () => ServiceUnderTest): void {
  describe('test deliveries', () => {
    let our: DeliveriesCaller;
    let target: Target;

    beforeAll(async () => {
      our = await deliveriesCaller(service());
      target = await our.register(['chat.created', 'quote.updated']);
    });
    afterAll(() => our.receiver.stop());

    const test = (body?: unknown) => our.call('POST', `${target.at}/test`, body);

    it('send a signed sample of the first event, and return the result', async () => {
      const made = dataOf(await test());

      const [arrived] = our.receiver.on(target.path);
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
      expect(await our.read(target, made.id)).toEqual(made);
    });

    it('send another event of the webhook on request, and reject other events', async () => {
      expect(dataOf(await test({ event: 'quote.updated' }))).toMatchObject({ event: 'quote.updated' });
      expect(dataOf(await test({}))).toMatchObject({ event: 'chat.created' });
      for (const body of [{ event: 'rfp.created' }, { event: 7 }, []]) {
        const { status, json } = await test(body);
        expect([status, json]).toEqual([400, rejected('invalid_request')]);
      }
      const broken = await service().call('POST', `${target.at}/test`, {
        key: our.organization.apiKey,
        raw: '{"event":',
      });
      expect(broken.status).toBe(400);
    });

    it('are tried once, are not recovered after a failure, and are also sent for a disabled webhook', async () => {
      our.receiver.answer(target.path, () => ({ status: 500, body: 'broken' }));
      expect(dataOf(await test())).toMatchObject({
        status: 'failed',
        reason: 'Its only attempt failed.',
        attempts: 1,
        lastResponseStatus: 500,
        attemptLog: [{ responseStatus: 500, responseBody: 'broken' }],
      });
      our.receiver.answer(target.path, () => ({ status: 410 }));
      expect(dataOf(await test())).toMatchObject({ status: 'failed', lastResponseStatus: 410 });
      expect(dataOf(await our.call('GET', target.at))).toMatchObject({ enabled: true });
      const span = { since: dayFromNow(-1), until: dayFromNow(1) };
      expect(dataOf(await our.call('POST', `${target.at}/recover`, span))).toEqual({
        recovered: 0,
        complete: true,
      });

      our.receiver.answer(target.path, () => ({ status: 200 }));
      await our.update(target, { events: ['chat.created'], enabled: false });
      expect(dataOf(await test())).toMatchObject({ status: 'delivered', test: true });
    });
  });
}
