import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ControlPlaneServer,
  startControlPlane,
} from '../../../../lib/local/control/control-plane-server.ts';
import { GatewayRegistry } from '../../../../lib/local/control/gateway-registry.ts';
import { createApiGatewayGatewayKeys } from '../../../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';
import type { GatewayKeys } from '../../../../shared/accounts/gateway-plans/gateway-keys.ts';

const STAGE = 'api1:local';
const NOW = new Date('2026-03-01T00:00:00Z');
const STANDARD = { id: 'standard', name: 'Standard', rateLimit: 16.67, burstLimit: 500, stages: [STAGE] };

let folder: string;
let registry: GatewayRegistry;
let server: ControlPlaneServer;
let client: APIGatewayClient;
let keys: GatewayKeys;

async function start(): Promise<void> {
  registry = new GatewayRegistry([STANDARD], join(folder, 'gateway.json'));
  server = await startControlPlane(registry);
  client = new APIGatewayClient({
    endpoint: server.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  let time = 0;
  keys = createApiGatewayGatewayKeys(
    client,
    { restApiId: 'api1', stageName: 'local', standardPlanId: 'standard', propagationMs: 0 },
    {
      now: () => time,
      pause: async (ms) => {
        time += ms;
      },
    },
  );
}

async function stop(): Promise<void> {
  client.destroy();
  await server.stop();
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'freight-control-'));
  await start();
});

afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the keys and plans of the operator', () => {
  it('are kept after a restart and can still be changed', async () => {
    const standard = await keys.createKeyInPlan('org_1', keys.standardPlanId, NOW);
    const planId = await keys.createEnterprisePlan('org_2', 6000, NOW);
    const enterprise = await keys.createKeyInPlan('org_2', planId, NOW);
    const made = await keys.listCreated();
    await stop();
    await start();

    expect(await keys.listCreated()).toEqual(made);
    expect(registry.planOf(standard.value, STAGE)).toEqual(STANDARD);
    expect(registry.planOf(enterprise.value, STAGE)).toMatchObject({ rateLimit: 100, burstLimit: 6000 });
    await keys.updateEnterprisePlan(planId, 90);
    await keys.deleteKey(standard.id);
    await stop();
    await start();

    expect(registry.planOf(standard.value, STAGE)).toBeUndefined();
    expect(registry.planOf(enterprise.value, STAGE)).toMatchObject({ rateLimit: 1.5, burstLimit: 90 });
  });

  it('are created, changed, listed and deleted for an enterprise plan', async () => {
    const planId = await keys.createEnterprisePlan('org_1', 600, NOW);
    const key = await keys.createKeyInPlan('org_1', planId, NOW);

    expect(registry.planOf(key.value, STAGE)).toMatchObject({ rateLimit: 10, burstLimit: 600 });
    await keys.updateEnterprisePlan(planId, 60);
    expect(registry.planOf(key.value, STAGE)).toMatchObject({ rateLimit: 1, burstLimit: 60 });
    expect(await keys.listCreated()).toEqual([
      { kind: 'key', id: key.id, orgId: 'org_1', madeAt: NOW },
      { kind: 'plan', id: planId, orgId: 'org_1', madeAt: NOW },
    ]);
    await keys.deleteKey(key.id);
    await keys.deletePlan(planId);
    expect(await keys.listCreated()).toEqual([]);
  });

  it('include enterprise plans of any rate and burst: the local gateway has no account throttle', async () => {
    expect(await keys.accountThrottle()).toBeUndefined();
    const planId = await keys.createEnterprisePlan('org_1', 6_000_000, NOW);
    const key = await keys.createKeyInPlan('org_1', planId, NOW);
    expect(registry.planOf(key.value, STAGE)).toMatchObject({ rateLimit: 100_000, burstLimit: 6_000_000 });
  });

  it('keep an organization in a plan while it moves to another plan', async () => {
    const old = await keys.createKeyInPlan('org_1', keys.standardPlanId, NOW);
    const planId = await keys.createEnterprisePlan('org_1', 600, NOW);
    const next = await keys.createKeyInPlan('org_1', planId, NOW);

    expect(registry.planOf(old.value, STAGE)?.id).toBe('standard');
    expect(registry.planOf(next.value, STAGE)?.id).toBe(planId);
    await keys.waitUntilUsable();
    await keys.deleteKey(old.id);
    expect(registry.planOf(old.value, STAGE)).toBeUndefined();
    expect(registry.planOf(next.value, STAGE)?.id).toBe(planId);
  });

  it('are consistent after concurrent creations', async () => {
    const owners = Array.from({ length: 20 }, (_, index) => `org_${index}`);
    const made = await Promise.all(
      owners.map((owner) => keys.createKeyInPlan(owner, keys.standardPlanId, NOW)),
    );
    await stop();
    await start();

    expect(new Set(made.map(({ value }) => value)).size).toBe(owners.length);
    for (const { value } of made) expect(registry.planOf(value, STAGE)?.id).toBe('standard');
    expect((await keys.listCreated()).map(({ orgId }) => orgId).toSorted()).toEqual(owners.toSorted());
  });

  it('can be deleted twice, even a plan with keys and a stage', async () => {
    const planId = await keys.createEnterprisePlan('org_1', 600, NOW);
    const key = await keys.createKeyInPlan('org_1', planId, NOW);
    await keys.deletePlan(planId);
    await keys.deletePlan(planId);

    expect(registry.planOf(key.value, STAGE)).toBeUndefined();
    await keys.deleteKey(key.id);
    await keys.deleteKey(key.id);
    expect(await keys.listCreated()).toEqual([]);
  });

  it('cause the exception of AWS if the plan is unknown', async () => {
    await expect(keys.updateEnterprisePlan('nothing', 60)).rejects.toMatchObject({
      name: 'NotFoundException',
    });
    await expect(keys.createKeyInPlan('org_1', 'nothing', NOW)).rejects.toMatchObject({
      name: 'NotFoundException',
      message: 'Invalid Usage Plan identifier specified',
    });
  });
});
