import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import fc from 'fast-check';
import { createImportUploads } from '../../../functions/import-market/import-uploads.ts';
import { readContributionUseCase } from '../../../shared/market/contribution/read-contribution.ts';
import { type LoadFileState, newLoadFileState } from '../../../shared/market/importing/load-file-state.ts';
import { READING_SIZES } from '../../../shared/market/importing/read-load-file.ts';
import { logOutput } from '../../../shared/platform/logging/log.ts';
import type { OutgoingMessage } from '../../../shared/platform/sqs/sqs-message-queue.ts';
import type { ImportOutcome } from '../../../shared/uploads/import-upload.ts';
import {
  isImportObject,
  keyFault,
  NOT_UPLOADS,
  readAccountKey,
  uploadKey,
} from '../../../shared/uploads/upload-key.ts';
import { uploadMessage } from '../../../shared/uploads/upload-message.ts';
import {
  goodRow,
  importOf,
  LOADS_HEADER,
  SMALL_STEPS,
  uploadsUnderTest,
} from '../../support/uploads-under-test.ts';

const KEY = 'operator/loads.csv';
const OWN = 'organizations/org_1/live/loads.csv';
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
const ERASING = { status: 'suspended', erasingSince: '2026-10-20T00:00:00Z' } as const;
const NO_TIME = { hasTime: () => false };

type Test = ReturnType<typeof uploadsUnderTest>;

/** Uploads of an active organization. */
function ofOrganization(fail?: (call: string) => void): Test {
  const test = uploadsUnderTest(fail);
  test.organizations.set('org_1', { status: 'active' });
  return test;
}

/** What is left by complete imports of files under a key. */
async function leftBy(key: string, ...files: readonly (string | Uint8Array)[]) {
  const whole = ofOrganization();
  for (const content of files) await whole.run(whole.upload(key, content));
  return leftIn(whole, key);
}
const leftIn = (test: Test, key: string) => ({
  result: test.result(key),
  cells: test.cells(),
  rejected: test.objects.all.get(`${key}.rejected.csv`)?.bytes,
});

/** Uploads whose calls fail from a number on. */
function uploadsThatFail(key: string, content: string) {
  const calls = { left: Number.POSITIVE_INFINITY };
  const test = ofOrganization(() => {
    calls.left -= 1;
    if (calls.left < 0) throw new Error('killed');
  });
  return { calls, test, upload: test.upload(key, content) };
}

