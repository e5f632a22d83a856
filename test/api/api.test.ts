import { afterAll, beforeAll, describe } from '@jest/globals';
import { startLocalService } from '../support/local-service.ts';
import type { ServiceUnderTest } from '../support/service-under-test.ts';
import { deliveriesSuite } from './suites/deliveries-suite.ts';
import { everyStageSuite } from './suites/every-stage-suite.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startLocalService();
}, 180_000);

afterAll(() => service.stop());

describe('the service on this machine', () => {
  everyStageSuite(() => service);
  deliveriesSuite(() => service);
});
