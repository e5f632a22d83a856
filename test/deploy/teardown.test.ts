import { APIGatewayClient, GetApiKeysCommand, GetUsagePlansCommand } from '@aws-sdk/client-api-gateway';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { deployedService } from '../support/deployed-service.ts';
import {
  createEnterprise,
  createOrganization,
  type ServiceUnderTest,
} from '../support/service-under-test.ts';

/** Of the service that was deployed. */
const ASSEMBLY = process.env.DEPLOYED_ASSEMBLY ?? '';
const { name } = environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '');

const gateway = new APIGatewayClient({});
const dynamodb = new DynamoDBClient({});
let service: ServiceUnderTest;

beforeAll(async () => {
  service = await deployedService(name);
});
afterAll(async () => {
  await service.stop();
  gateway.destroy();
  dynamodb.destroy();
});

const left = async () => {
  const keys = await gateway.send(new GetApiKeysCommand({ limit: 500, nameQuery: `freight-${name}-` }));
  const plans = await gateway.send(new GetUsagePlansCommand({ limit: 500 }));
  const { TableNames: tables = [] } = await dynamodb.send(new ListTablesCommand({}));
  // Another environment of the emulator keeps its tables.
  const own = tables.filter((table) => table.startsWith(`freight-${name}-`));
  return [keys.items ?? [], plans.items ?? [], own].map(({ length }) => length);
};

describe('the end of a deployment', () => {
  it('takes gateway keys, plans and stacks, and finds nothing to do when it is asked for again', async () => {
    await createOrganization(service);
    await createEnterprise(service);
    const [keys = 0, plans = 0] = await left();
    expect(keys).toBeGreaterThanOrEqual(2);
    expect(plans).toBeGreaterThanOrEqual(2);

    await expect(service.freight('teardown', '--app', ASSEMBLY, '--json')).rejects.toThrow('--confirm');
    const gone = await service.freight<{ outcome: string; keys: number }>(
      ...['teardown', '--app', ASSEMBLY, '--confirm', name, '--json'],
    );

    expect(gone).toMatchObject({ outcome: 'torn-down', keys, tablesLeft: [] });
    expect(await left()).toEqual([0, 0, 0]);
    await expect(service.freight('teardown', '--app', ASSEMBLY, '--json')).resolves.toMatchObject({
      outcome: 'gone',
    });
    await expect(service.freight('org', 'gateway-quotas', '--json')).rejects.toThrow('Nothing is deployed');
  });
});
