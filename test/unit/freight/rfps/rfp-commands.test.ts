import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

const RFP_ID = `R-${'0'.repeat(27)}`;
const KEY = ['--api-key', 'frk_test_key'];

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
  ...{ version: 1, priced_as_of: '2026-10-21T09:00:00.000Z', calls: 4 },
  lanes: { total: 40, priced: Math.max(0, finished - 2), failed: Math.min(2, finished), excluded: 1 },
  totals: { weekly_spend: 12_345.6, annual_spend: 641_971.2 },
  confidence: [{ from: 80, to: 100, lanes: 37 }],
  errors: [{ code: 'LOCATION_NOT_FOUND', lanes: 2 }],
  versions: [],
  ...changes,
});
const ok = (rfp: object) => ({ status: 200, body: { rfp } });

const file = async (text: string | Uint8Array) => {
  const path = join(folder, 'lanes.csv');
  await writeFile(path, text);
  return path;
};
const LANES = 'Origin;Dest ZIP;Loads per week\r\nUSLAX;85043;2,5\r\n;60632;\r\n';

describe('freight rfp import', () => {
  it('creates an RFP with the lanes of the file, under aliases of the columns and in a format of spreadsheets', async () => {
    answer = () => ok(rfpWith(0));
    const { freight } = commandLineUnderTest();
    const options = ['--customer', 'Acme', '--reference', 'PO-7', '--equipment', '40HC'];
    const terms = ['--requirements', 'hazmat, overweight', '--contract-start', '2026-10-01'];

    const { exitCode, printed } = await freight(
      ...['rfp', 'import', await file(`\uFEFF${LANES}`), '--name', 'Drayage 2027', ...options, ...terms],
      ...['--idempotency-key', 'key-1', '--url', `${url}/stage`, ...KEY],
    );

    expect(exitCode).toBe(0);
    expect(printed).toContain(`${RFP_ID} is created. Then its 2 lanes are priced.`);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      operation: 'POST /stage/api/v1/rfps',
      headers: { 'x-api-key': 'frk_test_key', 'idempotency-key': 'key-1' },
    });
    expect(calls[0]?.body).toEqual({
      ...{ name: 'Drayage 2027', customer: 'Acme', customer_reference: 'PO-7', equipment_type: '40HC' },
      ...{ special_requirements: ['hazmat', 'overweight'], contract_start: '2026-10-01' },
      lanes: [{ origin: 'USLAX', destination: '85043', weekly_volume: 2.5 }, { destination: '60632' }],
    });
  });

  it('waits with a line for each tenth, and prints the sums', async () => {
    answer = (_call, nth) => ok(rfpWith([0, 0, 2, 40][nth - 1] ?? 40));
    const { freight } = commandLineUnderTest();

    const { exitCode, printed, complaints } = await freight(
      ...['rfp', 'import', await file(LANES), '--name', 'Drayage', '--wait', '--url', url, ...KEY],
    );

    expect(exitCode).toBe(0);
    expect(complaints).toBe('0 of 40 lanes priced ...\n40 of 40 lanes priced ...');
    expect(printed).toContain(`${RFP_ID}  priced  Drayage 2027\n`);
    expect(printed).toContain('38 priced, 2 failed, 1 excluded, 40 in total\n');
    expect(printed).toContain('LOCATION_NOT_FOUND: 2\n');
    expect(printed).toContain('12,345.60 USD\n');
    expect(printed).toContain(`freight rfp results ${RFP_ID} --to results.csv`);
  });

  it('shows a bar on a terminal, and clears it', async () => {
    answer = (_call, nth) => ok(rfpWith([0, 20, 40][nth - 1] ?? 40));
    const { freight, drawn, useTerminal } = commandLineUnderTest();
    useTerminal();

    await freight('rfp', 'import', await file(LANES), '--name', 'Drayage', '--wait', '--url', url, ...KEY);

    expect(drawn).toEqual([
      '[###############...............]  50%  20 of 40 lanes priced',
      '[##############################] 100%  40 of 40 lanes priced',
      '',
    ]);
  });

  it.each([
    ['of more than 1,000 lanes', `${LANES}${'USLAX;85043;1\r\n'.repeat(999)}`, []],
    ['with --upload', LANES, ['--upload']],
  ])('sends a file %s to the address of the RFP, byte by byte', async (_case, content, flags) => {
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
    const { freight } = commandLineUnderTest();

    const { exitCode, complaints } = await freight(
      ...[
        'rfp',
        'import',
        await file(content),
        '--name',
        'Drayage',
        '--wait',
        ...flags,
        '--url',
        url,
        ...KEY,
      ],
    );

    expect(exitCode).toBe(0);
    expect(complaints).toBe('the file is being read ...\n40 of 40 lanes priced ...');
    expect(calls[0]?.body).toEqual({ name: 'Drayage', source: 'upload' });
    expect(calls[1]).toMatchObject({
      operation: 'PUT /bucket/key?signature=1',
      headers: upload.headers,
      body: content,
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
    const { freight } = commandLineUnderTest();

    const outcome = await freight(
      ...['rfp', 'import', await file(LANES), '--name', 'Drayage', '--upload', '--url', url, ...KEY],
    );

    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.complaints).toBe(
      exitCode === 0 ? '' : 'The file was not stored: its address answered 403.',
    );
  });

  it('ends on Ctrl-C, and states that the RFP is priced nevertheless', async () => {
    answer = () => ok(rfpWith(1));
    const { freight, stop } = commandLineUnderTest();
    const running = freight(
      ...['rfp', 'import', await file(LANES), '--name', 'Drayage', '--wait', '--url', url, ...KEY],
    );
    stop();

    const { exitCode, complaints } = await running;

    expect(exitCode).toBe(1);
    expect(complaints).toContain(
      `${RFP_ID} is priced without this command. To read it, run freight rfp show ${RFP_ID}.`,
    );
  });

  it('fails for an RFP that failed', async () => {
    const error = { code: 'IMPORT_INCOMPLETE', message: 'Create the RFP again.' };
    answer = (_call, nth) => ok(nth === 1 ? rfpWith(0) : rfpWith(3, { status: 'failed', error }));
    const { freight } = commandLineUnderTest();

    const { exitCode, printed, complaints } = await freight(
      ...['rfp', 'import', await file(LANES), '--name', 'Drayage', '--wait', '--url', url, ...KEY],
    );

    expect(exitCode).toBe(1);
    expect(printed).toContain('IMPORT_INCOMPLETE: Create the RFP again.');
    expect(complaints).toContain(`${RFP_ID} failed: Create the RFP again.`);
  });

  it.each([
    ['no rows', 'origin,destination\n', 'lanes.csv: the file has no rows below the header.'],
    ['an empty file', '', 'lanes.csv: the file is empty.'],
    ['no destination', 'origin\nUSLAX\n', 'lanes.csv: column "destination" is missing'],
    ['UTF-16', new Uint8Array(Buffer.from('\uFEFForigin', 'utf16le')), 'is not UTF-8'],
    [
      '100,001 lanes',
      `origin,destination\n${'USLAX,85043\n'.repeat(100_001)}`,
      'lanes.csv: row 100002: more than 100000 lanes.',
    ],
  ])('rejects a file with %s before it calls the API', async (_case, content, words) => {
    const { freight } = commandLineUnderTest();

    const { exitCode, complaints } = await freight(
      ...['rfp', 'import', await file(content), '--name', 'Drayage', '--url', url, ...KEY],
    );

    expect(exitCode).toBe(1);
    expect(complaints).toContain(words);
    expect(calls).toEqual([]);
  });

  it('rejects a file that does not exist, and a file of 60 MB before it reads it', async () => {
    const { freight } = commandLineUnderTest();
    const path = join(folder, 'none.csv');
    expect((await freight('rfp', 'import', path, '--name', 'A', '--url', url, ...KEY)).complaints).toBe(
      `${path} cannot be read (ENOENT).`,
    );
    const large = await file('origin,destination\n');
    await truncate(large, 60_000_001);
    expect((await freight('rfp', 'import', large, '--name', 'A', '--url', url, ...KEY)).complaints).toContain(
      'the file has 60000001 bytes; at most 60000000 are allowed',
    );
    expect(calls).toEqual([]);
  });

  it('prints the message of the API, its advice and each invalid field', async () => {
    const errors = [{ field: 'contract_start', message: 'It must be a calendar day' }];
    const error = { code: 'INVALID_PARAMETERS', message: 'Invalid parameters', details: { errors } };
    answer = () => ({ status: 400, body: { error } });
    const { freight } = commandLineUnderTest();

    const { exitCode, complaints } = await freight(
      ...['rfp', 'import', await file(LANES), '--name', 'Drayage', '--url', url, ...KEY],
    );

    expect(exitCode).toBe(1);
    expect(complaints).toMatch(/^Invalid parameters\. .*Request id: req-1\.\n {2}contract_start: It must be/);
  });

  it('states that a service cannot be reached', async () => {
    const { freight } = commandLineUnderTest();
    const { exitCode, complaints } = await freight(
      'rfp',
      'show',
      RFP_ID,
      '--url',
      'http://127.0.0.1:1',
      ...KEY,
    );
    expect(exitCode).toBe(1);
    expect(complaints).toContain('failed without a complete response');
  }, 30_000);

  it('needs a key', async () => {
    const { freight } = commandLineUnderTest();
    const { exitCode, complaints } = await freight('rfp', 'show', RFP_ID, '--url', url);
    expect({ exitCode, complaints }).toEqual({
      exitCode: 2,
      complaints: 'No API key. Use --api-key KEY or set FREIGHT_API_KEY.',
    });
  });
});

