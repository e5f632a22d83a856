import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { bodyHash } from '../../../../shared/accounts/idempotency/body-hash.ts';
import { groupBody, groupKey, rateGroups } from '../../../../shared/contracts/files/rate-groups.ts';
import { MAX_FILE_BYTES, readRateFile } from '../../../../shared/contracts/files/read-rate-file.ts';
import { rateUploadKey } from '../../../../shared/contracts/uploads/rate-upload-key.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../../geography/places/places-file-ready.ts';
import { CALLER, HEADER, rateFile, rateRow, rateUploadsUnderTest } from './rate-uploads-under-test.ts';

beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

const KEY = rateUploadKey(CALLER, 'upl_1M4BMXGM0007Z3K9M2QX4T8V1BN');
const OTHER_KEY = rateUploadKey(CALLER, 'upl_1M4BMXGM0007Z3K9M2QX4T8V1BP');

/** Valid rows with and without ids, an invalid one, and a repeated id. */
const ROWS = [
  rateRow({ external_id: 'A', customer: 'Acme' }),
  rateRow({ amount: 0, destination: '"Nowhere, ZZ"' }),
  rateRow({ external_id: 'A', customer: 'ACMÉ', amount: 900 }),
  rateRow({ external_id: 'A', customer: 'Other' }),
  rateRow({ effective_from: '2026-01-01' }),
  rateRow({ amount: 910 }),
];
const FILE = rateFile(...ROWS);