describe('an upload', () => {
  it('is imported, with result and rejected rows next to it', async () => {
    const test = uploadsUnderTest();
    expect((await test.run(test.upload(KEY, LOADS))).outcome).toBe('finished');
    expect(test.result(KEY)).toEqual({
      state: 'imported',
      owner: 'operator',
      ...RESULT,
      columns: { read: expect.arrayContaining([{ header: 'date', as: 'date' }]), unread: [] },
      listed: 1,
      warnings: [],
      note: expect.stringContaining('market of new-york has loads of three'),
      startedAt: '2026-10-21T09:00:00.000Z',
      finishedAt: '2026-10-21T09:00:00.000Z',
      etag: expect.any(String),
    });
    expect(test.objects.text(`${KEY}.rejected.csv`)).toBe(
      `\uFEFFline,reason,header,value,${LOADS_HEADER}\n3,"rate ""0"" is not above 0",rate,0,${BAD}\n`,
    );
    expect((await test.market.summary())?.regions).toEqual(['los-angeles', 'new-york']);
  });

  it('counts duplicates, and removes the rejected rows of the file before', async () => {
    const test = uploadsUnderTest();
    for (const content of [LOADS, csv(goodRow(1), goodRow(9))]) await test.run(test.upload(KEY, content));
    expect(test.result(KEY)).toMatchObject({ added: 1, known: 1, rejected: 0, listed: 0 });
    expect(test.objects.all.has(`${KEY}.rejected.csv`)).toBe(false);
  });

  it('gives the same market by one run a step as at once, and reports its progress', async () => {
    const runs = uploadsUnderTest();
    const upload = runs.upload(KEY, LOADS);
    const outcomes: string[] = [];
    do {
      outcomes.push((await runs.run(upload, NO_TIME, SMALL_STEPS)).outcome);
      if (outcomes.length === 2) {
        expect(importOf(runs.objects, KEY)).toMatchObject({ phase: 'reading', rows: 1, rejected: 0 });
      }
    } while (outcomes.at(-1) === 'unfinished');
    expect(outcomes.at(-1)).toBe('finished');
    // A run for each row, two for each of two freight markets, and those that end a phase.
    expect(outcomes.length).toBeGreaterThan(12);
    expect(leftIn(runs, KEY)).toEqual(await leftBy(KEY, LOADS));
  });

  it('of a private organization publishes the market only for its first loads, and counts for its mode only', async () => {
    const test = ofOrganization();
    const versionAfter = async (key: string, ...rows: readonly string[]) => {
      await test.run(test.upload(key, csv(...rows)));
      expect(test.result(key)).toMatchObject({ state: 'imported', added: rows.length });
      return (await test.market.summary())?.version;
    };
    for (const [mode, version] of [
      ['test', 1],
      ['live', 2],
    ] as const) {
      const key = `organizations/org_1/${mode}/2026/loads.csv`;
      expect(await versionAfter(key, goodRow(1))).toBe(version);
      expect(await versionAfter(key, goodRow(2), goodRow(3))).toBe(version);
      expect(test.result(key)).toMatchObject({ owner: `org_1#${mode}` });
    }
    const scopes = [...test.cells().keys()].map((cell) => cell.split(' ')[0]);
    expect(new Set(scopes)).toEqual(new Set(['org_1#test', 'org_1#live']));
    expect(await versionAfter(KEY, goodRow(1))).toBe(3);
    expect(await versionAfter(KEY, goodRow(2))).toBe(4);
    await test.market.share('org_1#live', true);
    expect(await versionAfter(OWN, goodRow(4))).toBe(5);
    expect((await test.market.summary())?.owners).toEqual(['org_1#live', 'org_1#test']);

    const read = readContributionUseCase(test.market, () => new Date('2026-10-21T09:00:00Z'));
    expect((await read({ orgId: 'org_1', mode: 'test' })).data.observations).toBe(3);
    expect((await read({ orgId: 'org_1', mode: 'live' })).data.observations).toBe(4);
  });

  it('stores rejected rows before they are too many, even if few bytes were read', async () => {
    const test = uploadsUnderTest();
    const content = csv(goodRow(1), ...Array.from({ length: 2_000 }, () => 'x,y'));
    await test.run(test.upload(KEY, content), {}, { ...READING_SIZES, part: 64, rejected: 4_096 });

    const pieces = [...test.objects.all].filter(([key]) => key.endsWith('.rejected.work'));
    expect(pieces.length).toBeGreaterThan(10);
    for (const [, { bytes }] of pieces) expect(bytes.length).toBeLessThan(4_096 + 64 * 100);
    expect(test.result(KEY)).toMatchObject({ state: 'imported', rows: 2_001, rejected: 2_000 });
    expect(test.objects.text(`${KEY}.rejected.csv`).split('\n')).toHaveLength(2_002);
    expect(READING_SIZES.rejected).toBeLessThanOrEqual(READING_SIZES.chunk);
  });

  it.each<[string, string | Uint8Array, string]>([
    ['has no rows', csv(), 'has no rows below the header'],
    ['lacks a column', 'date,origin\n2026-10-01,x\n', 'no column has destination (or destination_city, '],
    [
      'has a column that could be the fuel',
      csv(goodRow(1)).replace('fuel_included', 'fuel terms'),
      'column "fuel terms" could be the fuel',
    ],
    ['is not CSV', csv(goodRow(1), '"x"y'), 'row 3: text after a closing quote'],
    [
      'is Latin-1, and was not at its start',
      Buffer.concat([
        Buffer.from(csv(goodRow(1), goodRow(2), goodRow(3))),
        Buffer.from(`${goodRow(2, 'é')}\n`.repeat(9), 'latin1'),
      ]),
      'the file is not UTF-8 as before: save it as CSV UTF-8',
    ],
    ['has NUL characters', csv(goodRow(1), goodRow(2, 'a\0')), 'the file has NUL characters'],
    ['has no row that can be used', csv(BAD), 'No row of operator/loads.csv can be used'],
  ])('is rejected as a whole if it %s', async (_, content, text) => {
    const test = uploadsUnderTest();
    await test.run(test.upload(KEY, content), {}, SMALL_STEPS);
    const reason = expect.stringContaining(text);
    expect(test.result(KEY)).toMatchObject({ state: 'rejected', reason, added: 0 });
    expect(test.market.allLoads.size).toBe(0);
  });

  it('of many short lines is rejected at its first run, and only its start is read', async () => {
    const calls: string[] = [];
    const test = uploadsUnderTest((call) => calls.push(call));
    const done = await test.run(test.upload(KEY, Buffer.alloc(59_000_000, '\xe9\n', 'latin1')));
    expect(done).toMatchObject({ outcome: 'finished', state: { code: 'COLUMNS_NOT_UNDERSTOOD' } });
    expect(calls.filter((call) => call === 'part')).toHaveLength(2);
  });

  it('is read no further if none of its first 100,000 rows can be used', async () => {
    const test = uploadsUnderTest();
    await test.run(test.upload(KEY, csv('x\n'.repeat(300_000), goodRow(1))));
    expect(test.result(KEY)).toMatchObject({
      state: 'rejected',
      reason: expect.stringMatching(/^None of the first 1\d{5} rows of /),
      added: 0,
    });
  });

  it.each([
    ['operator/loads.xlsx', 'does not end in .csv'],
    ['loads.csv', 'does not name an owner'],
    ['organizations/org_1/both/loads.csv', 'does not name an owner'],
    ['simulated/loads.csv', 'does not name an owner'],
    ['organizations/org_2/live/loads.csv', 'There is no organization org_2'],
    ['organizations/org_3/live/loads.csv', 'org_3 is being erased'],
  ])('is rejected under the key %s', async (key, reason) => {
    const test = ofOrganization();
    test.organizations.set('org_3', ERASING);
    expect(await test.run(test.upload(key, LOADS))).toMatchObject({ outcome: 'finished' });
    expect(test.result(key)).toMatchObject({ state: 'rejected', reason: expect.stringContaining(reason) });
    expect(test.market.allLoads.size).toBe(0);
  });

  it('stops with a reason if a freight market has too many loads in a week', async () => {
    const test = uploadsUnderTest();
    const { loads } = test.market;
    const lane = {
      terminal: '',
      terminalType: 'marine',
      originState: 'CA',
      destinationState: 'CA',
      zip3: '',
    };
    const crowded = new Map(
      Array.from({ length: 90_000 }, (_, id) => [id, { id, lane, slot: 0, contributor: 1, count: 1 }]),
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
    const whole = await leftBy(KEY, LOADS);
    let number = 1;
    for (let killed = true; killed; number++) {
      const { test, upload, calls } = uploadsThatFail(KEY, LOADS);
      calls.left = number;
      killed = await test.run(upload, {}, SMALL_STEPS).then(
        () => false,
        () => true,
      );
      calls.left = Number.POSITIVE_INFINITY;
      expect(['finished', 'known']).toContain((await test.run(upload, {}, SMALL_STEPS)).outcome);
      expect(leftIn(test, KEY)).toEqual(whole);
    }
    expect(number).toBeGreaterThan(50);
  });

  it('of any file, killed repeatedly and run twice at once, ends with the same result', async () => {
    const days = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('a', 'b'));
    const row = fc.oneof(
      days.map(([day, by]) => goodRow(day, by)),
      fc.constantFrom(BAD, 'x', '', '"a\r\nb"', goodRow(3, '"é €"')),
    );
    const rows = fc.array(row, { minLength: 1, maxLength: 12 });
    const file = fc
      .tuple(fc.constantFrom('', '\uFEFF'), rows, fc.constantFrom('\n', '\r\n'))
      .map(([mark, rows, end]) => `${mark}${[LOADS_HEADER, ...rows].join(end)}`);
    const sizes = fc.record({
      request: fc.integer({ min: 200, max: 400 }),
      part: fc.integer({ min: 1, max: 300 }),
      chunk: fc.integer({ min: 1, max: 600 }),
      rejected: fc.integer({ min: 1, max: 600 }),
    });
    const kills = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(file, sizes, kills, async (content, cut, kills) => {
        const { test, upload, calls } = uploadsThatFail(KEY, content);
        for (const number of [...kills, Number.POSITIVE_INFINITY]) {
          calls.left = number;
          const both = await Promise.allSettled([test.run(upload, {}, cut), test.run(upload, {}, cut)]);
          if (number === Number.POSITIVE_INFINITY)
            expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
        }
        expect(leftIn(test, KEY)).toEqual(await leftBy(KEY, content));
      }),
      { numRuns: 60 },
    );
  });

  it.each([0, 3, 6])(
    'of a file that is replaced after %i steps leaves the result to the new file',
    async (steps) => {
      const test = uploadsUnderTest();
      const first = test.upload(KEY, LOADS);
      for (let step = 0; step < steps; step++) await test.run(first, NO_TIME, SMALL_STEPS);
      const second = test.upload(KEY, csv(goodRow(11), goodRow(12)));
      await test.run(second);
      await test.run(first, {}, SMALL_STEPS);
      expect(test.result(KEY)).toMatchObject({ rows: 2, added: 2, etag: second.tag });
      // Nothing of a file that was not read to its end.
      expect([...test.market.allLoads.values()].reduce((sum, { loads }) => sum + loads.size, 0)).toBe(2);
    },
  );

  it('of a file that is deleted meanwhile imports nothing, and reports it', async () => {
    const test = uploadsUnderTest();
    const upload = test.upload(KEY, LOADS);
    await test.objects.remove(KEY);
    await test.run(upload);
    const reason = expect.stringContaining('replaced or deleted');
    expect(test.result(KEY)).toMatchObject({ state: 'rejected', reason });
  });
});

