import { afterAll, beforeAll, describe } from '@jest/globals';
import { startLocalService } from '../support/local-service.ts';
import type { ServiceUnderTest } from '../support/service-under-test.ts';
import { authenticationSuite } from './suites/authentication-suite.ts';
import { deliveriesSuite } from './suites/deliveries-suite.ts';
import { errorFamilySuite } from './suites/error-family-suite.ts';
import { idempotencySuite } from './suites/idempotency-suite.ts';
import { pricingStrategySuite } from './suites/pricing-strategy-suite.ts';
import { quotesIdempotencySuite } from './suites/quotes-idempotency-suite.ts';
import { quotesListSuite } from './suites/quotes-list-suite.ts';
import { quotesSuite } from './suites/quotes-suite.ts';
import { ratesAnswerSuite } from './suites/rates-answer-suite.ts';
import { ratesRefusalsSuite } from './suites/rates-refusals-suite.ts';
import { ratesTermsSuite } from './suites/rates-terms-suite.ts';
import { sliceSuite } from './suites/slice-suite.ts';
import { throttleSuite } from './suites/throttle-suite.ts';
import { usageSuite } from './suites/usage-suite.ts';
import { webhooksSuite } from './suites/webhooks-suite.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startLocalService();
}, 180_000);

afterAll(() => service.stop());

describe('the service on this machine', () => {
  sliceSuite(() => service);
  authenticationSuite(() => service);
  errorFamilySuite(() => service);
  usageSuite(() => service);
  idempotencySuite(() => service);
  pricingStrategySuite(() => service);
  quotesSuite(() => service);
  quotesListSuite(() => service);
  quotesIdempotencySuite(() => service);
  ratesRefusalsSuite(() => service);
  ratesAnswerSuite(() => service);
  ratesTermsSuite(() => service);
  deliveriesSuite(() => service);
  throttleSuite(() => service);
  webhooksSuite(() => service);
});
