import { afterAll, beforeAll, describe } from '@jest/globals';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { rfpsSuite } from '../api/suites/rfps-suite.ts';
import { deployedService } from '../support/deployed-service.ts';
import type { ServiceUnderTest } from '../support/service-under-test.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await deployedService(environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '').name);
});
afterAll(() => service?.stop());

describe('RFPs of the deployed service', () => {
  rfpsSuite(() => service);
});
