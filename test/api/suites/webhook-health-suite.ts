import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type * as v from 'valibot';
import type { definition } from '../../../functions/read-webhook-health/definition.ts';
import { eventually } from '../../support/eventually.ts';
import type { ServiceUnderTest } from '../../support/service-under-test.ts';
import {
  type DeliveriesCaller,
  dataOf,
  deliveriesCaller,
  rejected,
  type Target,
} from './deliveries-caller.ts';

type Health = v.InferOutput<typeof definition.response.schema>['data'];

/** Success rate and latency of webhooks over HTTP, for real deliveries. */
export function webhookHealthSuite(service: () => ServiceUnderTest): void {
  describe('the health of a webhook', () => {
    let our: DeliveriesCaller;
    let target: Target;

    beforeAll(async () => {
      our = await deliveriesCaller(service());
      target = await our.register();
    });
    afterAll(() => our.receiver.stop());

    const health = async (query = '') => dataOf<Health>(await our.call('GET', `${target.at}/health${query}`));

    it('has no attempts at first, and none for a test', async () => {
      dataOf(await our.call('POST', `${target.at}/test`));

      const { total, hours, webhookId } = await health('?hours=3');

      expect(webhookId).toBe(target.id);
      expect(total).toEqual({ attempts: 0, succeeded: 0, failed: 0, successRate: null, latencyMs: null });
      expect(hours).toHaveLength(3);
      expect(Date.now() - Date.parse(hours.at(-1)?.startsAt ?? '')).toBeLessThan(2 * 3_600_000);
    });

    it('counts each attempt of a delivery once', async () => {
      await our.createQuote();
      await our.createQuote();
      await our.listedWhen(
        target,
        (found) => found.filter(({ status, test }) => status === 'delivered' && !test).length === 2,
      );

      const { total, hours } = await eventually(health, (found) => found.total.attempts > 1);

      expect(total).toEqual({
        attempts: 2,
        succeeded: 2,
        failed: 0,
        successRate: 1,
        latencyMs: { average: expect.any(Number), p50: expect.any(Number), p95: expect.any(Number) },
      });
      expect(hours).toHaveLength(24);
      expect(hours.slice(-2).reduce((sum, { attempts }) => sum + attempts, 0)).toBe(2);
    });

    it('rejects other numbers of hours', async () => {
      const message = 'Invalid request: hours must be an integer from 1 to 720.';
      const { status, json } = await our.call('GET', `${target.at}/health?hours=721`);
      expect([status, json]).toEqual([400, rejected('invalid_request', message)]);
    });
  });
}
