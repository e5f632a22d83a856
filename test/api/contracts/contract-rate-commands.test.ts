import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ContractRate } from '../../../clients/typescript/src/index.ts';
import { utcDay } from '../../../shared/platform/time/utc-day.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { createOrganization } from '../../support/service-under-test.ts';

/** More than a step of an import writes. */
const ROWS = 1_010;
const HEADER = 'Contract number;Client;From;To;Equipment;Basis;Price;FSC;Start date';

const TABLE = '"Table (US, round trip): 3,00-3,05=$0,40/mi; 3,05+=0,41/mi"';
const TABLE_FUEL = {
  ...{ method: 'table', region: 'US', miles: 'round_trip' },
  rows: [
    { from: 3, to: 3.05, per_mile: 0.4 },
    { from: 3.05, per_mile: 0.41 },
  ],
};

/** As a spreadsheet exports it: byte order mark, semicolons, CRLF. Lines 4 and 1,006 are wrong. */
const FILE = `\uFEFF${[
  HEADER,
  'SAV-ATL;Acme Imports;USSAV;Atlanta, GA;40HC;flat;850;included;2026-01-01',
  ...Array.from({ length: ROWS - 1 }, (_, at) =>
    at === 1 || at === 1_003
      ? `BAD-${at};Acme Imports;USSAV;Nowhere, ZZ;40HC;flat;0;included;2026-01-01`
      : `N-${at};Customer ${at};USLAX;85043;40HC;per mile;3,8555;${at === 2 ? TABLE : 'market'};2026-01-01`,
  ),
].join('\r\n')}`;

interface Imported {
  readonly upload_id: string;
  readonly rows: Readonly<Record<string, number>>;
}

let service: LocalService;
let folder: string;
let apiKey: string;
beforeAll(async () => {
  service = await startLocalService();
  ({ apiKey } = await createOrganization(service));
  folder = await mkdtemp(join(tmpdir(), 'freight-contract-rates-'));
});
afterAll(async () => {
  await service?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

const rates = <Output>(...args: string[]) =>
  service.freight<Output>('contract-rates', ...args, '--api-key', apiKey, '--json');

describe('freight contract-rates', () => {
  it('imports the valid rows of a file, which price quotes, and a repeated import writes none twice', async () => {
    const file = join(folder, 'rates.csv');
    await writeFile(file, FILE);
    const { upload_id, ...imported } = await rates<Imported>('import', file);
    expect(imported).toMatchObject({
      ...{ state: 'imported', file_name: 'rates.csv', progress: 1 },
      rows: { read: ROWS, created: ROWS - 2, replaced: 0, unchanged: 0, rejected: 2 },
      rejected_rows: [
        { line: 4 },
        { line: 1_006, reason: expect.stringMatching(/^amount must .*; destination must/) },
      ],
      rejected_file: `${file}.rejected.csv`,
    });
    expect((await readFile(`${file}.rejected.csv`, 'utf8')).split('\n')).toEqual([
      expect.stringMatching(/^\uFEFFline,reason,header,value,Contract number/),
      expect.stringMatching(/^4,.*BAD-1,/),
      expect.stringMatching(/^1006,.*BAD-1003,/),
      '',
    ]);
    const again = join(folder, 'again.csv');
    await writeFile(again, FILE);
    expect((await rates<Imported>('import', again)).rows).toMatchObject({ created: 0, unchanged: ROWS - 2 });

    const path = `/api/v1/contract-rates/uploads/${upload_id}`;
    const { json: upload } = await service.call('GET', path, { key: apiKey });
    expect(JSON.stringify(upload)).not.toContain(apiKey);
    const stranger = (await createOrganization(service)).apiKey;
    expect((await service.call('GET', path, { key: stranger })).status).toBe(404);

    const { json } = await service.call('POST', '/api/v1/quotes', {
      key: apiKey,
      body: {
        origin: 'Garden City Terminal',
        destination: 'Atlanta, GA 30303',
        equipment_type: '40HC',
        pickup_date: utcDay(new Date(Date.now() + 3 * 86_400_000)),
        customer: 'ACME imports',
        pricing_type: 'contract',
      },
    });
    const [rate] = (await rates<{ rates: ContractRate[] }>('list', '--external-id', 'SAV-ATL')).rates;
    expect(json).toMatchObject({
      quote: {
        pricing: { base_rate: 850, fuel_surcharge: 0 },
        rate_source: { type: 'contract', contract_rate_id: rate?.rate_id, version: 1 },
      },
    });
  });

  it('exports what another organization can import, and shows and deletes a rate', async () => {
    const to = join(folder, 'export.csv');
    expect(await rates('export', '--to', to)).toEqual({ file: to, rates: ROWS - 2 });
    const csv = await readFile(to, 'utf8');
    const other = (await createOrganization(service)).apiKey;
    const copied = await service.freight<Imported>(
      ...['contract-rates', 'import', to, '--api-key', other, '--json'],
    );
    expect(copied.rows).toMatchObject({ created: ROWS - 2, rejected: 0 });
    expect(csv).toContain('SAV-ATL');
    const [withTable] = (
      await service.freight<{ rates: ContractRate[] }>(
        ...['contract-rates', 'list', '--external-id', 'N-2', '--api-key', other, '--json'],
      )
    ).rates;
    expect(withTable?.fuel).toEqual(TABLE_FUEL);

    const filter = ['--customer', 'customer 0', '--effective-on', '2026-06-01'];
    const [rate] = (await rates<{ rates: ContractRate[] }>('list', ...filter)).rates;
    const rateId = rate?.rate_id ?? '';
    expect(await rates('show', rateId)).toEqual(rate);
    expect(rate).toMatchObject({ amount: 3.8555, rate_type: 'per_mile', customer: 'Customer 0' });
    await rates('delete', rateId);
    expect((await rates<{ rates: ContractRate[] }>('list', ...filter)).rates).toEqual([]);
    expect(await rates('show', rateId, '--version', '1')).toEqual(rate);
  });
});
