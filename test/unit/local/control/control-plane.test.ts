import { request } from 'node:http';
import {
  APIGatewayClient,
  BadRequestException,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanCommand,
  GetApiKeysCommand,
  GetUsagePlansCommand,
  NotFoundException,
  UpdateUsagePlanCommand,
} from '@aws-sdk/client-api-gateway';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ControlPlaneServer,
  startControlPlane,
} from '../../../../lib/local/control/control-plane-server.ts';
import { GatewayRegistry } from '../../../../lib/local/control/gateway-registry.ts';

const STAGE = 'api1:local';
const STANDARD = { id: 'standard', name: 'Standard', rateLimit: 16.67, burstLimit: 500, stages: [STAGE] };

let registry: GatewayRegistry;
let server: ControlPlaneServer;
let client: APIGatewayClient;

beforeEach(async () => {
  registry = new GatewayRegistry([STANDARD]);
  server = await startControlPlane(registry);
  client = new APIGatewayClient({
    endpoint: server.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
});

afterEach(async () => {
  client.destroy();
  await server.stop();
});

const createPlan = (name: string) =>
  client.send(
    new CreateUsagePlanCommand({
      name,
      apiStages: [{ apiId: 'api1', stage: 'local' }],
      throttle: { rateLimit: 1.5, burstLimit: 90 },
    }),
  );
const createKey = (name = 'key') => client.send(new CreateApiKeyCommand({ name, enabled: true }));
const addKey = (usagePlanId = '', keyId = '') =>
  client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' }));
const patch = (usagePlanId: string, op: 'replace' | 'remove', path: string, value: string) =>
  client.send(new UpdateUsagePlanCommand({ usagePlanId, patchOperations: [{ op, path, value }] }));

describe('the control plane, through the AWS SDK', () => {
  it('creates keys with different values of 40 letters and digits', async () => {
    const [first, second] = [await createKey('a'), await createKey('b')];

    expect(first.value).toMatch(/^[\da-zA-Z]{40}$/);
    expect(second.value).not.toBe(first.value);
    expect(second.id).not.toBe(first.id);
  });

  it('accepts a given key value only once', async () => {
    const given = new CreateApiKeyCommand({ name: 'a', enabled: true, value: 'x'.repeat(20) });

    expect(await client.send(given)).toMatchObject({ value: 'x'.repeat(20) });
    await expect(client.send(given)).rejects.toThrow(ConflictException);
  });

  it('adds a key to a usage plan; the gateway uses it at once', async () => {
    const key = await createKey();

    expect(registry.planOf(key.value ?? '', STAGE)).toBeUndefined();
    await addKey('standard', key.id);
    expect(registry.planOf(key.value ?? '', STAGE)).toMatchObject({ id: 'standard', burstLimit: 500 });
    expect(registry.planOf(key.value ?? '', 'api1:other')).toBeUndefined();
    expect(registry.planOf('another', STAGE)).toBeUndefined();
  });

  it('allows a key only one plan per stage', async () => {
    const [key, plan] = [await createKey(), await createPlan('mine')];
    await addKey('standard', key.id);

    await expect(addKey(plan.id, key.id)).rejects.toThrow(ConflictException);
    await expect(addKey('standard', key.id)).rejects.toThrow(ConflictException);
    expect(registry.planOf(key.value ?? '', STAGE)?.id).toBe('standard');
  });

  it('removes a deleted key from its plan', async () => {
    const key = await createKey();
    await addKey('standard', key.id);
    await client.send(new DeleteApiKeyCommand({ apiKey: key.id }));

    expect(registry.planOf(key.value ?? '', STAGE)).toBeUndefined();
    await expect(client.send(new DeleteApiKeyCommand({ apiKey: key.id }))).rejects.toThrow(NotFoundException);
  });

  it('changes the rate and burst limits of a plan for the gateway', async () => {
    const [key, plan] = [await createKey(), await createPlan('mine')];
    await addKey(plan.id, key.id);
    await patch(plan.id ?? '', 'replace', '/throttle/rateLimit', '16.67');
    await patch(plan.id ?? '', 'replace', '/throttle/burstLimit', '1000');

    expect(registry.planOf(key.value ?? '', STAGE)).toMatchObject({ rateLimit: 16.67, burstLimit: 1000 });
    await expect(patch(plan.id ?? '', 'replace', '/name', 'other')).rejects.toThrow(BadRequestException);
  });

  it.each(['much', '', '-1', 'NaN'])('rejects the rate "%s"', async (rate) => {
    const plan = await createPlan('mine');

    await expect(patch(plan.id ?? '', 'replace', '/throttle/rateLimit', rate)).rejects.toThrow(
      BadRequestException,
    );
  });

  it('rejects changes to a plan of the template', async () => {
    await expect(patch('standard', 'replace', '/throttle/rateLimit', '1')).rejects.toThrow(
      BadRequestException,
    );
    expect(registry.plans()).toEqual([STANDARD]);
  });

  it('allows a disabled key only one plan per stage', async () => {
    const key = await client.send(new CreateApiKeyCommand({ name: 'off', enabled: false }));
    await addKey('standard', key.id);

    await expect(addKey('standard', key.id)).rejects.toThrow(ConflictException);
    expect(registry.planOf(key.value ?? '', STAGE)).toBeUndefined();
  });

  it('deletes a plan only if it has no stage', async () => {
    const plan = await createPlan('mine');
    const remove = () => client.send(new DeleteUsagePlanCommand({ usagePlanId: plan.id }));

    await expect(remove()).rejects.toThrow(BadRequestException);
    await patch(plan.id ?? '', 'remove', '/apiStages', STAGE);
    await remove();
    await expect(remove()).rejects.toThrow(NotFoundException);
  });

  it('rejects an unknown plan and an unknown key', async () => {
    const key = await createKey();

    await expect(addKey('nothing', key.id)).rejects.toThrow(NotFoundException);
    await expect(addKey('standard', 'nothing')).rejects.toThrow(NotFoundException);
    await expect(patch('nothing', 'replace', '/throttle/rateLimit', '1')).rejects.toThrow(NotFoundException);
  });

  it('lists plans, and lists keys by the prefix of their names, with values only on request', async () => {
    await createKey('freight-local-1');
    await createKey('other');
    const named = await client.send(new GetApiKeysCommand({ nameQuery: 'freight-' }));
    const all = await client.send(new GetApiKeysCommand({ includeValues: true }));
    const plans = await client.send(new GetUsagePlansCommand({}));

    expect(named.items?.map(({ name, value }) => [name, value])).toEqual([['freight-local-1', undefined]]);
    expect(all.items?.map(({ value }) => typeof value)).toEqual(['string', 'string']);
    expect(plans.items).toEqual([
      expect.objectContaining({
        id: 'standard',
        throttle: { rateLimit: 16.67, burstLimit: 500 },
        apiStages: [{ apiId: 'api1', stage: 'local' }],
      }),
    ]);
  });

  it.each([
    ['POST', '/apikeys', 'no json'],
    ['GET', '/restapis', undefined],
    ['PUT', '/apikeys', '{}'],
    ['PATCH', '/usageplans/x', '[]'],
    ['POST', '/apikeys', 'null'],
  ])(
    'answers an unsupported or malformed request without a server error: %s %s',
    async (method, path, body) => {
      const answer = await fetch(`${server.url}${path}`, { method, ...(body === undefined ? {} : { body }) });

      expect(answer.status).toBeLessThan(500);
      await expect(createKey()).resolves.toMatchObject({ id: expect.any(String) });
    },
  );
});

describe('a page in a browser', () => {
  const call = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      const sent = request({ hostname, port, path: '/schedules', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end();
    });

  it('cannot call the control plane with another Host or with an Origin', async () => {
    const { host, port } = new URL(server.url);

    expect(await call({ Host: host })).toBe(200);
    expect(await call({ Host: `localhost:${port}` })).toBe(200);
    for (const rebound of [
      `pages.example:${port}`,
      'pages.example',
      '127.0.0.1',
      `127.0.0.1:${port}.example`,
    ]) {
      expect([rebound, await call({ Host: rebound })]).toEqual([rebound, 403]);
    }
    expect(await call({ Host: host, Origin: 'https://pages.example' })).toBe(403);
  });
});
