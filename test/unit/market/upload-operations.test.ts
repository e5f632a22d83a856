import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { runKeyed } from '../../../shared/accounts/idempotency/answer-once.ts';
import type { KeyedCall } from '../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { createOrganization } from '../../../shared/accounts/provisioning/create-organization.ts';
import { MAX_ANNOUNCED_BYTES } from '../../../shared/market/importing/load-file-state.ts';
import { LOAD_UPLOADS } from '../../../shared/market/importing/load-uploads.ts';
import {
  countOrganizationData,
  eraseOrganization,
  isWithoutData,
} from '../../../shared/operations/organization-data/erase-organization.ts';
import { csvRow } from '../../../shared/platform/files/csv-rows.ts';
import { createS3Client } from '../../../shared/platform/s3/s3-client.ts';
import { createS3ObjectStore } from '../../../shared/platform/s3/s3-object-store.ts';
import { announceUploadUseCase } from '../../../shared/uploads/announce-upload.ts';
import { createHeldUploads } from '../../../shared/uploads/erase-uploads.ts';
import {
  cancelUploadUseCase,
  firstRejectedRows,
  readUploadUseCase,
} from '../../../shared/uploads/follow-upload.ts';
import { ADDRESS_SECONDS } from '../../../shared/uploads/upload-document.ts';
import { announcedKey, createUploadIds, isUploadId } from '../../../shared/uploads/upload-key.ts';
import { bodyOf } from '../../support/answer-parts.ts';
import { createInMemoryOrganizationData } from '../../support/in-memory-organization-data.ts';
import { provisioningUnderTest, STANDARD_REQUEST } from '../../support/provisioning-under-test.ts';
import { startS3StandIn } from '../../support/s3-stand-in.ts';
import { goodRow, LOADS_HEADER, uploadsUnderTest } from '../../support/uploads-under-test.ts';
import { createInMemoryAnswers } from '../accounts/idempotency/in-memory-idempotency-store.ts';

const CALLER = { orgId: 'org_1', mode: 'live' } as const;
const keyOf = (id: string) => announcedKey(CALLER, LOAD_UPLOADS.folder, id);
const START = Date.parse('2026-10-21T09:00:00Z');

function operationsUnderTest() {
  const service = uploadsUnderTest();
  service.organizations.set(CALLER.orgId, { status: 'active' });
  let at = START;
  const now = () => new Date(at);
  const ids: string[] = [];
  const newId = createUploadIds();
  const create = announceUploadUseCase(
    {
      objects: service.objects,
      addUnfinished: async () => undefined,
      newId: (at) => {
        ids.push(newId(at));
        return ids.at(-1) ?? '';
      },
      // A concurrent call was first.
      rememberAnswer: async () => false,
      now,
    },
    LOAD_UPLOADS,
  );
  const signed = { get: async (key: string) => `https://bucket.example/${key}` };
  const status = readUploadUseCase({ objects: service.objects, signed, now }, LOAD_UPLOADS);
  const cancel = cancelUploadUseCase({ objects: service.objects, signed, now }, LOAD_UPLOADS);
  return {
    ...service,
    ids,
    create,
    announce: async (fileName?: string) =>
      bodyOf(await create(fileName === undefined ? undefined : { fileName }, CALLER, undefined)).id,
    pass: (seconds: number) => {
      at += seconds * 1000;
    },
    cancel: async (id: string) => {
      const answer = await cancel(id, CALLER);
      return answer.ok ? answer.body.data.state : answer.rejection.kind;
    },
    read: async (id: string, caller: Parameters<typeof status>[1] = CALLER) => {
      const answer = await status(id, caller);
      return answer.ok ? answer.body.data : answer.rejection.kind;
    },
  };
}