describe('freight rfp show', () => {
  it('prints texts of callers without control characters, and the RFP as it is with --json', async () => {
    const rfp = rfpWith(40, { name: 'A\u001b[2JB\nC\u202e', customer_reference: 'PO-7' });
    answer = () => ok(rfp);
    const { freight, json } = commandLineUnderTest();

    const { printed } = await freight('rfp', 'show', RFP_ID, '--url', url, ...KEY);

    expect(printed).toContain(`${RFP_ID}  priced  A [2JB C `);
    for (const character of ['\u001b', '\u202e']) expect(printed).not.toContain(character);
    expect(printed).toContain('reference      PO-7');
    expect(await json('rfp', 'show', RFP_ID, '--url', url, ...KEY)).toEqual(rfp);
    expect(calls[0]?.operation).toBe(`GET /api/v1/rfps/${RFP_ID}`);
  });
});

describe('freight rfp list', () => {
  it('lists no more RFPs than --limit, over the pages of the API', async () => {
    const rfps = Array.from({ length: 130 }, (_, at) => rfpWith(40, { rfp_id: `${RFP_ID}-${at}` }));
    answer = ({ operation }) => {
      const { searchParams } = new URL(operation.split(' ')[1] ?? '', url);
      const [at, limit] = [Number(searchParams.get('cursor')), Number(searchParams.get('limit'))];
      const next = at + limit < rfps.length ? String(at + limit) : null;
      return {
        status: 200,
        body: { rfps: rfps.slice(at, at + limit), pagination: { next_cursor: next, limit } },
      };
    };
    const { freight, json } = commandLineUnderTest();

    const { printed } = await freight('rfp', 'list', '--status', 'priced', '--url', url, ...KEY);

    expect(printed.split('\n')).toHaveLength(21);
    expect(printed.split('\n')[1]).toBe(`${RFP_ID}-0   priced  40     2026-10-21  Acme      Drayage 2027`);
    expect(calls.map(({ operation }) => operation)).toEqual(['GET /api/v1/rfps?status=priced&limit=20']);
    calls = [];
    const { rfps: found } = await json(
      'rfp',
      'list',
      '--limit',
      '120',
      '--customer',
      'Acme',
      '--url',
      url,
      ...KEY,
    );
    expect(found).toEqual(rfps.slice(0, 120));
    expect(calls.map(({ operation }) => operation)).toEqual([
      'GET /api/v1/rfps?customer=Acme&limit=100',
      'GET /api/v1/rfps?customer=Acme&limit=100&cursor=100',
    ]);
  });

  it('states that there are none', async () => {
    answer = () => ({ status: 200, body: { rfps: [], pagination: { next_cursor: null, limit: 20 } } });
    const { freight } = commandLineUnderTest();
    expect((await freight('rfp', 'list', '--url', url, ...KEY)).printed).toBe('No RFPs found.');
  });
});

