import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLocalSchedules } from '../../../../bin/freight/connection/local-schedules.ts';
import {
  type ControlPlaneServer,
  startControlPlane,
} from '../../../../lib/local/control/control-plane-server.ts';
import { GatewayRegistry } from '../../../../lib/local/control/gateway-registry.ts';
import type { Invocation } from '../../../../lib/local/lambda/function-worker.ts';
import { createSystemsManager, readSecret } from '../../../../shared/platform/aws/systems-manager-secret.ts';

const LISTED = [{ name: 'sweep', expression: 'rate(1 minute)', next: '2026-11-21T09:00:00.000Z' }];
const run = vi.fn(async (_name: string): Promise<Invocation | undefined> => undefined);

let server: ControlPlaneServer;
beforeEach(async () => {
  run.mockReset();
  server = await startControlPlane(new GatewayRegistry([]), {
    schedules: { list: () => LISTED, run },
    secrets: new Map([['/freight/local/eia-api-key', 'a-key']]),
  });
});
afterEach(() => server.stop());

describe('the local schedules client', () => {
  it('lists the schedules', async () => {
    await expect(createLocalSchedules(server.url).list()).resolves.toEqual(LISTED);
  });

  it.each<Invocation>([
    { outcome: 'returned', payload: { outcome: 'unchanged' } },
    { outcome: 'failed', errorType: 'Error', errorMessage: 'no' },
    { outcome: 'crashed', detail: 'gone' },
    { outcome: 'timed-out' },
  ])('returns the result of a run: %j', async (ended) => {
    run.mockResolvedValue(ended);

    await expect(createLocalSchedules(server.url).run('a name/with signs')).resolves.toEqual(ended);

    expect(run).toHaveBeenCalledWith('a name/with signs');
  });

  it('returns undefined for an unknown name', async () => {
    await expect(createLocalSchedules(server.url).run('nothing')).resolves.toBeUndefined();
  });
});

describe('local secrets of the service', () => {
  const read = (parameter: string) =>
    readSecret(
      createSystemsManager({
        region: 'us-east-1',
        credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
        endpoint: server.url,
      }),
      parameter,
    );

  it('are read with the Systems Manager client', async () => {
    await expect(read('/freight/local/eia-api-key')).resolves.toBe('a-key');
    await expect(read('/freight/local/another')).resolves.toBeUndefined();
  });
});
