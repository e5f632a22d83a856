import type { ServiceUnderTest } from '../../support/service-under-test.ts';
import { authenticationSuite } from './authentication-suite.ts';
import { errorFamilySuite } from './error-format-suite.ts';
import { idempotencySuite } from './idempotency-suite.ts';
import { keysSuite } from './keys-suite.ts';
import { pricingStrategySuite } from './pricing-strategy-suite.ts';
import { quotesIdempotencySuite } from './quotes-idempotency-suite.ts';
import { quotesListSuite } from './quotes-list-suite.ts';
import { quotesSuite } from './quotes-suite.ts';
import { ratesAnswerSuite } from './rates-answer-suite.ts';
import { ratesRejectionsSuite } from './rates-rejections-suite.ts';
import { ratesRouteSuite } from './rates-route-suite.ts';
import { ratesTermsSuite } from './rates-terms-suite.ts';
import { readOrganizationSuite } from './read-organization-suite.ts';
import { searchPlacesSuite } from './search-places-suite.ts';
import { sliceSuite } from './slice-suite.ts';
import { strategyPreviewSuite } from './strategy-preview-suite.ts';
import { throttleSuite } from './throttle-suite.ts';
import { usageSuite } from './usage-suite.ts';
import { webhooksSuite } from './webhooks-suite.ts';

/** Suites for every stage, local and deployed. */
export function everyStageSuite(service: () => ServiceUnderTest): void {
  sliceSuite(service);
  authenticationSuite(service);
  errorFamilySuite(service);
  usageSuite(service);
  idempotencySuite(service);
  pricingStrategySuite(service);
  strategyPreviewSuite(service);
  quotesSuite(service);
  quotesListSuite(service);
  quotesIdempotencySuite(service);
  ratesRejectionsSuite(service);
  ratesAnswerSuite(service);
  ratesTermsSuite(service);
  ratesRouteSuite(service);
  throttleSuite(service);
  webhooksSuite(service);
  readOrganizationSuite(service);
  keysSuite(service);
  searchPlacesSuite(service);
}
