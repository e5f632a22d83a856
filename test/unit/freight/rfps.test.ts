import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';

const RFP_ID = `R-${'0'.repeat(27)}`;

interface Call {
  readonly operation: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

let folder: string;
let url: string;
let calls: Call[];
let answer: (call: Call, nth: number) => { readonly status: number; readonly body: unknown };

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const call = {
    operation: `${request.method} ${request.url}`,
    headers: request.headers,
    body: request.method === 'PUT' ? text : text === '' ? undefined : JSON.parse(text),
  };
  calls.push(call);
  const { status, body } = answer(call, calls.length);
  const isText = typeof body === 'string';
  response.writeHead(status, {
    'content-type': isText ? 'text/csv' : 'application/json',
    'x-request-id': 'req-1',
  });
  response.end(isText ? body : JSON.stringify(body));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-rfp-'));
  calls = [];
});
afterEach(() => rm(folder, { recursive: true }));

/** An RFP of which so many of 40 lanes have a result. */
const rfpWith = (finished: number, changes: object = {}) => ({
  ...{ rfp_id: RFP_ID, name: 'Drayage 2027', status: finished < 40 ? 'pricing' : 'priced', error: null },
  ...{ customer: 'Acme', customer_reference: '', created_at: '2026-10-21T09:00:00.000Z' },
  ...{ version: 1, priced_as_of: '2026-10-21T09:00:00.000Z', calls: 4, confidence: [], errors: [] },
  lanes: { total: 40, priced: finished, failed: 0, excluded: 0 },
  totals: { weekly_spend: 12_345.6, annual_spend: 641_971.2 },
  versions: [],
  ...changes,
});
const ok = (rfp: object) => ({ status: 200, body: { rfp } });

const file = async (text: string | Uint8Array) => {
  const path = join(folder, 'lanes.csv');
  await writeFile(path, text);
  return path;
};
const LANES = 'Origin;Dest ZIP;Loads per week\r\nUSLAX;85043;2,5\r\n;60632;1\r\n';

/** Runs `freight rfp` with the address of the server and a key. */
const rfp = (...args: readonly string[]) =>
  commandLineUnderTest().freight('rfp', ...args, '--url', url, '--api-key', 'frk_test_key');
const importing = async (content: string | Uint8Array, ...flags: readonly string[]) =>
  rfp('import', await file(content), '--name', 'Drayage', ...flags);

