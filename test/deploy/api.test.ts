import { afterAll, beforeAll, describe } from '@jest/globals';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { authenticationSuite } from '../api/suites/authentication-suite.ts';
import { dieselSuite } from '../api/suites/diesel-suite.ts';
import { errorFamilySuite } from '../api/suites/error-format-suite.ts';
import { keysSuite } from '../api/suites/keys-suite.ts';
import { quoteShareSuite } from '../api/suites/quote-share-suite.ts';
import { quoteSheetSuite } from '../api/suites/quote-sheet-suite.ts';
import { quotesSuite } from '../api/suites/quotes-suite.ts';
import { ratesAnswerSuite } from '../api/suites/rates-answer-suite.ts';
import { sliceSuite } from '../api/suites/slice-suite.ts';
import { terminalChangeSuite } from '../api/suites/terminal-change-suite.ts';
import { throttleSuite } from '../api/suites/throttle-suite.ts';
import { deployedService } from '../support/deployed-service.ts';
import type { ServiceUnderTest } from '../support/service-under-test.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await deployedService(environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '').name);
});

afterAll(() => service.stop());

// What gateway, authorizer and streams do. test/api/api.test.ts has all suites, with the same bundles.
describe('the deployed service', () => {
  sliceSuite(() => service);
  authenticationSuite(() => service);
  errorFamilySuite(() => service);
  throttleSuite(() => service);
  keysSuite(() => service);
  ratesAnswerSuite(() => service);
  quotesSuite(() => service);
  quoteSheetSuite(() => service);
  quoteShareSuite(() => service);
  terminalChangeSuite(() => service);
  dieselSuite(() => service);
});
