import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Rfp, RfpDetail } from '../../../clients/typescript/src/index.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { createOrganization } from '../../support/service-under-test.ts';

/** The second lane has an unknown destination; a spreadsheet would run the remark of the first. */
const FILE = [
  'Lane,From,To,Loads per week,Remarks',
  'L0,USLAX,"Phoenix, AZ",12,"=HYPERLINK(""http://x"";""y"")"',
  'L1,USLAX,"Nowhere, ZZ",3,as in 2026',
  'L2,Port of Savannah,30303,4,',
].join('\r\n');

let service: LocalService;
let folder: string;
let key: readonly string[];
beforeAll(async () => {
  service = await startLocalService();
  key = ['--api-key', (await createOrganization(service)).apiKey];
  folder = await mkdtemp(join(tmpdir(), 'freight-rfp-commands-'));
  await writeFile(join(folder, 'lanes.csv'), FILE);
}, 180_000);
afterAll(async () => {
  await service?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

const rfp = <Output>(...args: string[]) => service.freight<Output>('rfp', ...args, ...key, '--json');

/** Imports the file, and returns the RFP and the lines of its results. */
async function imported(name: string, ...options: string[]) {
  const file = join(folder, 'lanes.csv');
  const made = await rfp<RfpDetail>(
    'import',
    file,
    '--name',
    name,
    '--customer',
    'Acme',
    '--wait',
    ...options,
  );
  const to = join(folder, `${made.rfp_id}.csv`);
  expect(await rfp('results', made.rfp_id, '--to', to)).toEqual({ rfp_id: made.rfp_id, file: to });
  return { made, results: (await readFile(to, 'utf8')).split('\r\n') };
}

describe('freight rfp', () => {
  it('imports a file, waits for its prices, and lists, shows and stores them', async () => {
    const { made, results } = await imported('Drayage 2027');
    expect(made).toMatchObject({
      ...{ name: 'Drayage 2027', customer: 'Acme', status: 'priced' },
      lanes: { total: 3, priced: 2, failed: 1 },
      errors: [{ code: 'LOCATION_NOT_FOUND', lanes: 1 }],
    });
    expect(results).toHaveLength(5);
    expect(results[0]).toMatch(/^\uFEFFLane,From,To,Loads per week,Remarks,status,/);
    expect(results[1]).toMatch(/^L0,USLAX,"Phoenix, AZ",12,"'=HYPERLINK\(""http:\/\/x"";""y""\)",priced,/);
    expect(results[2]).toMatch(/,failed,LOCATION_NOT_FOUND,/);

    expect(await rfp('show', made.rfp_id)).toEqual(made);
    const listed = async (...options: string[]) =>
      (await rfp<{ rfps: Rfp[] }>('list', ...options)).rfps.map(({ rfp_id }) => rfp_id);
    expect(await listed('--status', 'priced', '--customer', 'acme')).toEqual([made.rfp_id]);
    expect(await listed('--status', 'closed')).toEqual([]);
  }, 120_000);
});
