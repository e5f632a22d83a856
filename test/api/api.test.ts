import { afterAll, beforeAll, describe } from '@jest/globals';
import { startLocalService } from '../support/local-service.ts';
import type { ServiceUnderTest } from '../support/service-under-test.ts';
import { deliveriesSuite } from './suites/deliveries-suite.ts';
import { descriptionSuite } from './suites/description-suite.ts';
import { everyStageSuite } from './suites/every-stage-suite.ts';
import { failedDeliveriesSuite } from './suites/failed-deliveries-suite.ts';
import { quoteEventsSuite } from './suites/quote-events-suite.ts';
import { rfpsSuite } from './suites/rfps-suite.ts';
import { testDeliveriesSuite } from './suites/test-deliveries-suite.ts';
import { webhookHealthSuite } from './suites/webhook-health-suite.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startLocalService();
});

afterAll(() => service.stop());

describe('the local service', () => {
  descriptionSuite(() => service);
  everyStageSuite(() => service);
  deliveriesSuite(() => service);
  failedDeliveriesSuite(() => service);
  testDeliveriesSuite(() => service);
  webhookHealthSuite(() => service);
  quoteEventsSuite(() => service);
  rfpsSuite(() => service);
});
