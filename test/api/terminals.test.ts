import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createEnterprise } from '../support/service-under-test.ts';
import { terminalChangeSuite } from './suites/terminal-change-suite.ts';

const IMPORTED = 1_000;
const HEADER = 'name,aliases,type,city,state,zip,latitude,longitude';
const nameOf = (number: number) => `Importville Yard ${number}`;
const rowOf = (number: number) =>
  `${nameOf(number)},,intermodal,Importville,KS,66002,${(37.5 + number / 10_000).toFixed(4)},-98.5`;

interface Found {
  readonly data: readonly { readonly name: string }[];
  readonly pagination: { readonly totalHits: number };
}

let service: LocalService;
let folder: string;

beforeAll(async () => {
  // Changes terminals for all callers, so it shares no tables with other test files.
  service = await startLocalService({ own: true });
  folder = await mkdtemp(join(tmpdir(), 'freight-import-'));
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('terminals of the local service', () => {
  terminalChangeSuite(() => service);

  it(`imports ${IMPORTED} terminals while searches run, without a wrong or empty response`, async () => {
    const { apiKey } = await createEnterprise(service, 100_000);
    const find = async (query: string) => {
      const path = `/api/v1/terminals/search?query=${query}&limit=1`;
      const { status, json } = await service.call('GET', path, { key: apiKey });
      expect(status).toBe(200);
      return json as Found;
    };
    const file = join(folder, 'terminals.csv');
    await writeFile(
      file,
      [HEADER, ...Array.from({ length: IMPORTED }, (_, number) => rowOf(number))].join('\n'),
    );

    const totals = new Set([(await find('importville')).pagination.totalHits]);
    let importing = true;
    const started = performance.now();
    const imported = service.freight('terminals', 'import', file, '--json').finally(() => {
      importing = false;
    });
    let answers = 0;
    let slowest = 0;
    while (importing || (!totals.has(IMPORTED) && performance.now() - started < 300_000)) {
      const asked = performance.now();
      const [stable, growing] = await Promise.all([find('maher'), find('importville')]);
      slowest = Math.max(slowest, performance.now() - asked);
      answers += 2;
      expect(stable.data.map(({ name }) => name)).toEqual(['Maher Terminals']);
      totals.add(growing.pagination.totalHits);
      if (growing.pagination.totalHits > 0) expect(growing.data[0]?.name).toBe(nameOf(0));
      await wait(5);
    }

    expect(await imported).toMatchObject({ added: IMPORTED, updated: 0, unchanged: 0 });
    // A search finds all terminals of the file or none.
    expect([...totals]).toEqual([0, IMPORTED]);
    process.stderr.write(
      `    ${IMPORTED} terminals in search after ${((performance.now() - started) / 1000).toFixed(1)} s; ` +
        `${answers} searches meanwhile, slowest pair ${slowest.toFixed(0)} ms\n`,
    );
  });

  it('changes nothing if the same file is imported again', async () => {
    const file = join(folder, 'terminals.csv');

    expect(await service.freight('terminals', 'import', file, '--json')).toMatchObject({
      added: 0,
      updated: 0,
      unchanged: IMPORTED,
    });
  });
});
