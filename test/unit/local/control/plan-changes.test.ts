import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ControlPlaneServer,
  startControlPlane,
} from '../../../../lib/local/control/control-plane-server.ts';
import { GatewayRegistry } from '../../../../lib/local/control/gateway-registry.ts';

const STAGE = 'api1:local';

let registry: GatewayRegistry;
let server: ControlPlaneServer;
let planId: string;

beforeEach(async () => {
  registry = new GatewayRegistry([]);
  server = await startControlPlane(registry);
  planId = registry.createPlan({ name: 'mine', rateLimit: 1, burstLimit: 60, stages: [STAGE] }).id;
});

afterEach(() => server.stop());

async function patch(...patchOperations: readonly object[]) {
  const answer = await fetch(`${server.url}/usageplans/${planId}`, {
    method: 'PATCH',
    body: JSON.stringify({ patchOperations }),
  });
  return { status: answer.status, body: await answer.json() };
}

const rate = (value: string) => ({ op: 'replace', path: '/throttle/rateLimit', value });
const burst = (value: string) => ({ op: 'replace', path: '/throttle/burstLimit', value });

describe('the usage plan API', () => {
  it('returns the changed plan', async () => {
    expect(await patch(rate('2.5'), burst('150'))).toEqual({
      status: 200,
      body: {
        id: planId,
        name: 'mine',
        throttle: { rateLimit: 2.5, burstLimit: 150 },
        apiStages: [{ apiId: 'api1', stage: 'local' }],
      },
    });
  });

  it('applies all changes of a request or none', async () => {
    const before = registry.plans();

    expect((await patch(rate('2.5'), burst('many'))).status).toBe(400);
    expect((await patch(burst('150'), { op: 'add', path: '/quota/limit', value: '1' })).status).toBe(400);
    expect(registry.plans()).toEqual(before);
  });

  it('accepts a request without changes', async () => {
    expect(await patch()).toMatchObject({
      status: 200,
      body: { throttle: { rateLimit: 1, burstLimit: 60 } },
    });
  });

  it('keeps other stages when one is removed', async () => {
    registry.updatePlan(planId, { stages: [STAGE, 'api1:other'] });
    await patch({ op: 'remove', path: '/apiStages', value: STAGE });

    expect(registry.plan(planId).stages).toEqual(['api1:other']);
  });

  it.each([{}, { rateLimit: 1 }, { burstLimit: 1 }, { rateLimit: -1, burstLimit: 1 }])(
    'rejects a new plan without valid rate and burst limits: %j',
    async (throttle) => {
      const answer = await fetch(`${server.url}/usageplans`, {
        method: 'POST',
        body: JSON.stringify({ name: 'x', throttle, apiStages: [] }),
      });

      expect([answer.status, answer.headers.get('x-amzn-errortype')]).toEqual([400, 'BadRequestException']);
      expect(registry.plans()).toHaveLength(1);
    },
  );
});
