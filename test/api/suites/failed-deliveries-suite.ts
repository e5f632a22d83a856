import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceUnderTest } from '../../support/service-under-test.ts';
import {
  type DeliveriesCaller,
  type Delivery,
  dataOf,
  dayFromNow,
  deliveriesCaller,
  MOMENT,
  rejected,
} from './deliveries-caller.ts';

const has = (count: number, wanted: string) => (found: readonly Delivery[]) =>
  found.filter(({ status }) => status === wanted).length === count;

/** Records of failed attempts, and their recovery. */
export function failedDeliveriesSuite(service: () => ServiceUnderTest): void {
  describe('failed deliveries', () => {
    let our: DeliveriesCaller;

    beforeAll(async () => {
      our = await deliveriesCaller(service());
      // A receiver that has acknowledged nothing gets 20 requests a minute, which the short retries of a test can exceed.
      const proven = await our.register();
      await our.createQuote();
      await our.listedWhen(proven, ([first]) => first?.status === 'delivered');
      await our.call('DELETE', proven.at);
    });
    afterAll(() => our.receiver.stop());

    it('contain each failed attempt with the response of the receiver, even if it is not text', async () => {
      const target = await our.register();
      const body = Uint8Array.from([0x68, 0x69, 0x20, 0xff, 0x00]);
      our.receiver.answer(target.path, () => ({ status: 503, body }));
      await our.createQuote();

      const [found] = await our.listedWhen(
        target,
        ([first]) => first?.attempts === 1 && !!first.lastResponseStatus,
      );
      expect(found).toMatchObject({ status: 'pending', lastResponseStatus: 503, nextAttemptAt: MOMENT });
      expect(await our.read(target, found?.id ?? '')).toMatchObject({
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

    it('of a disabled webhook are recovered once each after it is enabled', async () => {
      const target = await our.register();
      our.receiver.answer(target.path, () => ({ status: 503 }));
      await Promise.all([our.createQuote(), our.createQuote(), our.createQuote()]);
      await our.listedWhen(
        target,
        (found) => found.filter(({ lastResponseStatus }) => lastResponseStatus).length === 3,
      );
      await our.update(target, { enabled: false });
      const failed = await our.listedWhen(target, has(3, 'failed'));
      expect(failed.map(({ reason }) => reason)).toEqual(Array(3).fill(expect.stringContaining('disabled')));
      const other = await our.register();
      await our.createQuote();
      await our.listedWhen(other, ({ length }) => length === 1);
      expect(await our.listedWhen(target, () => true)).toHaveLength(3);
      await our.call('DELETE', other.at);
      const span = { since: dayFromNow(-1), until: dayFromNow(1) };
      for (const path of [`${target.at}/recover`, `${target.at}/deliveries/${failed[0]?.id}/redeliver`]) {
        const { status, json } = await our.call('POST', path, span);
        expect([status, json]).toEqual([409, rejected('conflict', expect.stringContaining('enabled'))]);
      }
      our.receiver.answer(target.path, () => ({ status: 200 }));
      await our.update(target, { enabled: true });

      for (const recovered of [3, 0]) {
        const answer = await our.call('POST', `${target.at}/recover`, span);
        expect(dataOf(answer)).toEqual({ recovered, complete: true });
      }
      const all = await our.listedWhen(target, has(3, 'delivered'));
      expect([all.length, has(3, 'failed')(all)]).toEqual([6, true]);
      const of = all.flatMap(({ redeliveryOf }) => redeliveryOf ?? []);
      expect(of.toSorted()).toEqual(failed.map(({ id }) => id).toSorted());
    });

    it.each([
      [{}, ['since is required', 'until is required']],
      [{ since: 7, until: 'tomorrow' }, ['since must be', 'until must be']],
      [{ since: '2026-03-04', until: '2026-03-02' }, ['since must not be after until']],
      [[], ['JSON object']],
    ])('are not recovered if the body is %j', async (body, messages) => {
      const target = await our.register();
      const { status, json } = await our.call('POST', `${target.at}/recover`, body);

      expect([status, json]).toEqual([400, rejected('invalid_request')]);
      for (const message of messages) expect(JSON.stringify(json)).toContain(message);
    });
  });
}
