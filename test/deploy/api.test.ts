import { afterAll, beforeAll, describe } from '@jest/globals';
import { environmentSettings } from '../../lib/environments.ts';
import { authenticationSuite } from '../api/suites/authentication-suite.ts';
import { dieselSuite } from '../api/suites/diesel-suite.ts';
import { errorFamilySuite } from '../api/suites/error-family-suite.ts';
import { idempotencySuite } from '../api/suites/idempotency-suite.ts';
import { pricingStrategySuite } from '../api/suites/pricing-strategy-suite.ts';
import { quotesIdempotencySuite } from '../api/suites/quotes-idempotency-suite.ts';
import { quotesListSuite } from '../api/suites/quotes-list-suite.ts';
import { quotesSuite } from '../api/suites/quotes-suite.ts';
import { ratesAnswerSuite } from '../api/suites/rates-answer-suite.ts';
import { ratesRefusalsSuite } from '../api/suites/rates-refusals-suite.ts';
import { ratesTermsSuite } from '../api/suites/rates-terms-suite.ts';
import { sliceSuite } from '../api/suites/slice-suite.ts';
import { terminalChangeSuite } from '../api/suites/terminal-change-suite.ts';
import { throttleSuite } from '../api/suites/throttle-suite.ts';
import { usageSuite } from '../api/suites/usage-suite.ts';
import { webhooksSuite } from '../api/suites/webhooks-suite.ts';
import { deployedService } from '../support/deployed-service.ts';
import type { ServiceUnderTest } from '../support/service-under-test.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await deployedService(environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '').name);
});

afterAll(() => service.stop());

describe('the deployed service', () => {
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
  throttleSuite(() => service);
  terminalChangeSuite(() => service);
  dieselSuite(() => service);
  webhooksSuite(() => service);
});
