import { afterAll, beforeAll, describe } from '@jest/globals';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { dieselSuite } from '../api/suites/diesel-suite.ts';
import { everyStageSuite } from '../api/suites/every-stage-suite.ts';
import { terminalChangeSuite } from '../api/suites/terminal-change-suite.ts';
import { deployedService } from '../support/deployed-service.ts';
import type { ServiceUnderTest } from '../support/service-under-test.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await deployedService(environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '').name);
});

afterAll(() => service.stop());

describe('the deployed service', () => {
  everyStageSuite(() => service);
  terminalChangeSuite(() => service);
  dieselSuite(() => service);
});
