import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyedAnswer, KeyedCall } from '../../../../shared/accounts/idempotency/idempotency-store.ts';
import { ADDRESS_SECONDS } from '../../../../shared/market/upload-operations/announce-upload.ts';
import {
  addAddressUseCase,
  createUploadUseCase,
} from '../../../../shared/market/upload-operations/create-upload.ts';
import { firstRejectedRows } from '../../../../shared/market/upload-operations/first-rejected-rows.ts';
import { readUploadStatusUseCase } from '../../../../shared/market/upload-operations/read-upload-status.ts';
import { keyOfUpload } from '../../../../shared/market/upload-operations/upload-announcement.ts';
import { createUploadIds, isUploadId } from '../../../../shared/market/upload-operations/upload-id.ts';
import { MAX_API_UPLOAD_BYTES } from '../../../../shared/market/uploads/upload-key.ts';
import { csvRow } from '../../../../shared/platform/csv/csv-rows.ts';
import { bodyOf } from '../../../support/answer-parts.ts';
import { goodRow, LOADS_HEADER, uploadsUnderTest } from '../../../support/uploads-under-test.ts';

const CALLER = { orgId: 'org_1', mode: 'live' } as const;
const START = Date.parse('2026-10-21T09:00:00Z');

function operationsUnderTest() {
  const service = uploadsUnderTest();
  service.organizations.set(CALLER.orgId, { status: 'active' });
  let at = START;
  const now = () => new Date(at);
  const answers = new Map<string, string>();
  const create = createUploadUseCase({
    objects: service.objects,
    newId: createUploadIds(),
    rememberAnswer: async ({ call, body }: KeyedAnswer) => {
      if (answers.has(call.key)) return false;
      answers.set(call.key, body);
      return true;
    },
    replay: async ({ key }: KeyedCall) => ({ ok: true, replayed: answers.get(key) ?? '' }),
    now,
  });
  const signed = {
    put: async (key: string, { seconds }: { seconds: number }) => ({
      url: `https://bucket.example/${key}?${seconds}`,
      method: 'PUT' as const,
      headers: { 'If-None-Match': '*' },
    }),
    get: async (key: string) => `https://bucket.example/${key}`,
  };
  const status = readUploadStatusUseCase({ objects: service.objects, signed, now });
  return {
    ...service,
    create,
    addAddress: addAddressUseCase(signed, now),
    pass: (seconds: number) => {
      at += seconds * 1000;
    },
    read: async (id: string, caller: Parameters<typeof status>[1] = CALLER) => {
      const answer = await status(id, caller);
      return answer.ok ? answer.body.data : answer.rejection.kind;
    },
  };
}

const keyed = (key: string): KeyedCall => ({
  ...CALLER,
  operation: 'create-market-upload',
  key,
  bodyHash: '',
  at: new Date(START),
});

