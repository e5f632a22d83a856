import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FreightClient, type RfpDetail } from '../../../clients/typescript/src/index.ts';
import { CsvReader } from '../../../shared/platform/files/csv-rows.ts';
import { readWorkbook } from '../../../shared/platform/files/xlsx-rows.ts';
import { eventually } from '../../support/eventually.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { createOrganization } from '../../support/service-under-test.ts';

/** More than a response can have. */
const LANES = 1_203;
const FILE = [
  'Lane;From;To;Loads per week;Remarks',
  ...Array.from({ length: LANES }, (_, at) => {
    const destination = at % 40 === 39 ? 'Nowhere, ZZ' : at % 2 === 0 ? 'Phoenix, AZ' : 'Atlanta, GA';
    return `L${at};${at % 3 === 0 ? 'USLAX' : 'Port of Savannah'};${destination};${1 + (at % 5)};=1+${at}`;
  }),
].join('\r\n');

let service: LocalService;
let client: FreightClient;
let key: string;
let id: string;

beforeAll(async () => {
  service = await startLocalService({ own: true });
  key = (await createOrganization(service)).apiKey;
  client = new FreightClient({ apiKey: key, baseUrl: service.url });
  const { rfp_id, upload } = await client.rfps.create({ name: 'Drayage 2027', source: 'upload' });
  if (upload === undefined) throw new Error('the RFP has no address');
  const { url, method, headers } = upload;
  const sent = await fetch(url, { method, headers, body: FILE });
  expect(sent.status).toBe(200);
  id = rfp_id;
  expect(await priced()).toMatchObject({ status: 'priced', lanes: { total: LANES } });
}, 300_000);
afterAll(() => service?.stop());

const priced = (): Promise<RfpDetail> => client.rfps.waitUntilPriced(id);

const call = (path = '', method = 'GET') => service.call(method, `/api/v1/rfps/${id}${path}`, { key });

/** The answer for the file after it is written. */
const written = (path: string) =>
  eventually(
    () => call(path),
    ({ status }) => status !== 409,
    60_000,
  );

const rowsOf = (text: string) => {
  const reader = new CsvReader();
  const [header = [], ...rows] = [...reader.read(text), ...reader.end()].map(({ cells }) => cells);
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])));
};

describe('the results of an RFP of more than 1,000 lanes', () => {
  it('are a redirect to a file that needs no key, after they are written', async () => {
    const first = await call('/results.csv');
    expect([first.status, first.json]).toMatchObject([
      409,
      { error: { code: 'RFP_NOT_READY', details: { rfp_id: id, status: 'priced' } } },
    ]);
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);

    const { status, headers, text } = await written('/results.csv');
    expect([status, text]).toEqual([303, '']);
    const location = headers.get('location') ?? '';
    expect(location).toContain('X-Amz-Expires=300&');
    const file = await fetch(location);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${id}-results.csv"`);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const content = await file.bytes();
    expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const csv = new TextDecoder().decode(content);
    // A spreadsheet would run the cell without the apostrophe, which `rowsOf` removes.
    expect(csv).toContain(",'=1+0,");
    const rows = rowsOf(csv);
    expect(rows).toHaveLength(LANES);
    for (const [at, row] of rows.entries()) {
      expect(row).toMatchObject({
        Lane: `L${at}`,
        Remarks: `=1+${at}`,
        status: at % 40 === 39 ? 'failed' : 'priced',
      });
    }
    const spend = rows.reduce((sum, row) => sum + Number(row.weekly_spend), 0);
    expect(spend).toBeCloseTo((await client.rfps.get(id)).totals.weekly_spend, 2);
  }, 120_000);

  it('have their address as JSON for a browser', async () => {
    const { status, json } = await call('/results.csv?redirect=false');
    expect([status, json]).toMatchObject([
      200,
      { file: { url: expect.stringContaining('X-Amz-Signature=') } },
    ]);
    const { status: invalid } = await call('/results.csv?redirect=yes');
    expect(invalid).toBe(400);
  });

  it('are a workbook for the customer, without cost, margin and confidence', async () => {
    const first = await call('/results.xlsx?for=customer');
    expect([first.status, first.json]).toMatchObject([409, { error: { code: 'RFP_NOT_READY' } }]);
    const { status, headers } = await written('/results.xlsx?for=customer');
    expect(status).toBe(303);
    const file = await fetch(headers.get('location') ?? '');
    expect(file.headers.get('content-type')).toContain('spreadsheetml.sheet');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${id}-prices.xlsx"`);
    const limits = { rows: 2_000, columns: 20, cells: 50_000, uncompressedBytes: 50_000_000 };
    const [sheet] = await readWorkbook(await file.bytes(), limits);
    const [header, priced] = sheet?.rows ?? [];
    expect(header?.cells).toEqual([
      ...['Lane', 'From', 'To', 'Loads per week', 'Remarks', 'Quoted equipment', 'Price (USD)'],
      ...['Fuel (USD)', 'Total (USD)', 'Transit days', 'Valid until', 'Remark'],
    ]);
    expect(sheet?.rows).toHaveLength(LANES + 1);
    expect(priced?.cells.slice(0, 5)).toEqual(['L0', 'USLAX', 'Phoenix, AZ', '1', '=1+0']);
    expect(priced?.cells[8]).toMatch(/^\d+(\.\d\d?)?$/);
    expect(priced?.cells[10]).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(sheet?.rows[40]?.cells.at(-1)).toMatch(/^No price: we could not find /);

    const { url } = await client.rfps.workbook(id);
    const [full] = await readWorkbook(await (await fetch(url)).bytes(), { ...limits, columns: 40 });
    expect(full?.rows[0]?.cells).toContain('margin_percent');
    const csv = rowsOf(await client.rfps.results(id, { for: 'customer' }));
    expect(Object.keys(csv[0] ?? {})).toEqual(header?.cells);
    for (const path of ['/results.xlsx?for=carrier', '/results.csv?for=Customer'])
      expect((await call(path)).status).toBe(400);
  }, 120_000);

  it('are followed by the client, and are those of each change of margins and awards', async () => {
    const before = rowsOf(await client.rfps.results(id));
    await client.rfps.update(id, { lanes: [{ index: 1_202, price: { margin_percent: 300 } }] });
    await priced();
    const changed = rowsOf(await client.rfps.results(id));
    expect(Number(changed[1_202]?.total_rate)).toBeGreaterThan(Number(before[1_202]?.total_rate));
    expect(changed.slice(0, 1_202)).toEqual(before.slice(0, 1_202));

    await client.rfps.award(id, { lanes: [0], outcome: 'won', reason: '=cmd' });
    const awarded = rowsOf(await client.rfps.results(id));
    expect(awarded[0]).toEqual({ ...changed[0], outcome: 'won', outcome_reason: '=cmd' });
    expect(awarded.slice(1)).toEqual(changed.slice(1));
  }, 180_000);

  it('are removed with the RFP', async () => {
    const { headers } = await call('/results.csv');
    const location = headers.get('location') ?? '';
    expect((await fetch(location)).status).toBe(200);
    await client.rfps.delete(id);
    expect((await call('/results.csv')).status).toBe(404);
    await eventually(
      async () => (await fetch(location)).status,
      (status) => status === 404,
      60_000,
    );
  }, 120_000);
});