describe('freight rfp import', () => {
  it('creates an RFP with the terms of the command', async () => {
    const upload = { url: `${url}/bucket`, method: 'PUT', headers: {} };
    answer = ({ operation }) =>
      operation.startsWith('PUT') ? { status: 200, body: '' } : ok({ ...rfpWith(0), upload });
    const terms = ['--requirements', 'hazmat, overweight', '--contract-start', '2026-10-01'];

    const { exitCode, printed } = await importing(
      LANES,
      ...['--customer', 'Acme', '--reference', 'PO-7', '--equipment', '40HC', ...terms],
      ...['--idempotency-key', 'key-1'],
    );

    expect(exitCode).toBe(0);
    expect(printed).toContain(`${RFP_ID} is created. Its file is read, and then its lanes are priced.`);
    expect(calls[0]).toMatchObject({
      operation: 'POST /api/v1/rfps',
      headers: { 'x-api-key': 'frk_test_key', 'idempotency-key': 'key-1' },
    });
    expect(calls[0]?.body).toEqual({
      ...{ name: 'Drayage', customer: 'Acme', customer_reference: 'PO-7', equipment_type: '40HC' },
      ...{ special_requirements: ['hazmat', 'overweight'], contract_start: '2026-10-01', source: 'upload' },
    });
  });

  it('sends the file to the address of the RFP, byte by byte', async () => {
    const upload = {
      ...{ url: `${url}/bucket/key?signature=1`, method: 'PUT' },
      headers: { 'content-type': 'text/csv', 'if-none-match': '*' },
    };
    const awaited = rfpWith(0, {
      status: 'awaiting_upload',
      lanes: { total: 0, priced: 0, failed: 0, excluded: 0 },
    });
    answer = ({ operation }, nth) => {
      if (operation.startsWith('PUT')) return { status: 200, body: '' };
      return ok(nth === 1 ? { ...awaited, upload } : nth === 3 ? awaited : rfpWith(40));
    };
    const { exitCode, complaints } = await importing(LANES, '--wait');

    expect(exitCode).toBe(0);
    expect(complaints).toBe('the file is being read ...\n40 of 40 lanes priced ...');
    expect(calls[0]?.body).toEqual({ name: 'Drayage', source: 'upload' });
    expect(calls[1]).toMatchObject({
      operation: 'PUT /bucket/key?signature=1',
      headers: upload.headers,
      body: LANES,
    });
    expect(calls[1]?.headers).not.toHaveProperty('x-api-key');
  });

  it.each([
    [412, 0],
    [403, 1],
  ])('with an address that answers %d has exit code %d', async (status, exitCode) => {
    const upload = { url: `${url}/bucket`, method: 'PUT', headers: {} };
    answer = ({ operation }) =>
      operation.startsWith('PUT') ? { status, body: '' } : ok({ ...rfpWith(0), upload });
    const outcome = await importing(LANES);

    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.complaints).toBe(
      exitCode === 0 ? '' : 'The file was not stored: its address answered 403.',
    );
  });

  it('fails for an RFP that failed', async () => {
    const error = { code: 'IMPORT_INCOMPLETE', message: 'Create the RFP again.' };
    answer = (_call, nth) => ok(nth === 1 ? rfpWith(0) : rfpWith(3, { status: 'failed', error }));

    expect(await importing(LANES, '--wait')).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining(`${RFP_ID} failed: Create the RFP again.`),
    });
  });

  it.each([
    ['no destination', 'origin\nUSLAX\n', 'lanes.csv: no column has destination (or '],
    ['NUL characters', 'origin,destination\nUSLAX,85043\0\n', 'the file has NUL characters'],
    [
      'a workbook inside',
      new Uint8Array(Buffer.from('PK\x03\x04')),
      'is a ZIP file without an Excel workbook',
    ],
  ])('rejects a file with %s before it calls the API', async (_case, content, words) => {
    const { exitCode, complaints } = await importing(content);

    expect(exitCode).toBe(1);
    expect(complaints).toContain(words);
    expect(calls).toEqual([]);
  });

  it('rejects a file that does not exist, and a file of 60 MB before it reads it', async () => {
    const path = join(folder, 'none.csv');
    expect((await rfp('import', path, '--name', 'A')).complaints).toBe(`${path} cannot be read (ENOENT).`);
    const large = await file('origin,destination\n');
    await truncate(large, 60_000_001);
    expect((await rfp('import', large, '--name', 'A')).complaints).toContain(
      'the file has 60000001 bytes; at most 60000000 are allowed',
    );
    expect(calls).toEqual([]);
  });

  it('prints the message of the API, its advice and each invalid field', async () => {
    const errors = [{ field: 'contract_start', message: 'It must be a calendar day' }];
    const error = { code: 'INVALID_PARAMETERS', message: 'Invalid parameters', details: { errors } };
    answer = () => ({ status: 400, body: { error } });

    const { exitCode, complaints } = await importing(LANES);

    expect(exitCode).toBe(1);
    expect(complaints).toMatch(/^Invalid parameters\. .*Request id: req-1\.\n {2}contract_start: It must be/);
  });
});

describe('freight rfp', () => {
  it('shows texts of callers without control characters', async () => {
    answer = () => ok(rfpWith(40, { name: 'A\u001b[2JB\nC\u202e' }));

    expect((await rfp('show', RFP_ID)).printed).toContain(`${RFP_ID}  priced  A [2JB C `);
  });

  it('prints its results or writes them to a file, and writes no file if there are none yet', async () => {
    const csv = 'lane_id,total_rate\r\nA,"1,000.5"\r\n';
    answer = () => ({ status: 200, body: csv });
    const to = join(folder, 'results.csv');

    expect((await rfp('results', RFP_ID)).printed).toBe(csv.trimEnd());
    expect((await rfp('results', RFP_ID, '--to', to, '--version', '1')).exitCode).toBe(0);
    expect(await readFile(to, 'utf8')).toBe(`\uFEFF${csv}`);
    expect(calls[1]?.operation).toBe(`GET /api/v1/rfps/${RFP_ID}/results.csv?version=1&redirect=false`);
    expect((await rfp('results', RFP_ID, '--to', folder)).complaints).toContain('cannot be written (EISDIR)');

    const error = { code: 'RFP_NOT_READY', message: 'The RFP is pricing', details: { status: 'pricing' } };
    answer = () => ({ status: 409, body: { error } });
    const none = join(folder, 'none.csv');
    expect(await rfp('results', RFP_ID, '--to', none)).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('The RFP is pricing.'),
    });
    await expect(readFile(none)).rejects.toThrow('ENOENT');
  });
});