describe('an import whose organization is suspended or erased', () => {
  /** @param steps that were done before. */
  async function begun(steps: number) {
    const test = ofOrganization();
    const upload = test.upload(OWN, LOADS);
    let outcome: ImportOutcome<LoadFileState>['outcome'] = 'unfinished';
    for (let step = 0; step < steps; step++) ({ outcome } = await test.run(upload, NO_TIME, SMALL_STEPS));
    const suspend = (how: typeof ERASING | { status: 'suspended' } = { status: 'suspended' }) =>
      test.organizations.set('org_1', how);
    const activate = () => test.organizations.set('org_1', { status: 'active' });
    return { test, upload, suspend, activate, ended: outcome !== 'unfinished' };
  }

  it('waits after any step, and continues after the resumption with each row counted once', async () => {
    const { cells } = await leftBy(OWN, LOADS);
    let steps = 0;
    for (; ; steps++) {
      const { test, upload, suspend, activate, ended } = await begun(steps);
      if (ended) break;
      suspend();
      const stored = new Set(test.objects.all.keys());
      const published = await test.market.summary();
      // Its message may come more than once, and is worked off each time.
      for (const _ of [1, 2]) expect(await test.run(upload, {}, SMALL_STEPS)).toEqual({ outcome: 'waiting' });
      expect(importOf(test.objects, OWN)).toMatchObject({ waiting: 'org_1 is suspended.' });
      const more = [...test.objects.all.keys()].filter((one) => !stored.has(one));
      expect(more.every((one) => one.startsWith('work/org_1/waiting/') || one.endsWith('.upload.json'))).toBe(
        true,
      );
      expect(await test.market.summary()).toEqual(published);

      activate();
      expect((await test.resume('org_1', {}, SMALL_STEPS)).toSorted()).toEqual(['finished', 'known']);
      expect(test.result(OWN)).toMatchObject({ state: 'imported', ...RESULT });
      expect(test.cells()).toEqual(cells);
      expect(await test.resume('org_1')).toEqual([]);
    }
    expect(steps).toBeGreaterThan(12);
  });

  it.each([
    ['its message', 'work/org_1/waiting/'],
    // The run of the message that was sent is overtaken by this write.
    ['its state', `${OWN}.upload.json`],
  ])('continues at once if the organization is resumed while %s is stored', async (_, stored) => {
    const { test, upload, suspend, activate } = await begun(3);
    suspend();
    const { write } = test.objects;
    const objects = {
      ...test.objects,
      write: async (...of: Parameters<typeof write>) => {
        const tag = await write(...of);
        if (of[0].startsWith(stored)) activate();
        return tag;
      },
    };
    expect(await test.run(upload, { objects }, SMALL_STEPS)).toMatchObject({ outcome: 'finished' });
    expect(test.result(OWN)).toMatchObject(RESULT);
  });

  it('ends with a reason if its stored chunks expired', async () => {
    const { test, upload, suspend, activate } = await begun(9);
    suspend();
    await test.run(upload);
    for (const one of [...test.objects.all.keys()]) {
      if (/\.(loads|rejected)\.work$/.test(one)) test.objects.all.delete(one);
    }
    activate();
    expect(await test.resume('org_1')).toEqual(['finished']);
    const reason = expect.stringContaining('upload the file again');
    expect(test.result(OWN)).toMatchObject({ state: 'stopped', reason });
  });

  it.each([
    ['before it begins', 0, 'rejected'],
    ['while it is read', 1, 'rejected'],
    ['after a part was imported: the erasure removes its loads and publishes', 11, 'stopped'],
  ])('ends if the organization is erased %s', async (_, steps, state) => {
    const { test, upload, suspend } = await begun(steps);
    const before = test.market.allLoads.size;
    expect(before > 0).toBe(state === 'stopped');
    suspend();
    expect(await test.run(upload, NO_TIME, SMALL_STEPS)).toEqual({ outcome: 'waiting' });
    suspend(ERASING);
    await test.run(upload, {}, SMALL_STEPS);
    expect(test.result(OWN)).toMatchObject({ state, reason: 'org_1 is being erased.' });
    expect(test.market.allLoads.size).toBe(before);
    expect(await test.market.summary()).toBeUndefined();
  });

  it('leaves no objects if the organization was erased', async () => {
    const { test, upload } = await begun(1);
    test.organizations.clear();
    test.objects.all.clear();
    expect(await test.run(upload)).toEqual({ outcome: 'gone' });
    expect([...test.objects.all.keys()]).toEqual([]);
  });
});

