import { beforeAll, describe, expect, it } from 'vitest';
import {
  addRateFileAddressUseCase,
  createRateUploadUseCase,
} from '../../../../shared/contracts/upload-operations/create-rate-upload.ts';
import { readRateUploadUseCase } from '../../../../shared/contracts/upload-operations/read-rate-upload.ts';
import { rateUploadKey } from '../../../../shared/contracts/uploads/rate-upload-key.ts';
import { ADDRESS_SECONDS } from '../../../../shared/market/upload-operations/announce-upload.ts';
import { createUploadIds } from '../../../../shared/market/upload-operations/upload-id.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../../geography/places/places-file-ready.ts';
import { CALLER, rateFile, rateRow, rateUploadsUnderTest } from '../uploads/rate-uploads-under-test.ts';

beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

const START = Date.parse('2026-11-25T12:00:00Z');

async function announced(fileName: string | null = 'rates.csv') {
  const test = rateUploadsUnderTest();
  let at = START;
  const now = () => new Date(at);
  const signed = {
    put: async (key: string) => ({
      url: `https://bucket.example/${key}`,
      method: 'PUT' as const,
      headers: {},
    }),
    get: async (key: string) => `https://bucket.example/${key}`,
  };
  const create = createRateUploadUseCase({
    ...{ objects: test.objects, newId: createUploadIds(), now },
    rememberAnswer: async () => true,
    replay: async () => ({ ok: true, replayed: '' }),
  });
  const answer = await create({ file_name: fileName }, CALLER, undefined);
  if (!answer.ok || !('body' in answer)) throw new Error('no upload');
  const id = answer.body.upload.upload_id;
  const status = readRateUploadUseCase({ objects: test.objects, signed, now });
  return {
    ...test,
    key: rateUploadKey(CALLER, id),
    pass: (seconds: number) => {
      at += seconds * 1000;
    },
    address: async () => {
      const added = await addRateFileAddressUseCase(signed, now)(CALLER, answer);
      return added.ok && 'body' in added ? added.body.upload.address : undefined;
    },
    read: async () => {
      const found = await status(id, CALLER);
      if (!found.ok) throw new Error(found.rejection.message);
      return found.body.upload;
    },
  };
}

const FILE = rateFile(...Array.from({ length: 1_200 }, (_, at) => rateRow({ external_id: `E${at}` })));

describe('an upload of contract rates', () => {
  it('is followed from the announcement through its groups to the end', async () => {
    const test = await announced();
    expect(await test.read()).toMatchObject({ state: 'awaiting_upload', step: null, progress: 0 });
    const upload = test.upload(test.key, FILE);
    expect(await test.read()).toMatchObject({ state: 'importing', step: 'queued', progress: 0 });
    await test.run(upload, () => false);
    expect(await test.read()).toMatchObject({ step: 'importing', progress: 0, rows: { read: 1_200 } });
    await test.run(upload, () => false);
    expect(await test.read()).toMatchObject({ state: 'importing', step: 'importing', progress: 0.833 });
    await test.run(upload);
    // The lane has room for 100 rates.
    expect(await test.read()).toMatchObject({
      ...{ state: 'imported', step: null, progress: 1 },
      rows: { read: 1_200, created: 100, rejected: 1_100 },
      rejected_file: { url: `https://bucket.example/${test.key}.rejected.csv` },
    });
    expect((await test.read()).rejected_rows).toHaveLength(20);
    expect((await test.read()).overlaps).toMatchObject({ total: 4_950 });
    expect((await test.read()).overlaps.listed).toHaveLength(100);
  });

  it('states why it waits', async () => {
    const test = await announced();
    test.organizations.set(CALLER.orgId, { status: 'suspended' });
    await test.run(test.upload(test.key, FILE));
    expect(await test.read()).toMatchObject({
      ...{ state: 'importing', step: 'waiting', reason: 'org_1 is suspended.' },
    });
  });

  it('has no address when its time has passed, and expires without a file', async () => {
    const test = await announced(null);
    expect(await test.address()).toMatchObject({ method: 'PUT', expires_at: '2026-11-25T13:00:00.000Z' });
    test.pass(ADDRESS_SECONDS + 1);
    expect(await test.address()).toBeUndefined();
    expect(await test.read()).toMatchObject({ state: 'expired', file_name: null });
  });
});