describe('an upload that the API announced', () => {
  it('is followed from the announcement to the import, with its rejected rows', async () => {
    const test = operationsUnderTest();
    const { id } = bodyOf(await test.create({ fileName: 'october.csv' }, CALLER, undefined)).data;
    expect(await test.read(id)).toMatchObject({ state: 'awaiting_upload', fileName: 'october.csv' });

    const rows = [goodRow(1), goodRow(2), ...Array.from({ length: 25 }, () => 'x'), ''];
    const file = test.upload(keyOfUpload(CALLER, id), [LOADS_HEADER, ...rows].join('\n'));
    expect(await test.read(id)).toMatchObject({ state: 'importing', step: 'queued', progress: 0 });
    await test.run(file, { hasTime: () => false });
    expect(await test.read(id)).toMatchObject({ state: 'importing', step: 'importing', progress: 0.5 });
    while ((await test.run(file)).outcome === 'unfinished');

    const ended = await test.read(id);
    expect(ended).toMatchObject({
      state: 'imported',
      progress: 1,
      rows: { read: 27, imported: 2, duplicates: 0, rejected: 25 },
      rejectedFile: { url: expect.stringContaining(`${id}.csv.rejected.csv`) },
    });
    const { rejectedRows } = Object(ended);
    expect(rejectedRows).toHaveLength(20);
    expect(rejectedRows[0]).toEqual({ line: 4, reason: expect.stringContaining('1 cells instead of 9') });
  });

  it('expires without a file', async () => {
    const test = operationsUnderTest();
    const { id } = bodyOf(await test.create(undefined, CALLER, undefined)).data;
    test.pass(ADDRESS_SECONDS + 1);
    expect(await test.read(id)).toMatchObject({ state: 'expired', fileName: null });
  });

  it('is rejected with a reason if the file is too large, and the reason names no object', async () => {
    const test = operationsUnderTest();
    const { id } = bodyOf(await test.create({ fileName: 'all.csv' }, CALLER, undefined)).data;
    const file = test.upload(keyOfUpload(CALLER, id), `${LOADS_HEADER}\n${goodRow(1)}\n`);
    await test.run({ ...file, length: MAX_API_UPLOAD_BYTES + 1 });
    const ended = await test.read(id);
    expect(ended).toMatchObject({
      state: 'rejected',
      reason: expect.stringMatching(/^all\.csv has 250000001 bytes/),
    });
    expect(JSON.stringify(ended)).not.toContain('organizations/');
  });

  it('has its file name in the reason as it was sent, whatever it contains', async () => {
    const test = operationsUnderTest();
    const fileName = "rates $& $$ $' q4.csv";
    const { id } = bodyOf(await test.create({ fileName }, CALLER, undefined)).data;
    const file = test.upload(keyOfUpload(CALLER, id), `${LOADS_HEADER}\n${goodRow(1)}\n`);
    await test.run({ ...file, length: MAX_API_UPLOAD_BYTES + 1 });
    const { reason } = (await test.read(id)) as { readonly reason: string };
    expect(reason.startsWith(`${fileName} has 250000001 bytes`)).toBe(true);
  });

  it('lists rejected rows with more cells, and longer ones, than a file can have', async () => {
    const objects = new Map<string, string>();
    const cells = [`=${'x'.repeat(10_000)}`, ...Array.from({ length: 200 }, () => 'y')];
    objects.set(
      'list',
      [
        ['line', 'reason', ...cells],
        ['2', 'wrong', ...cells],
      ]
        .map((row) => `${csvRow(row)}\n`)
        .join(''),
    );
    const readPart = async (key: string) => Buffer.from(objects.get(key) ?? '');
    await expect(firstRejectedRows({ readPart }, 'list')).resolves.toEqual([{ line: 2, reason: 'wrong' }]);
  });

  it('is found only by its account, and no text becomes the key of another object', async () => {
    const test = operationsUnderTest();
    const { id } = bodyOf(await test.create(undefined, CALLER, undefined)).data;
    expect(await test.read(id, { orgId: 'org_2', mode: 'live' })).toBe('not-found');
    expect(await test.read(id, { orgId: 'org_1', mode: 'test' })).toBe('not-found');
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        fc.pre(text !== id);
        expect(await test.read(text)).toBe('not-found');
        expect(isUploadId(`${id}/${text}`)).toBe(false);
      }),
    );
  });
});

describe('the address of an upload', () => {
  it('is not stored: a replay signs another one for the same upload, which ends at the same time', async () => {
    const test = operationsUnderTest();
    const first = await test.create({ fileName: 'a.csv' }, CALLER, keyed('k'));
    const again = await test.create({ fileName: 'a.csv' }, CALLER, keyed('k'));
    expect(JSON.stringify(again)).not.toContain('bucket.example');
    const { data } = bodyOf(await test.addAddress(CALLER, first));
    expect(data.upload?.url).toBe(`https://bucket.example/${keyOfUpload(CALLER, data.id)}?3600`);
    test.pass(600);
    const replayed = bodyOf(await test.addAddress(CALLER, again)).data;
    expect(replayed).toMatchObject({ id: data.id, upload: { expiresAt: data.expiresAt } });
    expect(replayed.upload?.url).toMatch(/\?3000$/);
    test.pass(3_000);
    expect(bodyOf(await test.addAddress(CALLER, again)).data).not.toHaveProperty('upload');
  });

  it('is given for no invalid body', async () => {
    const { create, objects } = operationsUnderTest();
    for (const body of [
      [],
      null,
      7,
      'a',
      { fileName: '' },
      { fileName: 'a\u0000' },
      { fileName: 1 },
      { size: 1 },
    ]) {
      expect(await create(body, CALLER, undefined)).toMatchObject({ ok: false });
    }
    expect(objects.all.size).toBe(0);
  });
});
