import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CreatedQuoteUpload, QuoteUpload } from '../../clients/typescript/src/index.ts';
import { XlsxWriter } from '../../shared/platform/files/xlsx-writer.ts';
import { eventually } from '../support/eventually.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createOrganization } from '../support/service-under-test.ts';

const PATH = '/api/v1/quotes/uploads';
const HEADER = ['Quote #', 'Date', 'Origin', 'Destination', 'Equipment', 'Customer', 'Total', 'Outcome'];
const rowOf = (id: string, outcome: string, destination = 'Phoenix, AZ') => [
  ...[id, '2026-03-04', 'USLAX', destination, 'dry van', 'Acme', '1,250.50', outcome],
];
const csvOf = (...rows: readonly (readonly string[])[]) =>
  [HEADER, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');

let service: LocalService;
let key: string;
beforeAll(async () => {
  service = await startLocalService();
  key = (await createOrganization(service)).apiKey;
});
afterAll(() => service?.stop());

const call = async <Body>(method: string, path: string, body?: unknown) =>
  (await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })).json as Body;

/** Sends a file as an upload, and reads it until its import has ended. */
async function upload(file: string | Uint8Array<ArrayBuffer>): Promise<QuoteUpload> {
  const { upload } = await call<{ upload: CreatedQuoteUpload }>('POST', PATH, { file_name: 'quotes.csv' });
  expect(upload).toMatchObject({ state: 'awaiting_upload', file_name: 'quotes.csv', progress: 0 });
  const { url = '', method = '', headers = {} } = upload.address ?? {};
  expect((await fetch(url, { method, headers, body: file })).status).toBe(200);
  return eventually(
    async () => (await call<{ upload: QuoteUpload }>('GET', `${PATH}/${upload.upload_id}`)).upload,
    ({ state }) => !['awaiting_upload', 'importing'].includes(state),
  );
}

const report = (source: string) =>
  call<{ total: object }>('GET', `/api/v1/reports/quotes?source=${source}&from=2026-01&to=2026-12`);

describe('an uploaded file of past quotes', () => {
  it('counts in reports only, once, and is corrected by a later file', async () => {
    const file = csvOf(rowOf('1', 'won'), rowOf('2', 'open'), rowOf('3', 'lost', 'Nowhere, ZZ'));
    expect(await upload(file)).toMatchObject({
      ...{ state: 'imported', reason: null, error: null },
      rows: { read: 3, created: 2, replaced: 0, unchanged: 0, rejected: 1 },
      rejected_rows: [{ line: 4, reason: expect.stringContaining('destination "Nowhere, ZZ"') }],
      columns: { unread: [] },
    });
    expect((await upload(file)).rows).toMatchObject({ created: 0, unchanged: 2 });
    expect((await report('imported')).total).toMatchObject({ quotes: 2, won: 1, lost: 0, win_rate: 100 });

    const writer = new XlsxWriter('Quotes', HEADER);
    const workbook = Buffer.concat([writer.add([rowOf('2', 'Lost - price')]), writer.end()]);
    expect((await upload(workbook)).rows).toMatchObject({ read: 1, replaced: 1 });
    for (const source of ['imported', 'all'])
      expect((await report(source)).total).toMatchObject({ quotes: 2, won: 1, lost: 1, win_rate: 50 });
    expect((await report('quotes')).total).toMatchObject({ quotes: 0 });
    expect((await report('rfps')).total).toMatchObject({ quotes: 0 });
    expect(await report('both')).toMatchObject({ error: { code: 'INVALID_PARAMETERS' } });
    expect(await call('GET', '/api/v1/quotes')).toMatchObject({ quotes: [] });
  });

  it('is refused if its columns are not understood, and an upload can be cancelled', async () => {
    const refused = await upload('one,two\n1,2\n');
    expect(refused).toMatchObject({ state: 'rejected', error: { code: 'COLUMNS_NOT_UNDERSTOOD' } });
    expect(refused.reason).toMatch(/^quotes\.csv: /);
    const { upload: waiting } = await call<{ upload: QuoteUpload }>('POST', PATH);
    const cancelled = await call('DELETE', `${PATH}/${waiting.upload_id}`);
    expect(cancelled).toMatchObject({ upload: { state: 'cancelled' } });
    expect(await call('POST', PATH, { filename: 'a.csv' })).toMatchObject({
      error: { code: 'INVALID_PARAMETERS' },
    });
    expect(await call('GET', `${PATH}/upl_1M4BMXGM0007Z3K9M2QX4T8V1BN`)).toMatchObject({
      error: { code: 'QUOTE_UPLOAD_NOT_FOUND' },
    });
  });

  it('is announced once for an Idempotency-Key', async () => {
    const announce = () =>
      service.call('POST', PATH, { key, headers: { 'idempotency-key': 'once' }, body: {} });
    const first = await announce();
    const second = await announce();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const idOf = ({ json }: { readonly json: unknown }) =>
      (json as { readonly upload: QuoteUpload }).upload.upload_id;
    expect(idOf(second)).toBe(idOf(first));
  });
});