describe('freight rfp results', () => {
  const CSV = 'lane_id,total_rate\r\nA,"1,000.5"\r\n';

  it('prints the file, or writes it', async () => {
    answer = () => ({ status: 200, body: CSV });
    const { freight, json } = commandLineUnderTest();
    const to = join(folder, 'results.csv');

    expect((await freight('rfp', 'results', RFP_ID, '--url', url, ...KEY)).printed).toBe(CSV.trimEnd());
    expect(await json('rfp', 'results', RFP_ID, '--to', to, '--version', '1', '--url', url, ...KEY)).toEqual({
      rfp_id: RFP_ID,
      file: to,
    });
    expect(await readFile(to, 'utf8')).toBe(CSV);
    expect(calls.map(({ operation, headers }) => [operation, headers.accept])).toEqual([
      [`GET /api/v1/rfps/${RFP_ID}/results.csv?redirect=false`, 'text/csv'],
      [`GET /api/v1/rfps/${RFP_ID}/results.csv?version=1&redirect=false`, 'text/csv'],
    ]);
  });

  it('states why there are none yet, and writes no file', async () => {
    const error = { code: 'RFP_NOT_READY', message: 'The RFP is pricing', details: { status: 'pricing' } };
    answer = () => ({ status: 409, body: { error } });
    const { freight } = commandLineUnderTest();
    const to = join(folder, 'results.csv');

    const { exitCode, complaints } = await freight(
      'rfp',
      'results',
      RFP_ID,
      '--to',
      to,
      '--url',
      url,
      ...KEY,
    );

    expect(exitCode).toBe(1);
    expect(complaints).toContain('The RFP is pricing.');
    await expect(readFile(to)).rejects.toThrow('ENOENT');
  });

  it('states that a file cannot be written', async () => {
    answer = () => ({ status: 200, body: CSV });
    const { freight } = commandLineUnderTest();
    expect((await freight('rfp', 'results', RFP_ID, '--to', folder, '--url', url, ...KEY)).complaints).toBe(
      `${folder} cannot be written (EISDIR).`,
    );
  });
});
