import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UploadOutcome } from '../../../../shared/market/uploads/import-upload.ts';
import { READING_SIZES } from '../../../../shared/market/uploads/reading-sizes.ts';
import { goodRow, LOADS_HEADER, SMALL_STEPS, uploadsUnderTest } from '../../../support/uploads-under-test.ts';
import { BUILD_TIMEOUT_MS } from '../../geography/places/places-file-ready.ts';
import { highwaysFileReady } from '../../geography/roads/highways-file-ready.ts';

beforeAll(highwaysFileReady, BUILD_TIMEOUT_MS);

const KEY = 'operator/loads.csv';
const csv = (...rows: readonly string[]) => [LOADS_HEADER, ...rows, ''].join('\n');
const inNewYork = (day: number) =>
  goodRow(day)
    .replace('APM Terminals Pier 400', 'APM Elizabeth Terminal')
    .replace('Ontario,CA,91761', 'Newark,NJ,07102');
const BAD = goodRow(4, 'x', '0');
/** Two freight markets, equal rows that lie apart, rejected rows. */
const LOADS = csv(
  goodRow(1),
  BAD,
  goodRow(1, 'b'),
  goodRow(3, 'c', '"$1,250.00"'),
  inNewYork(2),
  goodRow(1),
  goodRow(5, '"comma, é"'),
);
const RESULT = { rows: 7, added: 6, known: 0, rejected: 1 };

type Test = ReturnType<typeof uploadsUnderTest>;

/** The cells after the complete import of an organization's file. */
async function cellsOf(key: string, content: string) {
  const whole = uploadsUnderTest();
  whole.organizations.set('org_1', { status: 'active' });
  await whole.run(whole.upload(key, content));
  return whole.cells();
}

