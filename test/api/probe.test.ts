import { afterAll, beforeAll, describe } from '@jest/globals';
import { parameterNames } from '../../lib/parameters/parameter-names.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { probeSuite } from './suites/probe-suite.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service?.stop());

describe('the probe of the local service', () => {
  probeSuite(() => ({
    service,
    url: service.url,
    headersOf: async ({ apiKey }) => ({ 'x-api-key': apiKey }),
    storeSettings: (text) => service.putParameter(parameterNames('local').secret('probe'), text),
    run: () => service.freight('schedule', 'run', 'probe', '--json'),
  }));
});
