import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strToU8, type Zippable, zipSync } from 'fflate';
import type { ContractRateUpload } from '../../../clients/typescript/src/index.ts';
import { rateBody } from '../../support/contract-rate-body.ts';
import { eventually } from '../../support/eventually.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { createOrganization } from '../../support/service-under-test.ts';

const COLUMNS = 'external_id,origin,destination,equipment_type,rate_type,amount,fuel,effective_from';
const rowOf = (id: string, amount = 850) =>
  `${id},USSAV,"Atlanta, GA",40HC,flat,${amount},included,2030-01-01`;
const fileOf = (...rows: readonly string[]) => [COLUMNS, ...rows, ''].join('\n');

interface Address {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
}
type Created = ContractRateUpload & { readonly address?: Address };

let service: LocalService;
let key: string;
beforeAll(async () => {
  service = await startLocalService();
  key = (await createOrganization(service)).apiKey;
});
afterAll(() => service?.stop());

const PATH = '/api/v1/contract-rates/uploads';

async function create(body?: unknown, headers: Readonly<Record<string, string>> = {}) {
  const answer = await service.call('POST', PATH, { key, headers, ...(body === undefined ? {} : { body }) });
  return { ...answer, upload: (answer.json as { upload: Created }).upload };
}

async function send({ address }: Created, body: string | Uint8Array<ArrayBuffer>) {
  if (address === undefined) throw new Error('no address');
  return (await fetch(address.url, { method: address.method, headers: address.headers, body })).status;
}

const endOf = async (id: string) =>
  eventually(
    async () => {
      const { json } = await service.call('GET', `${PATH}/${id}`, { key });
      return (json as { upload: ContractRateUpload }).upload;
    },
    ({ state }) => !['awaiting_upload', 'importing'].includes(state),
  );

describe('an uploaded file of contract rates', () => {
  it('is imported once, with rejected rows and overlaps, and can be quoted by its rates', async () => {
    const stored = await service.call('POST', '/api/v1/contract-rates', {
      key,
      body: { rates: [rateBody({ effective_from: '2030-06-01', external_id: 'stored' })] },
    });
    const { upload } = await create({ file_name: 'rates.csv' });
    expect(upload).toMatchObject({ state: 'awaiting_upload', file_name: 'rates.csv', progress: 0 });
    expect(await send(upload, fileOf(rowOf('A'), rowOf('B', 0), rowOf('A', 900)))).toBe(200);
    const ended = await endOf(upload.upload_id);

    expect(ended).toMatchObject({
      ...{ state: 'imported', step: null, progress: 1, reason: null },
      rows: { read: 3, created: 1, replaced: 0, unchanged: 0, rejected: 2 },
      rejected_rows: [
        { line: 3, reason: expect.stringContaining('amount must be'), header: 'amount' },
        { line: 4, reason: 'external_id is that of line 2', header: 'external_id', value: 'A' },
      ],
      overlaps: {
        total: 1,
        listed: [{ line: 2, with_rate_id: Object(stored.json).rates[0].rate_id, from: '2030-06-01' }],
      },
    });
    const list = await (await fetch(ended.rejected_file?.url ?? '')).text();
    expect(list.split('\n')).toHaveLength(4);
    expect(await send(upload, fileOf(rowOf('C')))).toBe(412);
    const { json } = await service.call('GET', '/api/v1/contract-rates?external_id=A', { key });
    expect(json).toMatchObject({ rates: [{ amount: 850, version: 1 }] });
  });

  it('replaces rates by their external ids', async () => {
    const { upload } = await create();
    await send(upload, fileOf(rowOf('A', 950), rowOf('new')));
    expect((await endOf(upload.upload_id)).rows).toMatchObject({ created: 1, replaced: 1, rejected: 0 });
  });

  it('rejects rows of a deleted customer, and says which cell', async () => {
    const made = await service.call('POST', '/api/v1/customers', { key, body: { name: 'Initech' } });
    const id = Object(made.json).customer.customer_id;
    await service.call('DELETE', `/api/v1/customers/${id}`, { key });
    const { upload } = await create();
    await send(upload, `customer,${COLUMNS}\nInitech,${rowOf('I')}\nAcme,${rowOf('J')}\n`);
    expect(await endOf(upload.upload_id)).toMatchObject({
      rows: { created: 1, rejected: 1 },
      rejected_rows: [
        {
          line: 2,
          reason: expect.stringContaining('deleted customer'),
          header: 'customer',
          value: 'Initech',
        },
      ],
    });
  });

  it('that is not a file of contract rates is rejected with the name that the caller gave', async () => {
    const { upload } = await create({ file_name: 'a "b" <c>.csv' });
    await send(upload, 'one,two\n1,2\n');
    const ended = await endOf(upload.upload_id);
    expect(ended).toMatchObject({ state: 'rejected', reason: expect.stringContaining('a "b" <c>.csv') });
    expect(JSON.stringify(ended)).not.toContain('organizations/');
  });

  const bookWith = (parts: Zippable) =>
    zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'xl/workbook.xml': strToU8('<workbook/>'),
      ...parts,
    });
  it.each([
    ['sheet of 100 MB', () => bookWith({ 'xl/worksheets/sheet1.xml': new Uint8Array(100_000_000) })],
    [
      'thousands of parts',
      () => bookWith(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`x/${at}`, strToU8('')]))),
    ],
    ['millions of lines that are no UTF-8', () => Buffer.alloc(5_000_000, '\xe9\n', 'latin1')],
  ])('with a %s is rejected at once with the reason', async (_, bytes) => {
    const sent = new Uint8Array(bytes());
    // The connection that the server closed meanwhile is not used again.
    await setTimeout(50);
    const { upload } = await create();
    expect(await send(upload, sent)).toBe(200);
    const ended = await endOf(upload.upload_id);
    expect([ended.state, ended.reason]).toEqual([
      'rejected',
      expect.stringMatching(/too large after it is unpacked|has 2500000 lines/),
    ]);
  });
});

describe('an announcement of contract rates', () => {
  it('is repeated with its Idempotency-Key, and has an address for the same upload', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await create({ file_name: 'a.csv' }, headers);
    const second = await create({ file_name: 'a.csv' }, headers);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.upload.upload_id).toBe(first.upload.upload_id);
    expect(await send(second.upload, fileOf(rowOf('D')))).toBe(200);
    expect((await create({ file_name: 'b.csv' }, headers)).status).toBe(409);
  });

  it.each([[{ filename: 'a.csv' }], [{ file_name: '' }], [{ file_name: 7 }], [[]], [null], ['text']])(
    'rejects the body %j',
    async (body) => {
      const { status, json } = await create(body);
      expect([status, Object(json).error.code]).toEqual([400, 'INVALID_PARAMETERS']);
    },
  );

  it('is unknown to another organization, and no path names another object', async () => {
    const { upload } = await create();
    const other = (await createOrganization(service)).apiKey;
    for (const [id, caller] of [
      [upload.upload_id, other],
      ['..%2F..%2Fsecret', key],
      ['upl_1M4BMXGM0007Z3K9M2QX4T8V1BN', key],
    ] as const) {
      const { status, json } = await service.call('GET', `${PATH}/${id}`, { key: caller });
      expect([status, Object(json).error.code]).toEqual([404, 'CONTRACT_RATE_UPLOAD_NOT_FOUND']);
    }
  });
});