describe('an upload', () => {
  it('is imported, with result and rejected rows next to it', async () => {
    const test = uploadsUnderTest();
    const { outcome } = await test.run(test.upload(KEY, LOADS));

    expect(outcome).toBe('finished');
    expect(test.result(KEY)).toEqual({
      state: 'imported',
      owner: 'operator',
      ...RESULT,
      rejectedFile: `${KEY}.rejected.csv`,
      note: expect.stringContaining('market of new-york has loads of three'),
      startedAt: '2026-10-21T09:00:00.000Z',
      finishedAt: '2026-10-21T09:00:00.000Z',
      etag: expect.any(String),
    });
    expect(test.objects.text(`${KEY}.rejected.csv`)).toBe(
      `line,reason,${LOADS_HEADER}\n3,rate 0 is not above 0,${BAD}\n`,
    );
    expect(test.progress(KEY)).toMatchObject({ state: 'finished', share: 1, rows: 7 });
    expect((await test.market.summary())?.regions).toEqual(['los-angeles', 'new-york']);
  });

  it('gives the same market row by row and at once, by one run or one run a step', async () => {
    const whole = uploadsUnderTest();
    await whole.run(whole.upload(KEY, LOADS));
    const steps = uploadsUnderTest();
    await steps.run(steps.upload(KEY, LOADS), {}, SMALL_STEPS);
    const runs = uploadsUnderTest();
    const upload = runs.upload(KEY, LOADS);
    const outcomes: string[] = [];
    do {
      outcomes.push((await runs.run(upload, { hasTime: () => false }, SMALL_STEPS)).outcome);
    } while (outcomes.at(-1) === 'unfinished');

    expect(outcomes.at(-1)).toBe('finished');
    // A run for each row, two for each of two freight markets, and those that end a phase.
    expect(outcomes.length).toBeGreaterThan(12);
    for (const test of [steps, runs]) {
      expect(test.result(KEY)).toEqual(whole.result(KEY));
      expect(test.cells()).toEqual(whole.cells());
      expect(test.objects.text(`${KEY}.rejected.csv`)).toEqual(whole.objects.text(`${KEY}.rejected.csv`));
    }
  });

  it('notes that the market has too few contributors', async () => {
    const test = uploadsUnderTest();
    await test.run(test.upload(KEY, csv(goodRow(1, 'z'), goodRow(2, 'z'))));
    expect(test.result(KEY)).toMatchObject({
      state: 'imported',
      added: 2,
      note: expect.stringContaining('so other organizations do not see it yet'),
    });
    await test.run(test.upload(KEY, csv(goodRow(3, 'a'), goodRow(4, 'b'))));
    expect(test.result(KEY)).not.toHaveProperty('note');
  });

  it('notes nothing about freight markets in which only others have loads', async () => {
    const test = uploadsUnderTest();
    test.organizations.set('org_1', { status: 'active' });
    await test.run(test.upload('organizations/org_1/live/private.csv', csv(inNewYork(1))));
    await test.run(test.upload(KEY, csv(goodRow(1, 'a'), goodRow(2, 'a'))));
    expect(test.result(KEY)).toMatchObject({ note: expect.stringContaining('(los-angeles)') });
    await test.run(test.upload(KEY, csv(goodRow(1, 'a'), goodRow(2, 'b'), goodRow(3, 'c'))));

    expect((await test.market.summary())?.regions).toContain('new-york');
    expect(test.result(KEY)).not.toHaveProperty('note');
  });

  it('of a private organization publishes the market only for its first loads', async () => {
    const test = uploadsUnderTest();
    test.organizations.set('org_1', { status: 'active' });
    const versionAfter = async (key: string, ...rows: readonly string[]) => {
      await test.run(test.upload(key, csv(...rows)));
      expect(test.result(key)).toMatchObject({ state: 'imported', added: rows.length });
      return (await test.market.summary())?.version;
    };
    for (const [mode, version] of [
      ['test', 1],
      ['live', 2],
    ] as const) {
      const key = `organizations/org_1/${mode}/loads.csv`;
      expect(await versionAfter(key, goodRow(1))).toBe(version);
      expect(await versionAfter(key, goodRow(2), goodRow(3))).toBe(version);
    }
    expect(await versionAfter(KEY, goodRow(1))).toBe(3);
    expect(await versionAfter(KEY, goodRow(2))).toBe(4);
    await test.market.share('org_1#live', true);
    expect(await versionAfter('organizations/org_1/live/more.csv', goodRow(4))).toBe(5);
    expect((await test.market.summary())?.owners).toEqual(['org_1#live', 'org_1#test']);
  });

  it('adds nothing the second time', async () => {
    const test = uploadsUnderTest();
    await test.run(test.upload(KEY, LOADS));
    const once = test.cells();
    await test.run(test.upload(KEY, LOADS));

    expect(test.result(KEY)).toMatchObject({ state: 'imported', rows: 7, added: 0, known: 6, rejected: 1 });
    expect(test.cells()).toEqual(once);
  });

  it('stores rejected rows before they are too many, even if few bytes were read', async () => {
    const test = uploadsUnderTest();
    const content = csv(goodRow(1), ...Array.from({ length: 2_000 }, () => 'x'));
    const sizes = { ...READING_SIZES, part: 64, rejected: 4_096 };
    const upload = test.upload(KEY, content);
    await test.run(upload, {}, sizes);

    const pieces = [...test.objects.all].filter(([key]) => key.endsWith('.rejected.work'));
    expect(pieces.length).toBeGreaterThan(10);
    for (const [, { bytes }] of pieces) expect(bytes.length).toBeLessThan(4_096 + 64 * 100);
    expect(test.result(KEY)).toMatchObject({ state: 'imported', rows: 2_001, rejected: 2_000 });
    expect(test.objects.text(`${KEY}.rejected.csv`).split('\n')).toHaveLength(2_002);
    expect(READING_SIZES.rejected).toBeLessThanOrEqual(READING_SIZES.chunk);
  });

  it('reports its progress', async () => {
    const test = uploadsUnderTest();
    const upload = test.upload(KEY, LOADS);
    await test.run(upload, { hasTime: () => false }, SMALL_STEPS);
    await test.run(upload, { hasTime: () => false }, SMALL_STEPS);

    expect(test.progress(KEY)).toMatchObject({ state: 'reading', rows: 1, rejected: 0 });
    expect(test.objects.all.has(`${KEY}.result.json`)).toBe(false);
  });

  it('belongs to its organization and mode', async () => {
    const test = uploadsUnderTest();
    test.organizations.set('org_1', { status: 'active' });
    const key = 'organizations/org_1/live/2026/october.csv';
    await test.run(test.upload(key, csv(goodRow(1))));

    expect(test.result(key)).toMatchObject({ state: 'imported', owner: 'org_1#live', added: 1 });
    expect([...test.cells().keys()].every((cell) => cell.startsWith('org_1#live '))).toBe(true);
  });

  it('without rejected rows removes those of an earlier file under its key', async () => {
    const test = uploadsUnderTest();
    await test.run(test.upload(KEY, LOADS));
    await test.run(test.upload(KEY, csv(goodRow(1))));

    expect(test.result(KEY)).toMatchObject({ rejected: 0, rejectedFile: '' });
    expect(test.objects.all.has(`${KEY}.rejected.csv`)).toBe(false);
  });
});