describe('an upload that the API announced', () => {
  it('is followed from the announcement to the import, with its first 20 rejected rows', async () => {
    const test = operationsUnderTest();
    const id = await test.announce('october.csv');
    expect(await test.read(id)).toMatchObject({ state: 'awaiting_upload', fileName: 'october.csv' });

    const rows = [goodRow(1), goodRow(2), ...Array.from({ length: 25 }, () => 'x,y'), ''];
    const file = test.upload(keyOf(id), [LOADS_HEADER, ...rows].join('\n'));
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
    expect(rejectedRows[0]).toEqual({ line: 4, reason: 'destination is empty', header: 'destination' });
  });

  it('expires without a file', async () => {
    const test = operationsUnderTest();
    const id = await test.announce();
    test.pass(ADDRESS_SECONDS + 1);
    expect(await test.read(id)).toMatchObject({ state: 'expired', fileName: null });
  });

  it.each(['all.csv', "rates $& $$ $' q4.csv"])(
    'is rejected if the file is too large, with the name %j and without that of an object',
    async (fileName) => {
      const test = operationsUnderTest();
      const id = await test.announce(fileName);
      const file = test.upload(keyOf(id), `${LOADS_HEADER}\n${goodRow(1)}\n`);
      await test.run({ ...file, length: MAX_ANNOUNCED_BYTES + 1 });
      const { state, reason } = Object(await test.read(id));
      expect(state).toBe('rejected');
      expect(reason.startsWith(`${fileName} has 250000001 bytes`)).toBe(true);
      expect(reason).not.toContain('organizations/');
    },
  );

  it.each([
    ['while it was read', 0, 'rejected', '', undefined],
    ['while it was imported', 1, 'failed', ' Rows that were already imported stay.', undefined],
    ['after a part', 3, 'failed', ' Rows that were already imported stay.', ['los-angeles']],
  ])('that ended the function twice %s fails with a code', async (_, steps, state, stay, published) => {
    const test = operationsUnderTest();
    const id = await test.announce('heavy.csv');
    const inNewYork = goodRow(1)
      .replace('APM Terminals Pier 400', 'APM Elizabeth Terminal')
      .replace('Ontario,CA,91761', 'Newark,NJ,07102');
    const file = test.upload(keyOf(id), `${LOADS_HEADER}\n${goodRow(1)}\n${inNewYork}\n`);
    for (let step = 0; step < steps; step++) await test.run(file, { hasTime: () => false });
    // The work of two killed runs: neither reached the end of its step.
    for (let runs = 0; runs < 2; runs++) {
      const at = new Date(Date.parse('2026-10-21T09:00:00Z') + runs * 3_600_000);
      const dies = async () => new Promise<never>(() => {});
      const store = { ...test.market, loads: dies };
      const killed = test.run(file, { now: () => at, terminals: dies, store });
      await Promise.race([killed, new Promise((resolve) => setTimeout(resolve, 20))]);
    }
    expect(await test.read(id)).toMatchObject({ state: 'importing', error: null });
    await test.run(file, { now: () => new Date('2026-10-21T12:00:00Z') });
    const message = `heavy.csv was not imported: two runs ended while they worked on it. Split the file.${stay}`;
    expect(await test.read(id)).toMatchObject({
      ...{ state, reason: message, error: { code: 'IMPORT_CRASHED', message } },
    });
    expect((await test.market.summary())?.regions).toEqual(published);
  });

  it('that cannot be read fails with a code', async () => {
    const test = operationsUnderTest();
    const id = await test.announce();
    await test.run(test.upload(keyOf(id), 'one,two\n1,2\n'));
    const { error, reason } = Object(await test.read(id));
    expect(error).toEqual({ code: 'COLUMNS_NOT_UNDERSTOOD', message: reason });
  });

  it('lists rejected rows with more cells, and longer ones, than a file can have', async () => {
    const cells = [`=${'x'.repeat(10_000)}`, ...Array.from({ length: 200 }, () => 'y')];
    const rows = [
      ['line', 'reason', 'header', 'value', ...cells],
      ['2', 'wrong', 'Rate', '', ...cells],
    ];
    const readPart = async () => Buffer.from(rows.map((row) => `${csvRow(row)}\n`).join(''));
    await expect(firstRejectedRows({ readPart }, 'list')).resolves.toEqual([
      { line: 2, reason: 'wrong', header: 'Rate' },
    ]);
  });

  it('is found only by its account, and no text becomes the key of another object', async () => {
    const test = operationsUnderTest();
    const id = await test.announce();
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

describe('the cancellation of an upload', () => {
  it('is that of an announcement whose Idempotency-Key has an answer', async () => {
    const test = operationsUnderTest();
    const answers = createInMemoryAnswers();
    const call: KeyedCall = {
      ...CALLER,
      ...{ operation: 'create-market-upload', key: 'a', bodyHash: 'h', at: new Date(START) },
    };
    answers.remember({ call, body: 'the first answer' });
    const answer = await runKeyed(answers, call, () => test.create(undefined, CALLER, call));
    expect(answer).toEqual({ ok: true, replayed: 'the first answer' });
    expect(await test.read(test.ids[0] ?? '')).toMatchObject({ state: 'cancelled' });
  });

  it('of an announced one stays, and a file that is sent later is not imported', async () => {
    const test = operationsUnderTest();
    const id = await test.announce();
    expect(await test.cancel(id)).toBe('cancelled');
    const file = test.upload(keyOf(id), `${LOADS_HEADER}\n${goodRow(1)}\n`);
    expect(await test.run(file)).toEqual({ outcome: 'cancelled' });
    expect(await test.read(id)).toMatchObject({ state: 'cancelled', error: null, rows: { imported: 0 } });
    expect(await test.cancel(id)).toBe('cancelled');
    test.pass(ADDRESS_SECONDS + 1);
    expect(await test.read(id)).toMatchObject({ state: 'cancelled' });
  });

  it('of a running one ends it before its next step', async () => {
    const test = operationsUnderTest();
    const id = await test.announce();
    const file = test.upload(keyOf(id), `${LOADS_HEADER}\n${goodRow(1)}\n${goodRow(2)}\n`);
    await test.run(file, { hasTime: () => false });
    expect(await test.cancel(id)).toBe('cancelled');
    expect(await test.run(file)).toEqual({ outcome: 'cancelled' });
    expect(await test.read(id)).toMatchObject({ state: 'cancelled', rows: { read: 2, imported: 0 } });
  });

  it('of one that has imported a part publishes that part', async () => {
    const test = operationsUnderTest();
    const id = await test.announce();
    const file = test.upload(keyOf(id), `${LOADS_HEADER}\n${goodRow(1)}\n${goodRow(2)}\n`);
    for (let step = 0; step < 3; step++) await test.run(file, { hasTime: () => false });
    expect(await test.market.summary()).toBeUndefined();
    expect(await test.cancel(id)).toBe('cancelled');
    expect(await test.run(file)).toEqual({ outcome: 'cancelled' });
    expect((await test.market.summary())?.regions).toEqual(['los-angeles']);
    expect(await test.read(id)).toMatchObject({ state: 'cancelled', rows: { read: 2, imported: 2 } });
  });

  it('during a step keeps what that step counted', async () => {
    const test = operationsUnderTest();
    const id = await test.announce();
    const file = test.upload(keyOf(id), `${LOADS_HEADER}\n${goodRow(1)}\n${goodRow(2)}\n`);
    // It is read, and its group is found and imported.
    for (let step = 0; step < 3; step++) await test.run(file, { hasTime: () => false });
    const summary = async () => {
      expect(await test.cancel(id)).toBe('cancelled');
      return test.market.summary();
    };
    expect(await test.run(file, { store: { ...test.market, summary } })).toEqual({ outcome: 'cancelled' });
    expect(await test.read(id)).toMatchObject({ state: 'cancelled', rows: { read: 2, imported: 2 } });
  });

  it('is refused when the import has ended, and unknown to others', async () => {
    const test = operationsUnderTest();
    const id = await test.announce();
    await test.run(test.upload(keyOf(id), `${LOADS_HEADER}\n${goodRow(1)}\n`));
    expect(await test.cancel(id)).toBe('conflict');
    expect(await test.read(id)).toMatchObject({ state: 'imported' });
    expect(await test.cancel('upl_1M4BMXGM0007Z3K9M2QX4T8V1BN')).toBe('not-found');
  });
});

describe('the erasure of an organization', () => {
  const keysOf = (orgId: string) => [
    `organizations/${orgId}/test/a.csv`,
    `organizations/${orgId}/live/2026/a.csv.upload.json`,
    `work/${orgId}/0123/state.work`,
  ];

  async function suspendedUnderTest() {
    const { provisioning, pass } = provisioningUnderTest();
    const created = await createOrganization(provisioning, STANDARD_REQUEST);
    if (!created.created) throw new Error(created.fault);
    const { orgId } = created.organization;
    await provisioning.organizations.setStatus(orgId, 'suspended', provisioning.now().toISOString());
    const { objects } = uploadsUnderTest();
    const others = ['operator/a.csv', 'work/operator/0123/state.work', ...keysOf(`${orgId}x`)];
    for (const key of [...keysOf(orgId), ...others]) objects.put(key, key);
    const parts = {
      provisioning,
      ...createInMemoryOrganizationData(provisioning.organizations).data,
      uploads: createHeldUploads(async () => objects),
      quiet: { callsEndAfter: 0, sendersEndAfter: 0, cachedKeysEndAfter: 0 },
      pause: async (ms: number) => pass(ms),
      notify: () => {},
    };
    return { orgId, parts, objects, others };
  }

  it('deletes its objects, also those that an import wrote meanwhile, and no others', async () => {
    const { orgId, parts, objects, others } = await suspendedUnderTest();
    expect(await countOrganizationData(parts, orgId)).toMatchObject({ uploads: 3 });
    let times = 1;
    const erase = async (of: string) => {
      const count = await parts.uploads.erase(of);
      if (times-- > 0) objects.put(`work/${orgId}/0123/late.work`, 'late');
      return count;
    };
    const uploads = { ...parts.uploads, erase };
    const erased = { outcome: 'erased', erased: { uploads: 4 } };
    expect(await eraseOrganization({ ...parts, uploads }, orgId)).toMatchObject(erased);
    expect([...objects.all.keys()].sort()).toEqual(others.sort());
    expect(isWithoutData(await countOrganizationData(parts, orgId))).toBe(true);

    times = Number.POSITIVE_INFINITY;
    expect(await eraseOrganization({ ...parts, uploads }, orgId)).toEqual({
      outcome: 'left-over',
      left: { counts: {}, gateway: { keys: 0, plans: 0 }, uploads: 1 },
    });
  });

  it("deletes an object of S3 whose key resolves to another organization's, and keeps that one", async () => {
    const s3 = await startS3StandIn();
    try {
      const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
      const client = createS3Client({ region: 'us-east-1', credentials, endpoint: s3.endpoint });
      const uploads = createHeldUploads(async () => createS3ObjectStore({ client, bucket: 'uploads' }));
      const planted = ['organizations/org_1/../org_2/test/a.csv', 'work/org_1/../org_2/0123/state.work'];
      for (const key of [...keysOf('org_2'), ...planted, ...keysOf('org_1')]) s3.put('uploads', key);
      expect(await uploads.erase('org_1')).toBe(5);
      expect(s3.keys('uploads').toSorted()).toEqual(keysOf('org_2').toSorted());
      expect(await uploads.count('org_1')).toBe(0);
    } finally {
      await s3.stop();
    }
  });
});
