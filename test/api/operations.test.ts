import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cellFromBytes } from '../../shared/market/cells/market-cell.ts';
import { addDays, utcDay } from '../../shared/platform/time/utc-calendar.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { allItems } from '../support/service-tables.ts';
import { createOrganization } from '../support/service-under-test.ts';
import { LOADS_HEADER } from '../support/uploads-under-test.ts';
import { operationsSuite } from './suites/operations-suite.ts';

const FREIGHT = fileURLToPath(new URL('../../bin/freight.ts', import.meta.url));

let service: LocalService;

beforeAll(async () => {
  // Moves its clock and reads all its tables.
  service = await startLocalService({ own: true });
});
afterAll(() => service.stop());

const everything = async () => JSON.stringify(await allItems(service));

/** The cells with loads that determine the rates of all callers. */
async function marketCells(): Promise<ReadonlyMap<string, string>> {
  const cells = (await allItems(service)).flatMap(({ pk, cell }) =>
    String(pk).startsWith('cell#market#') && cell instanceof Uint8Array && cellFromBytes(cell).weeks.size > 0
      ? [[String(pk), Buffer.from(cell).toString('hex')] as const]
      : [],
  );
  return new Map(cells.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Searches all tables, including items that the erasure does not know. */
async function expectNoTrace(orgId: string): Promise<void> {
  const text = await everything();
  const place = text.indexOf(orgId);
  expect(place < 0 ? '' : text.slice(Math.max(0, place - 200), place + 200)).toBe('');
}

describe('operations commands on the local service', () => {
  operationsSuite(() => service, {
    letMinutesPass: async () => {
      await service.freight('clock', 'advance', '5m', '--json');
    },
    expectNoTrace,
  });

  it('remove the loads of an erased organization from the market, with the same cells as before its import', async () => {
    const { orgId } = await createOrganization(service);
    const folder = await mkdtemp(join(tmpdir(), 'freight-loads-'));
    const today = utcDay(new Date());
    const importLoads = async (name: string, city: string, ...flags: string[]) => {
      const path = join(folder, name);
      const rows = Array.from({ length: 30 }, (_, position) =>
        [
          ...[
            addDays(today, -position),
            'North Charleston Terminal',
            position % 3 === 0 ? city : 'Charlotte',
          ],
          ...['NC', '', 'container_40', 900 + ((position * 7) % 60), 'true', `c${position % 4}`],
        ].join(','),
      );
      await writeFile(path, [LOADS_HEADER, ...rows, ''].join('\n'));
      return service.freight('market', 'import', path, ...flags, '--json');
    };
    await importLoads('operator.csv', 'Raleigh');
    const without = await marketCells();
    expect(without.size).toBeGreaterThan(5);
    await importLoads('live.csv', 'Greensboro', '--org', orgId, '--mode', 'live');
    await importLoads('test.csv', 'Asheville', '--org', orgId, '--mode', 'test');
    await service.freight('org', 'sharing', orgId, 'pooled', '--json');
    expect(await marketCells()).not.toEqual(without);

    const to = join(folder, 'export');
    await service.freight('org', 'export', orgId, '--to', to, '--json');
    const lines = (await readFile(join(to, 'market-loads.jsonl'), 'utf8')).trim().split('\n');
    const loads = lines.map((line) => JSON.parse(line) as { mode: string; loads: { count: number }[] });
    for (const mode of ['live', 'test']) {
      const counted = loads.filter((one) => one.mode === mode).flatMap((one) => one.loads);
      expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(30);
    }
    expect(JSON.parse(await readFile(join(to, 'market-sharing.jsonl'), 'utf8'))).toEqual({
      pooled: ['live'],
    });

    await service.freight('org', 'suspend', orgId, '--json');
    await service.freight('clock', 'advance', '5m', '--json');
    const erased = await service.freight('org', 'erase', orgId, '--confirm', orgId, '--json');

    expect(erased).toMatchObject({ outcome: 'erased', counts: { 'market-loads': lines.length } });
    await expectNoTrace(orgId);
    expect(await marketCells()).toEqual(without);
    await rm(folder, { recursive: true });
  });

  it('continue an erasure that was killed', async () => {
    const { orgId, apiKey } = await createOrganization(service);
    const body = { orgId, url: 'http://127.0.0.1:8099/', events: ['quote.created'] };
    const { status } = await service.call('POST', '/v1/webhooks', { key: apiKey, body });
    expect(status).toBe(200);
    await service.freight('org', 'suspend', orgId, '--json');
    await service.freight('clock', 'advance', '5m', '--json');
    const erase = ['org', 'erase', orgId, '--confirm', orgId];

    // The webhooks are deleted, and the command waits for deliveries in progress.
    const killed = spawn(process.execPath, [FREIGHT, ...erase], {
      env: { PATH: process.env.PATH, FREIGHT_LOCAL_DIR: service.dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    for await (const chunk of killed.stderr) if (String(chunk).includes('Waiting')) break;
    killed.kill('SIGKILL');
    await once(killed, 'close');

    expect((await everything()).includes(orgId)).toBe(true);
    await expect(service.freight('org', 'resume', orgId, '--json')).rejects.toThrow('is being erased');
    await expect(service.freight(...erase, '--json')).resolves.toMatchObject({ outcome: 'erased' });
    await expectNoTrace(orgId);
  });
});