describe('an upload that cannot be used', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['has no rows', csv(), 'has no rows below the header'],
    ['is empty', '', 'has no rows below the header'],
    ['lacks a column', 'date,origin\n2026-10-01,x\n', 'the header is missing destination_city'],
    ['is not CSV', csv(goodRow(1), '"x"y'), 'row 3: text after a closing quote'],
    ['is Latin-1', Buffer.from(csv(goodRow(1, 'é')), 'latin1'), 'is not UTF-8'],
    ['has no row that can be used', csv(BAD), 'No row of operator/loads.csv can be used'],
  ])('is rejected as a whole if it %s', async (_, content, reason) => {
    const test = uploadsUnderTest();
    await test.run(test.upload(KEY, content), {}, SMALL_STEPS);

    expect(test.result(KEY)).toMatchObject({
      state: 'rejected',
      reason: expect.stringContaining(reason),
      added: 0,
    });
    expect(test.market.allLoads.size).toBe(0);
  });

  it.each([
    ['operator/loads.xlsx', 'does not end in .csv'],
    ['loads.csv', 'does not name an owner'],
    ['organizations/org_1/loads.csv', 'does not name an owner'],
    ['organizations/org_1/both/loads.csv', 'does not name an owner'],
    ['simulated/loads.csv', 'does not name an owner'],
    ['organizations/org_2/live/loads.csv', 'There is no organization org_2'],
    ['organizations/org_3/live/loads.csv', 'org_3 is being erased'],
  ])('is rejected under the key %s', async (key, reason) => {
    const test = uploadsUnderTest();
    test.organizations.set('org_1', { status: 'active' });
    test.organizations.set('org_3', { status: 'suspended', erasingSince: '2026-10-20T00:00:00Z' });

    expect(await test.run(test.upload(key, LOADS))).toMatchObject({ outcome: 'rejected' });
    expect(test.result(key)).toMatchObject({ state: 'rejected', reason: expect.stringContaining(reason) });
    expect(test.market.allLoads.size).toBe(0);
  });

  it('leaves no objects if its organization was erased', async () => {
    const test = uploadsUnderTest();
    test.organizations.set('org_1', { status: 'active' });
    const upload = test.upload('organizations/org_1/test/loads.csv', LOADS);
    await test.run(upload, { hasTime: () => false }, SMALL_STEPS);
    test.organizations.clear();
    test.objects.all.clear();

    expect(await test.run(upload)).toMatchObject({ outcome: 'rejected' });
    expect([...test.objects.all.keys()]).toEqual([]);
  });

  it('ends if its organization is erased meanwhile', async () => {
    const test = uploadsUnderTest();
    test.organizations.set('org_1', { status: 'active' });
    const key = 'organizations/org_1/test/loads.csv';
    const upload = test.upload(key, LOADS);
    await test.run(upload, { hasTime: () => false }, SMALL_STEPS);
    test.organizations.set('org_1', { status: 'suspended', erasingSince: '2026-10-21T00:00:00Z' });
    await test.run(upload);

    expect(test.result(key)).toMatchObject({ state: 'rejected', reason: 'org_1 is being erased.' });
    expect(test.market.allLoads.size).toBe(0);
  });

  describe('after a part of it was imported,', () => {
    const key = 'organizations/org_1/live/loads.csv';
    /** @param kill after a part of the first group is in, before its state is. */
    async function broughtInPartly({ kill }: { kill: boolean }) {
      let left = Number.POSITIVE_INFINITY;
      const test = uploadsUnderTest((call) => {
        if (call === 'write' && test.market.allLoads.size > 0 && left-- <= 0) throw new Error('killed');
      });
      test.organizations.set('org_1', { status: 'active' });
      const upload = test.upload(key, LOADS);
      left = kill ? 0 : left;
      while (test.market.allLoads.size === 0) {
        await test.run(upload, { hasTime: () => false }, SMALL_STEPS).catch(() => undefined);
      }
      left = Number.POSITIVE_INFINITY;
      return { test, upload };
    }

    it.each([{ kill: false }, { kill: true }])(
      'waits while its organization is suspended, and continues: %j',
      async (how) => {
        const { test, upload } = await broughtInPartly(how);
        const partly = test.market.allLoads.size;
        test.organizations.set('org_1', { status: 'suspended' });

        expect(await test.run(upload, {}, SMALL_STEPS)).toEqual({ outcome: 'waiting' });
        expect(test.progress(key)).toMatchObject({ state: 'waiting', reason: 'org_1 is suspended.' });
        expect(test.objects.all.has(`${key}.result.json`)).toBe(false);
        expect(test.market.allLoads.size).toBe(partly);
        expect(await test.market.summary()).toBeUndefined();

        test.organizations.set('org_1', { status: 'active' });
        expect(await test.resume('org_1', {}, SMALL_STEPS)).toEqual(['finished']);
        expect(test.result(key)).toMatchObject({ state: 'imported', ...RESULT });
        expect(test.cells()).toEqual(await cellsOf(key, LOADS));
      },
    );

    it('is left to the erasure of its organization, which removes its loads and publishes', async () => {
      const { test, upload } = await broughtInPartly({ kill: false });
      test.organizations.set('org_1', { status: 'suspended' });
      await test.run(upload, { hasTime: () => false }, SMALL_STEPS);
      expect(test.progress(key)).toMatchObject({ state: 'waiting' });
      test.organizations.set('org_1', { status: 'suspended', erasingSince: '2026-10-21T00:00:00Z' });
      await test.run(upload, {}, SMALL_STEPS);

      expect(test.result(key)).toMatchObject({ state: 'stopped', reason: 'org_1 is being erased.' });
      expect(await test.market.summary()).toBeUndefined();
    });
  });

  it('stops with a reason if a freight market has too many loads in a week', async () => {
    const test = uploadsUnderTest();
    const { loads } = test.market;
    const LANE = {
      terminal: '',
      terminalType: 'marine',
      originState: 'CA',
      destinationState: 'CA',
      zip3: '',
    };
    const crowded = new Map(
      Array.from({ length: 90_000 }, (_, id) => [id, { id, lane: LANE, slot: 0, contributor: 1, count: 1 }]),
    );
    const store = {
      ...test.market,
      loads: async (...of: Parameters<typeof loads>) => ({ ...(await loads(...of)), loads: crowded }),
    };
    await test.run(test.upload(KEY, LOADS), { store: store as unknown as Test['market'] });

    expect(test.result(KEY)).toMatchObject({
      state: 'stopped',
      reason: expect.stringMatching(
        /operator\/loads.csv: .* the limit of a week is 390000 bytes.* Loads that were already imported stay/,
      ),
    });
  });
});

