import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';

const UPLOAD = '/api/v1/contract-rates/uploads';
/** Not UTF-8: the file is sent byte by byte. */
const BYTES = Buffer.from('Lane;Origin\r\nM\xfcnchen;USLAX\r\n', 'latin1');
const REJECTED = 'line,reason,header,value,Lane\n2,Origin is empty,Origin,,M\n';

let folder: string;
let file: string;
let url: string;
let calls: string[];
let sent: Buffer;
/** States of the upload, one for each read. */
let states: object[];
let putStatus: number;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const call = `${request.method} ${request.url}`;
  calls.push(call);
  if (request.method === 'PUT') {
    sent = Buffer.concat(chunks);
    response.writeHead(putStatus).end();
    return;
  }
  if (call === 'GET /rejected') {
    response.end(REJECTED);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  const created = { upload_id: 'upl_1', address: { url: `${url}/bucket`, method: 'PUT', headers: {} } };
  response.end(JSON.stringify({ upload: request.method === 'POST' ? created : states.shift() }));
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
  folder = await mkdtemp(join(tmpdir(), 'freight-rates-'));
  file = join(folder, 'rates.csv');
  await writeFile(file, BYTES);
  [calls, putStatus] = [[], 200];
});
afterEach(() => rm(folder, { recursive: true }));

const upload = (changes: object) => ({
  ...{ upload_id: 'upl_1', state: 'imported', step: null, progress: 1, reason: null },
  rows: { read: 40, created: 40, replaced: 0, unchanged: 0, rejected: 0 },
  ...{ rejected_rows: [], rejected_file: null, overlaps: { total: 0, listed: [] }, warnings: [] },
  ...changes,
});

const importing = (...flags: readonly string[]) =>
  commandLineUnderTest().freight(
    ...['contract-rates', 'import', file, '--url', url, '--api-key', 'frk_test_key', ...flags],
  );

describe('freight contract-rates import', () => {
  it('sends the file as it is, follows the import, and says what it did and what is wrong', async () => {
    const overlap = { line: 3, with_rate_id: 'C-1', from: '2030-01-01', to: null, contradictory: true };
    states = [
      upload({ state: 'awaiting_upload', progress: 0, rows: { read: 0 } }),
      upload({ state: 'importing', step: 'importing', progress: 0.5 }),
      upload({
        rows: { read: 40, created: 37, replaced: 1, unchanged: 1, rejected: 1 },
        rejected_rows: [{ line: 2, reason: 'origin is empty', header: 'Origin', value: '\u001b[2J' }],
        rejected_file: { url: `${url}/rejected` },
        overlaps: { total: 3, listed: [overlap] },
        warnings: [{ line: 4, message: 'Nothing is said about fuel.' }],
        columns: { read: [{ header: 'Lane', as: 'external_id' }], unread: ['Remarks', 'Gate'] },
      }),
    ];
    const { exitCode, printed, complaints } = await importing();

    expect(exitCode).toBe(1);
    expect(sent).toEqual(BYTES);
    expect(calls).toEqual([
      `POST ${UPLOAD}`,
      'PUT /bucket',
      ...Array(3).fill(`GET ${UPLOAD}/upl_1`),
      'GET /rejected',
    ]);
    expect(printed).toBe(
      [
        '37 rates created, 1 replaced, 1 unchanged, 1 rejected.',
        '  line 2: origin is empty (Origin: " [2J")',
        `All rejected rows are in ${file}.rejected.csv.`,
        '3 pairs of rates for the same lane overlap in time.',
        '  line 3: overlaps C-1 from 2030-01-01 to -, with another price',
        '  and 2 more',
        'Warnings:',
        '  line 4: Nothing is said about fuel.',
        'Columns that were read:',
        '  Lane: external_id',
        'Columns that were not read: Remarks, Gate',
      ].join('\n'),
    );
    expect(complaints).toBe('the file is being read ...\n40 rates read ...\n1 of 40 rates were rejected.');
    expect(await readFile(`${file}.rejected.csv`, 'utf8')).toBe(REJECTED);
  });

  it('removes the rejected rows of an earlier import', async () => {
    await writeFile(`${file}.rejected.csv`, REJECTED);
    states = [upload({})];
    expect(await importing()).toMatchObject({
      exitCode: 0,
      printed: '40 rates created, 0 replaced, 0 unchanged, 0 rejected.',
    });
    expect(await readdir(folder)).toEqual(['rates.csv']);
  });

  it.each([
    [{ state: 'rejected', reason: 'rates.csv has no rows.' }, 'rates.csv has no rows.'],
    [
      {
        state: 'failed',
        reason: 'old',
        error: { code: 'COLUMNS_NOT_UNDERSTOOD', message: 'Which is the fuel?' },
      },
      'Which is the fuel?',
    ],
    [{ state: 'expired' }, 'The file did not arrive before its address expired.'],
    [
      { state: 'importing', step: 'waiting', reason: 'org_1 is suspended.' },
      'The import of upl_1 waits: org_1 is suspended.',
    ],
  ])('fails with the reason of an upload that ended as %j', async (changes, complaints) => {
    states = [upload(changes)];
    expect(await importing()).toMatchObject({ exitCode: 1, complaints });
  });

  it('fails if the file cannot be read or is not stored', async () => {
    putStatus = 403;
    expect(await importing()).toMatchObject({
      exitCode: 1,
      complaints: 'The file was not stored: its address answered 403.',
    });
    await rm(file);
    expect((await importing()).complaints).toBe(`${file} cannot be read (ENOENT).`);
    expect(calls).toHaveLength(2);
  });
});
