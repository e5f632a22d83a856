import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { type DeployedService, deployedService } from '../support/deployed-service.ts';
import { createEnterprise, createOrganization } from '../support/service-under-test.ts';

const SEARCH = '/api/v1/terminals/search?query=elizabeth';

let service: DeployedService;
beforeAll(async () => {
  service = await deployedService(environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '').name);
});
afterAll(() => service?.stop());

describe('usage plans of the deployed service', () => {
  it("reject calls above an organization's plan with Retry-After, and not those of the next organization", async () => {
    const [slow, other] = [await createEnterprise(service, 5), await createOrganization(service)];

    const answers = await Promise.all(
      Array.from({ length: 12 }, () => service.callInPlan(slow, 'GET', SEARCH)),
    );

    // A token comes back every 12 seconds, and functions here start slowly.
    const rejected = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length + rejected.length).toBe(12);
    expect(rejected.length).toBeGreaterThanOrEqual(4);
    for (const { headers } of rejected) {
      expect(headers.get('retry-after')).toBe('1');
      expect(headers.get('x-request-id')).toBeTruthy();
    }
    expect((await service.callInPlan(other, 'GET', SEARCH)).status).toBe(200);
  });
});