describe('an import', () => {
  it('that is killed at any call and repeated ends with the same market and result', async () => {
    const whole = uploadsUnderTest();
    await whole.run(whole.upload(KEY, LOADS), {}, SMALL_STEPS);
    let calls = 1;
    for (let killed = true; killed; calls++) {
      killed = false;
      let left = Number.POSITIVE_INFINITY;
      const test = uploadsUnderTest(() => {
        left -= 1;
        if (left < 0) throw new Error('killed');
      });
      const upload = test.upload(KEY, LOADS);
      left = calls;
      await test.run(upload, {}, SMALL_STEPS).catch(() => {
        killed = true;
      });
      left = Number.POSITIVE_INFINITY;
      const { outcome } = await test.run(upload, {}, SMALL_STEPS);

      expect(['finished', 'known']).toContain(outcome);
      expect(test.result(KEY)).toEqual(whole.result(KEY));
      expect(test.cells()).toEqual(whole.cells());
      expect(test.objects.text(`${KEY}.rejected.csv`)).toEqual(whole.objects.text(`${KEY}.rejected.csv`));
    }
    expect(calls).toBeGreaterThan(60);
  });

  it('of any file, killed repeatedly and run twice at once, ends with the same result', async () => {
    const row = fc.oneof(
      fc
        .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('a', 'b'))
        .map(([day, by]) => goodRow(day, by)),
      fc.constantFrom(BAD, 'x', '', '"a\r\nb"', goodRow(3, '"é €"')),
    );
    const rowEnd = fc.constantFrom('\n', '\r\n');
    const file = fc
      .tuple(fc.constantFrom('', '\uFEFF'), fc.array(row, { minLength: 1, maxLength: 12 }), rowEnd)
      .map(([mark, rows, end]) => `${mark}${[LOADS_HEADER, ...rows].join(end)}`);
    const sizes = fc.record({
      request: fc.integer({ min: 200, max: 400 }),
      part: fc.integer({ min: 1, max: 300 }),
      chunk: fc.integer({ min: 1, max: 600 }),
      rejected: fc.integer({ min: 1, max: 600 }),
    });
    await fc.assert(
      fc.asyncProperty(
        file,
        sizes,
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 }),
        async (content, cut, kills) => {
          const whole = uploadsUnderTest();
          await whole.run(whole.upload(KEY, content));
          let left = Number.POSITIVE_INFINITY;
          const test = uploadsUnderTest(() => {
            left -= 1;
            if (left < 0) throw new Error('killed');
          });
          const upload = test.upload(KEY, content);
          for (const calls of kills) {
            left = calls;
            await Promise.allSettled([test.run(upload, {}, cut), test.run(upload, {}, cut)]);
          }
          left = Number.POSITIVE_INFINITY;
          await Promise.all([test.run(upload, {}, cut), test.run(upload, {}, cut)]);

          expect(test.result(KEY)).toEqual(whole.result(KEY));
          expect(test.cells()).toEqual(whole.cells());
          expect(test.objects.all.get(`${KEY}.rejected.csv`)).toEqual(
            whole.objects.all.get(`${KEY}.rejected.csv`),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('continues if the response to a write was lost', async () => {
    const whole = uploadsUnderTest();
    await whole.run(whole.upload(KEY, LOADS), {}, SMALL_STEPS);
    const test = uploadsUnderTest();
    const { write } = test.objects;
    const objects = {
      ...test.objects,
      write: async (...of: Parameters<typeof write>) => {
        await write(...of);
        return write(...of);
      },
    };

    expect((await test.run(test.upload(KEY, LOADS), { objects }, SMALL_STEPS)).outcome).toBe('finished');
    expect(test.result(KEY)).toEqual(whole.result(KEY));
  });

  it('with a duplicate event is counted once, and one run ends it', async () => {
    const whole = uploadsUnderTest();
    await whole.run(whole.upload(KEY, LOADS), {}, SMALL_STEPS);
    const test = uploadsUnderTest();
    const upload = test.upload(KEY, LOADS);
    const outcomes = await Promise.all([1, 2, 3].map(() => test.run(upload, {}, SMALL_STEPS)));

    expect(outcomes.map(({ outcome }: UploadOutcome) => outcome).sort()).toEqual([
      'finished',
      'overtaken',
      'overtaken',
    ]);
    expect(test.result(KEY)).toEqual(whole.result(KEY));
    expect(test.cells()).toEqual(whole.cells());
    expect(await test.run(upload)).toEqual({ outcome: 'known' });
    expect(test.cells()).toEqual(whole.cells());
  });

  it.each([0, 3, 6])(
    'of a file that is replaced after %i steps leaves the result to the new file',
    async (steps) => {
      const test = uploadsUnderTest();
      const first = test.upload(KEY, LOADS);
      for (let step = 0; step < steps; step++) await test.run(first, { hasTime: () => false }, SMALL_STEPS);
      const second = test.upload(KEY, csv(goodRow(11), goodRow(12)));
      await test.run(second);
      await test.run(first, {}, SMALL_STEPS);

      expect(test.result(KEY)).toMatchObject({ rows: 2, added: 2, etag: second.tag });
      // Nothing of a file that was not read to its end.
      expect([...test.market.allLoads.values()].reduce((sum, { loads }) => sum + loads.size, 0)).toBe(2);
    },
  );

  it('of a file that is replaced after it was read imports it', async () => {
    const test = uploadsUnderTest();
    const first = test.upload(KEY, LOADS);
    await test.run(first, { hasTime: () => false });
    const second = test.upload(KEY, csv(goodRow(11)));
    await test.run(second);
    expect((await test.run(first)).outcome).toBe('finished');

    expect(test.result(KEY)).toMatchObject({ rows: 1, etag: second.tag });
    const both = uploadsUnderTest();
    await both.run(both.upload(KEY, LOADS));
    await both.run(both.upload(KEY, csv(goodRow(11))));
    expect(test.cells()).toEqual(both.cells());
  });

  describe.each([
    ['before its rejected rows are written', 'tagOf', KEY],
    ['before its result is written', 'write', `${KEY}.result.json`],
  ] as const)('of a file that is replaced %s', (_, call, at) => {
    it.each([
      ['others', [goodRow(11), goodRow(12, 'y', '0')]],
      ['the same', [goodRow(11), BAD]],
      ['none', [goodRow(11)]],
    ])('leaves result and rejected rows to the new file, which has %s', async (__, rows) => {
      const test = uploadsUnderTest();
      const first = test.upload(KEY, LOADS);
      let alone = {};
      const replaceOnce = async (key: string) => {
        if (key !== at || Object.keys(alone).length > 0) return;
        alone = { begun: true };
        await test.run(test.upload(KEY, csv(...rows)));
        alone = { result: test.result(KEY), rejected: test.objects.all.get(`${KEY}.rejected.csv`) };
      };
      const { tagOf, write } = test.objects;
      const objects = {
        ...test.objects,
        tagOf: async (key: string) => {
          const tag = await tagOf(key);
          if (call === 'tagOf') await replaceOnce(key);
          return tag;
        },
        write: async (...of: Parameters<typeof write>) => {
          if (call === 'write') await replaceOnce(of[0]);
          return write(...of);
        },
      };
      await test.run(first, { objects });

      expect(alone).toMatchObject({ result: { rows: rows.length } });
      expect({ result: test.result(KEY), rejected: test.objects.all.get(`${KEY}.rejected.csv`) }).toEqual(
        alone,
      );
    });
  });

  it('of a file that is deleted meanwhile imports nothing, and reports it', async () => {
    const test = uploadsUnderTest();
    const upload = test.upload(KEY, LOADS);
    await test.objects.remove(KEY);
    await test.run(upload);

    expect(test.result(KEY)).toMatchObject({
      state: 'rejected',
      reason: expect.stringContaining('replaced or deleted'),
    });
  });
});

describe('an import whose organization is suspended', () => {
  const key = 'organizations/org_1/live/loads.csv';

  async function suspendedAfter(steps: number) {
    const test = uploadsUnderTest();
    test.organizations.set('org_1', { status: 'active' });
    const upload = test.upload(key, LOADS);
    let ended = false;
    for (let step = 0; step < steps; step++) {
      const { outcome } = await test.run(upload, { hasTime: () => false }, SMALL_STEPS);
      ended = outcome !== 'unfinished';
    }
    test.organizations.set('org_1', { status: 'suspended' });
    return { test, upload, ended };
  }

  it('waits after any step, and continues after the resumption with each row counted once', async () => {
    const whole = await cellsOf(key, LOADS);
    let steps = 0;
    for (; ; steps++) {
      const { test, upload, ended } = await suspendedAfter(steps);
      if (ended) break;
      const stored = new Set(test.objects.all.keys());
      // Its message may come more than once, and is worked off each time.
      for (const _ of [1, 2]) expect(await test.run(upload, {}, SMALL_STEPS)).toEqual({ outcome: 'waiting' });
      expect(test.progress(key)).toMatchObject({ state: 'waiting' });
      const more = [...test.objects.all.keys()].filter((one) => !stored.has(one));
      expect(
        more.every((one) => one.startsWith('work/org_1/waiting/') || one.endsWith('.progress.json')),
      ).toBe(true);

      test.organizations.set('org_1', { status: 'active' });
      expect((await test.resume('org_1', {}, SMALL_STEPS)).toSorted()).toEqual(['finished', 'known']);
      expect(test.result(key)).toMatchObject({ state: 'imported', ...RESULT });
      expect(test.cells()).toEqual(whole);
      expect(await test.resume('org_1')).toEqual([]);
    }
    expect(steps).toBeGreaterThan(12);
  });

  it('repeatedly is stored each time', async () => {
    const { test, upload } = await suspendedAfter(3);
    await test.run(upload, {}, SMALL_STEPS);
    // Started while it is suspended once more.
    expect(await test.resume('org_1', {}, SMALL_STEPS)).toEqual(['waiting']);
    expect(await test.resume('org_1', {}, SMALL_STEPS)).toEqual(['waiting']);
    test.organizations.set('org_1', { status: 'active' });
    expect(await test.resume('org_1', {}, SMALL_STEPS)).toEqual(['finished']);
    expect(test.result(key)).toMatchObject(RESULT);
  });

  it('continues at once if the organization is resumed while the upload is stored', async () => {
    const { test, upload } = await suspendedAfter(3);
    const { write } = test.objects;
    const objects = {
      ...test.objects,
      write: async (...of: Parameters<typeof write>) => {
        const tag = await write(...of);
        if (of[0].startsWith('work/org_1/waiting/')) test.organizations.set('org_1', { status: 'active' });
        return tag;
      },
    };
    expect(await test.run(upload, { objects }, SMALL_STEPS)).toMatchObject({ outcome: 'finished' });
    expect(test.result(key)).toMatchObject(RESULT);
  });

  it('does not begin before the resumption, and is rejected after an erasure', async () => {
    const { test, upload } = await suspendedAfter(0);
    expect(await test.run(upload)).toEqual({ outcome: 'waiting' });
    test.organizations.set('org_1', { status: 'suspended', erasingSince: '2026-10-21T00:00:00Z' });
    expect(await test.run(upload)).toMatchObject({ outcome: 'rejected' });
    expect(test.market.allLoads.size).toBe(0);
  });

  it('ends with a reason if its stored chunks expired', async () => {
    const { test, upload } = await suspendedAfter(9);
    await test.run(upload);
    for (const one of [...test.objects.all.keys()]) {
      if (/\.(loads|rejected)\.work$/.test(one)) test.objects.all.delete(one);
    }
    test.organizations.set('org_1', { status: 'active' });
    expect(await test.resume('org_1')).toEqual(['finished']);
    expect(test.result(key)).toMatchObject({
      state: 'stopped',
      reason: expect.stringContaining('upload the file again'),
    });
  });
});