describe('a file of contract rates', () => {
  it('is imported without its invalid rows, which are listed with their reasons', async () => {
    const test = rateUploadsUnderTest();
    const { outcome } = await test.run(test.upload(KEY, FILE));
    const stored = await test.stored();

    expect(outcome).toBe('finished');
    expect(test.result(KEY)).toMatchObject({
      state: 'imported',
      ...{ owner: 'org_1#test', rows: 6, rejected: 2, rejectedFile: `${KEY}.rejected.csv` },
      written: {
        ...{ created: 4, replaced: 0, unchanged: 0 },
        overlaps: {
          total: 1,
          listed: [
            { line: 7, with_rate_id: stored[2]?.rateId, from: '2026-12-01', to: null, contradictory: true },
          ],
        },
        warnings: [{ line: 6, message: expect.stringContaining('in the past') }],
      },
    });
    expect(test.objects.text(`${KEY}.rejected.csv`).split('\n')).toEqual([
      `line,reason,${HEADER}`,
      expect.stringMatching(/^3,"amount must be a number from .*; destination must be a terminal name/),
      expect.stringMatching(/^4,external_id is that of line 2,A,ACMÉ/),
      '',
    ]);
    expect(stored.map(({ customer, amount }) => [customer, amount])).toEqual([
      ['Acme', 85_000],
      ['Other', 85_000],
      ['', 85_000],
      ['', 91_000],
    ]);
  });

  it('has the same result wherever its runs are killed, and each rate is written once', async () => {
    const whole = rateUploadsUnderTest();
    // Stored before, so that a row replaces it and one finds it unchanged.
    const before = rateFile(rateRow({ external_id: 'A', customer: 'Acme', amount: 1 }), String(ROWS[3]));
    await whole.run(whole.upload(OTHER_KEY, before));
    await whole.run(whole.upload(KEY, FILE));
    const expected = whole.result(KEY);
    expect(expected.written).toMatchObject({ created: 2, replaced: 1, unchanged: 1 });

    const calls = fc.array(fc.record({ calls: fc.nat(14), isParallel: fc.boolean() }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(calls, async (kills) => {
        let left = Number.POSITIVE_INFINITY;
        const test = rateUploadsUnderTest(() => {
          left -= 1;
          if (left < 0) throw new Error('killed');
        });
        await test.run(test.upload(OTHER_KEY, before));
        const upload = test.upload(KEY, FILE);
        for (const { calls: allowed, isParallel } of kills) {
          left = allowed;
          const runs = Array.from({ length: isParallel ? 2 : 1 }, () => test.run(upload, () => false));
          await Promise.allSettled(runs);
        }
        left = Number.POSITIVE_INFINITY;
        while ((await test.run(upload, () => false)).outcome === 'unfinished');
        await test.run(upload);

        const { written, rows, rejected } = test.result(KEY);
        const { created, replaced, unchanged, overlaps } = written;
        expect({ created, replaced, unchanged, rows, rejected, total: overlaps.total }).toEqual({
          ...{ created: 2, replaced: 1, unchanged: 1, rows: 6, rejected: 2 },
          total: expected.written.overlaps.total,
        });
        expect(test.objects.text(`${KEY}.rejected.csv`)).toBe(whole.objects.text(`${KEY}.rejected.csv`));
        const terms = async ({ stored }: typeof whole) =>
          (await stored()).map(({ customer, amount, version }) => `${customer} ${amount} ${version}`).sort();
        expect(await terms(test)).toEqual(await terms(whole));
      }),
    );
  });

  it('writes nothing if it was imported before, by an upload or by calls of the API', async () => {
    const uploaded = rateUploadsUnderTest();
    await uploaded.run(uploaded.upload(OTHER_KEY, FILE));
    const called = rateUploadsUnderTest();
    const digest = createHash('sha256').update(FILE).digest('hex');
    // The repeated id is in another call, as in a large file.
    const [group = []] = rateGroups(readRateFile(Buffer.from(FILE)));
    const body = groupBody(group);
    const keyed = { ...CALLER, operation: 'create-contract-rates', at: new Date() };
    await called.call({ rates: body.rates, skipInvalid: true }, CALLER, {
      ...{ ...keyed, key: groupKey(digest, 0), bodyHash: bodyHash(JSON.parse(JSON.stringify(body))) },
    });
    for (const test of [uploaded, called]) {
      const before = await test.stored();
      expect(before).toHaveLength(4);
      await test.run(test.upload(KEY, FILE));
      expect(test.result(KEY).written).toMatchObject({ created: 0, replaced: 0, unchanged: 4 });
      expect(await test.stored()).toEqual(before);
    }
  });

  it('is written in groups, by as many runs as it needs, with progress', async () => {
    const test = rateUploadsUnderTest();
    const rows = Array.from({ length: 1_010 }, (_, at) =>
      rateRow({ external_id: `N-${at % 1_005}`, customer: `Customer ${at % 1_005}`, amount: at + 1 }),
    );
    const upload = test.upload(KEY, rateFile(...rows));
    const outcomes: string[] = [];
    const shares: number[] = [];
    do {
      outcomes.push((await test.run(upload, () => false)).outcome);
      shares.push(JSON.parse(test.objects.text(`${KEY}.progress.json`)).share);
    } while (outcomes.at(-1) === 'unfinished');

    expect(outcomes).toEqual(['unfinished', 'unfinished', 'unfinished', 'finished']);
    expect(shares).toEqual([0, 0.99, 1, 1]);
    expect(test.result(KEY)).toMatchObject({ rows: 1_010, rejected: 5, written: { created: 1_005 } });
    expect(test.objects.text(`${KEY}.rejected.csv`)).toMatch(/\n1007,external_id is that of line 2,N-0/);
    expect((await test.run(upload)).outcome).toBe('known');
  });

  it('belongs to the organization and mode of its key', async () => {
    const test = rateUploadsUnderTest();
    await test.run(test.upload(KEY, FILE));
    expect(await test.stored({ ...CALLER, mode: 'live' })).toEqual([]);
    expect(await test.stored({ ...CALLER, orgId: 'org_2' })).toEqual([]);
    expect(await test.stored()).toHaveLength(4);
  });
});

describe('a file of contract rates that cannot be used', () => {
  it.each([
    ['is empty', ''],
    ['has no rows', HEADER],
    ['has no column of the amount', 'origin,destination\nUSSAV,GA\n'],
    ['has an open quote', `${HEADER}\n"A`],
    ['has no usable row', rateFile(rateRow({ amount: 0 }))],
  ])('is rejected with a reason if it %s', async (_, content) => {
    const test = rateUploadsUnderTest();
    await test.run(test.upload(KEY, content));
    expect(test.result(KEY)).toMatchObject({ state: 'rejected', reason: expect.stringContaining(KEY) });
    expect(await test.stored()).toEqual([]);
  });

  it('is rejected before it is read if it is too large', async () => {
    const test = rateUploadsUnderTest();
    const upload = test.upload(KEY, FILE);
    expect(await test.run({ ...upload, length: MAX_FILE_BYTES + 1 })).toMatchObject({ outcome: 'rejected' });
  });

  it('stops if it is replaced, and keeps the rates that were written', async () => {
    const test = rateUploadsUnderTest();
    const upload = test.upload(KEY, FILE);
    await test.run(upload, () => false);
    await test.run(upload, () => false);
    test.objects.all.delete(KEY);
    await test.run(upload);
    expect(test.result(KEY)).toMatchObject({
      state: 'stopped',
      reason: expect.stringContaining('Rates that were already imported stay.'),
      written: { created: 4 },
    });
  });

  it('waits for a suspended organization, and is not imported for one that is unknown or being erased', async () => {
    const test = rateUploadsUnderTest();
    const upload = test.upload(KEY, FILE);
    test.organizations.set(CALLER.orgId, { status: 'suspended' });
    expect(await test.run(upload)).toEqual({ outcome: 'waiting' });
    test.organizations.set(CALLER.orgId, { status: 'active', erasingSince: '2026-11-25T12:00:00.000Z' });
    expect((await test.run(upload)).outcome).toBe('rejected');
    test.organizations.clear();
    expect((await test.run(upload)).outcome).toBe('rejected');
    expect(await test.stored()).toEqual([]);
  });
});
