import { APIGatewayClient, GetApiKeysCommand, GetUsagePlansCommand } from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { deployedService } from '../support/deployed-service.ts';
import {
  createEnterprise,
  createOrganization,
  type ServiceUnderTest,
} from '../support/service-under-test.ts';

const { name } = environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '');

const gateway = new APIGatewayClient({});
let service: ServiceUnderTest;

beforeAll(async () => {
  service = await deployedService(name);
});
afterAll(async () => {
  await service.stop();
  gateway.destroy();
});

const left = async () => {
  const keys = await gateway.send(new GetApiKeysCommand({ limit: 500, nameQuery: `freight-${name}-` }));
  const plans = await gateway.send(new GetUsagePlansCommand({ limit: 500 }));
  return [keys.items ?? [], plans.items ?? []].map(({ length }) => length);
};

describe('the end of a deployment', () => {
  it('takes the gateway keys and plans of organizations, so that the stacks can be deleted', async () => {
    await createOrganization(service);
    await createEnterprise(service);
    const [keys = 0, plans = 0] = await left();
    expect(keys).toBeGreaterThanOrEqual(2);
    expect(plans).toBeGreaterThanOrEqual(2);

    await expect(service.freight('org', 'cleanup', '--all', '--json')).rejects.toThrow('--confirm');
    await service.freight('org', 'cleanup', '--all', '--confirm', name, '--json');
    // The standard plan is one of the stacks.
    expect(await left()).toEqual([0, 1]);
  });
});