describe('the key of an upload', () => {
  const owner = fc.option(
    fc.record({
      orgId: fc.stringMatching(/^org_[A-Za-z0-9]{1,20}$/),
      mode: fc.constantFrom('test' as const, 'live' as const),
    }),
    { nil: undefined },
  );

  it('names the owner, and is never that of an object next to it', () => {
    fc.assert(
      fc.property(owner, fc.string(), fc.constantFrom(...NOT_UPLOADS), (whose, name, suffix) => {
        const key = uploadKey(whose, `${name}.csv`);
        expect(keyFault(key)).toBeUndefined();
        expect(readAccountKey(key)?.account).toEqual(whose);
        expect(isImportObject(`${key}${suffix}`)).toBe(true);
      }),
    );
  });
});

describe('a message of the queue of uploads', () => {
  const AGAIN = { batchItemFailures: [{ itemIdentifier: 'message 0' }] };
  const DONE = { batchItemFailures: [] };

  let codes: unknown[] = [];
  beforeEach(() => {
    codes = [];
    for (const level of ['info', 'warn', 'error'] as const)
      jest
        .spyOn(logOutput, level)
        .mockImplementation((line) => void codes.push(JSON.parse(String(line)).code));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const bodyOf = (key: string) => {
    const detail = { bucket: { name: 'uploads' }, object: { key, size: 12, etag: 'tag', sequencer: '007' } };
    return JSON.stringify({ source: 'aws.s3', 'detail-type': 'Object Created', detail });
  };

  const UNFINISHED: ImportOutcome<LoadFileState> = { outcome: 'unfinished' };
  async function handle(
    body: string,
    {
      fails = false,
      queued = true,
      left = 600_000,
      read = 0,
      took = 0,
      steps = 8,
      outcome = UNFINISHED,
    } = {},
  ) {
    const imported = jest.fn();
    const sent: OutgoingMessage[] = [];
    let remaining = left;
    const handler = createImportUploads({
      importQuote: async () => ({ outcome: 'off' }),
      importFile: async (upload, hasTime) => {
        remaining -= read;
        for (let step = 1; step < steps; step++) hasTime();
        remaining -= took;
        imported(upload, hasTime());
        if (fails) throw new Error('no table');
        return outcome;
      },
      returnMessage: async () => undefined,
      queue: {
        send: async (messages) => {
          sent.push(...messages);
          return queued ? [] : [0];
        },
      },
    });
    const record = { messageId: 'message 0', receiptHandle: 'handle', body };
    const Records = [{ ...record, attributes: { ApproximateReceiveCount: '3' } }];
    const context = { getRemainingTimeInMillis: () => remaining };
    return { answer: await handler({ Records } as unknown as SQSEvent, context), imported, sent };
  }

  const UPLOAD = { key: OWN, tag: 'tag', length: 12, sequencer: '007' };

  it.each([
    ['begins no step with little time left', { left: 180_000 }, DONE, false],
    ['begins a step with more time left', { left: 180_001 }, DONE, true],
    ['begins no step after 5 seconds, so that others have their turn', { took: 5_000 }, DONE, false],
    [
      'begins each of the first steps, so that a small file is not stopped',
      { took: 9_000, steps: 7 },
      DONE,
      true,
    ],
    ['begins a step before', { took: 4_999 }, DONE, true],
    [
      'works as long as the first step, which reads the file, took',
      { read: 60_000, took: 59_999 },
      DONE,
      true,
    ],
    ['works no longer', { read: 60_000, took: 60_000 }, DONE, false],
    ['is returned if the import fails', { fails: true }, AGAIN, true],
    ['is returned if another message for the rest cannot be sent', { queued: false }, AGAIN, true],
  ])('%s', async (_, how, answer, begins) => {
    const body = uploadMessage(UPLOAD);
    const handled = await handle(body, how);
    expect(handled.answer).toEqual(answer);
    expect(handled.imported.mock.calls).toEqual([[UPLOAD, begins]]);
    expect(handled.sent).toEqual('fails' in how ? [] : [{ body, group: 'org_1#live' }]);
  });

  it.each([
    ['without rows that can be used', 0, ['UPLOAD_REJECTED']],
    ['that stopped after some rows', 4, ['UPLOAD_REJECTED', 'UPLOAD_IMPORTED']],
  ])('counts an upload %s as rejected, and is done', async (_, added, logged) => {
    const begun = newLoadFileState({
      ...{ writtenBy: 'run', tag: 'tag', sequencer: '007', length: 12, phase: 'imported', progress: 1 },
      ...{ startedAt: '2026-10-21T09:00:00Z', rows: 12, rejected: 0, listed: 0, rejectedRows: [] },
    });
    const state: LoadFileState = { ...begun, added, reason: 'why', code: 'FILE_INVALID' };
    const outcome: ImportOutcome<LoadFileState> = { outcome: 'finished', state };
    expect((await handle(uploadMessage(UPLOAD), { outcome })).answer).toEqual(DONE);
    expect(codes).toEqual(logged);
  });

  it.each([
    ['no JSON', 'hello', AGAIN],
    [
      'another event',
      JSON.stringify({ source: 'aws.s3', 'detail-type': 'Object Deleted', detail: {} }),
      AGAIN,
    ],
    ['an event without a tag', bodyOf(KEY).replace('"etag":"tag",', ''), AGAIN],
    ['of a folder', bodyOf('operator/'), DONE],
    ['of an object of imports', bodyOf('work/operator/1/state.work'), DONE],
    ['of a key with dots', bodyOf('operator/../a.csv'), DONE],
    ['of a record', bodyOf('operator/a.csv.upload.json'), DONE],
  ])('imports nothing if it is %s', async (_, body, answer) => {
    const handled = await handle(body);
    expect(handled.answer).toEqual(answer);
    expect(handled.imported).not.toHaveBeenCalled();
  });
});
