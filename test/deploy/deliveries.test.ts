import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { type DeliveriesCaller, deliveriesCaller } from '../api/suites/deliveries-caller.ts';
import { deliveriesSuite } from '../api/suites/deliveries-suite.ts';
import { failedDeliveriesSuite } from '../api/suites/failed-deliveries-suite.ts';
import { testDeliveriesSuite } from '../api/suites/test-deliveries-suite.ts';
import { deployedService } from '../support/deployed-service.ts';
import { eventually } from '../support/eventually.ts';
import type { ServiceUnderTest } from '../support/service-under-test.ts';

const SETTINGS = environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '');

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await deployedService(SETTINGS.name);
});
afterAll(() => service?.stop());

describe('webhooks of the deployed service', () => {
  deliveriesSuite(() => service);
  failedDeliveriesSuite(() => service);
  testDeliveriesSuite(() => service);

  describe('a receiver that fails at first', () => {
    let our: DeliveriesCaller;
    beforeAll(async () => {
      our = await deliveriesCaller(service);
    });
    afterAll(() => our?.receiver.stop());

    it('gets the event again when it is due, and not before', async () => {
      const target = await our.register();
      our.receiver.answer(target.path, (nth) => ({ status: nth === 0 ? 503 : 200 }));
      await our.createQuote();

      const [delivered] = await our.listedWhen(target, ([first]) => first?.status === 'delivered');
      expect(delivered).toMatchObject({ status: 'delivered', attempts: 2, lastResponseStatus: 200 });
      const arrived = await eventually(
        async () => our.receiver.on(target.path),
        ({ length }) => length === 2,
      );
      const [first, second] = arrived;
      expect(arrived.map(({ headers }) => headers['x-delivery-attempt'])).toEqual(['1', '2']);
      expect(second?.body).toBe(first?.body);
      const [gapSeconds = Number.NaN] = SETTINGS.webhookRetrySeconds;
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(gapSeconds * 1_000 - 50);
    });
  });
});
