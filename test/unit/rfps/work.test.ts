import { marshall } from '@aws-sdk/util-dynamodb';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DynamoDBRecord, SQSEvent } from 'aws-lambda';
import fc from 'fast-check';
import { createPriceRfpLanes } from '../../../functions/price-rfp-lanes/price-rfp-lanes.ts';
import { createPublishRfpChanges } from '../../../functions/publish-rfp-changes/publish-rfp-changes.ts';
import { rfpChangesOf } from '../../../functions/publish-rfp-changes/rfp-changes.ts';
import { type Account, KEY_MODES } from '../../../shared/platform/account/account.ts';
import { logOutput } from '../../../shared/platform/logging/log.ts';
import type { OutgoingMessage } from '../../../shared/platform/sqs/sqs-message-queue.ts';
import { rfpFileKey } from '../../../shared/rfps/files/rfp-file-key.ts';
import type { PriceChunkOutcome } from '../../../shared/rfps/price-chunk.ts';
import { type RfpMessage, readRfpMessage, writeRfpMessage } from '../../../shared/rfps/queue/rfp-message.ts';
import { NO_COUNTERS } from '../../../shared/rfps/record/rfp-counters.ts';
import { createRfpIds, type StoredRfp } from '../../../shared/rfps/record/stored-rfp.ts';
import { type Head, headItem, headKey } from '../../../shared/rfps/store/dynamodb-rfp-items.ts';
import { storedRfp } from './stored-rfp.ts';

/** An RFP of 120 lanes in three chunks, none of which has a result. */
const RFP = storedRfp({
  ...{ name: 'Drayage 2027 / Zürich 🚚', lanes: 120, remaining: 3 },
  updatedAt: '2026-10-07T17:05:00.456Z',
});
const ACCOUNT: Account = { orgId: 'org_1', mode: 'live' };
const { rfpId } = RFP;

let codes: string[];
beforeEach(() => {
  codes = [];
  for (const level of ['info', 'warn', 'error'] as const)
    jest.spyOn(logOutput, level).mockImplementation((line) => void codes.push(JSON.parse(String(line)).code));
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** A head as it was before or after a change. */
interface StoredHead extends Partial<StoredRfp> {
  readonly writtenBy?: string;
  readonly resultsRequest?: Head['resultsRequest'];
  readonly fileBytes?: number;
  readonly resumedAt?: string;
}

const imageOf = (
  account: Account,
  { writtenBy = 'w1', resultsRequest, fileBytes, resumedAt, ...changed }: StoredHead,
) =>
  marshall(
    {
      ...headItem(account, { rfp: { ...RFP, ...changed }, writtenBy }),
      ...{ resultsRequest, fileBytes, resumedAt },
    },
    { removeUndefinedValues: true },
  );

/** A record of the stream: an insertion without `before`, a removal without `after`. */
const recordOf = (
  { before, after }: { readonly before?: StoredHead; readonly after?: StoredHead },
  account: Account = ACCOUNT,
): DynamoDBRecord =>
  ({
    eventName: before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY',
    dynamodb: {
      Keys: marshall(headKey(account, rfpId)),
      ApproximateCreationDateTime: 1_791_450_000,
      ...(before && { OldImage: imageOf(account, before) }),
      ...(after && { NewImage: imageOf(account, after) }),
    },
  }) as DynamoDBRecord;

describe('a change of an RFP', () => {
  const changed = (before: StoredHead, after: StoredHead) => rfpChangesOf(recordOf({ before, after }));
  const namesOf = (changes: ReturnType<typeof rfpChangesOf>) =>
    changes?.events.map(({ event, object }) => [event, object.status]);

  const priced = { remaining: 0 };
  const awarded = { ...priced, counters: { ...NO_COUNTERS, won: 1 } };
  const awaiting = { state: 'awaiting_upload', lanes: 0, run: 0, remaining: 0 } as const;
  const failure = { code: 'USAGE_LIMIT_EXCEEDED', message: 'The limit is reached.' } as const;
  it.each<[string, StoredHead, StoredHead, string, number | undefined]>([
    ['has lanes of its file', awaiting, { run: 1, remaining: 3 }, 'pricing', 1],
    ['has no lanes of its file', awaiting, { ...awaiting, state: 'failed', failure }, 'failed', undefined],
    ['is renamed', {}, { name: 'Other' }, 'pricing', undefined],
    [
      'is awarded again',
      { ...awarded, termsRevision: 1 },
      { ...awarded, termsRevision: 2 },
      'awarded',
      undefined,
    ],
  ])(
    'is rfp.updated if the RFP %s, with a run if chunks are to be priced',
    (_, before, after, status, run) => {
      const changes = changed(before, { ...after, writtenBy: 'w2' });
      expect(changes?.begun?.rfp.run).toBe(run);
      expect(namesOf(changes)).toEqual([['rfp.updated', status]]);
    },
  );

  it('has events with the same ids if its record is read again, and with others for each other change', () => {
    const records = [
      recordOf({ after: {} }),
      recordOf({ before: { remaining: 1 }, after: priced }),
      recordOf({ before: priced, after: { remaining: 3, run: 2, writtenBy: 'w2' } }),
      recordOf({ before: { remaining: 1, run: 2 }, after: { remaining: 0, run: 2 } }),
      recordOf({ before: priced, after: { ...priced, name: 'A', writtenBy: 'w3' } }),
      recordOf({ before: { ...priced, name: 'A' }, after: { ...priced, writtenBy: 'w4' } }),
      recordOf({ before: {} }),
      recordOf({ after: {} }, { orgId: 'org_2', mode: 'live' }),
      recordOf({ after: {} }, { orgId: 'org_1', mode: 'test' }),
    ];
    const ids = () => records.flatMap((record) => rfpChangesOf(record)?.events.map(({ id }) => id));
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(records.length);
  });

  it('is not read from other items, nor from a damaged head', () => {
    const other = recordOf({ after: {} });
    Object(other.dynamodb?.Keys).sk = { S: 'input#00000' };
    expect(rfpChangesOf(other)).toBeUndefined();
    const damaged = recordOf({ after: {} });
    delete Object(damaged.dynamodb?.NewImage).run;
    expect(() => rfpChangesOf(damaged)).toThrow('run');
  });
});

describe('the publisher of changes of RFPs', () => {
  /** Publishes records to queues that do not accept the messages at some positions. */
  async function published(
    records: readonly DynamoDBRecord[],
    { events = [] as readonly number[], work = [] as readonly number[], chunks = async () => [0, 1, 2] } = {},
  ) {
    const sent: OutgoingMessage[] = [];
    const publish = createPublishRfpChanges({
      events: { send: async () => events },
      work: {
        send: async (messages) => {
          sent.push(...messages);
          return work;
        },
      },
      chunksOfRun: chunks,
    });
    const Records = records.map(({ dynamodb, ...record }, at) => ({
      ...record,
      dynamodb: { ...dynamodb, SequenceNumber: String(at) },
    }));
    const { batchItemFailures } = await publish({ Records });
    const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
    return { failed, work: sent.map(({ body }) => readRfpMessage(body)) };
  }
  const CREATED = recordOf({ after: {} });
  const RESULT = recordOf({ before: { remaining: 3 }, after: { remaining: 2 } });
  const DELETED = recordOf({ before: {} });

  it('reports the first record whose messages were not all sent', async () => {
    expect((await published([CREATED, RESULT, CREATED])).failed).toEqual([]);
    // Positions in all messages of the batch: 3 is the first chunk of the third record.
    expect((await published([CREATED, RESULT, CREATED], { work: [3] })).failed).toEqual(['2']);
    expect((await published([CREATED, RESULT, DELETED], { events: [1] })).failed).toEqual(['2']);
    expect((await published([CREATED, DELETED], { events: [1], work: [0] })).failed).toEqual(['0']);
  });

  it('reports a record whose run cannot be read, and sends the others', async () => {
    const chunks = () => Promise.reject(new Error('no table'));
    expect(await published([RESULT, CREATED, DELETED], { chunks })).toEqual({
      failed: ['1'],
      work: [{ account: ACCOUNT, rfpId, erase: true }],
    });
  });
});

describe('a message about an RFP', () => {
  const newId = createRfpIds();
  const of = {
    account: fc.record({ orgId: fc.string({ minLength: 1 }), mode: fc.constantFrom(...KEY_MODES) }),
    rfpId: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map(newId),
  };
  const messages: fc.Arbitrary<RfpMessage> = fc.oneof(
    fc.record({ ...of, run: fc.integer({ min: 1, max: 1e6 }), chunk: fc.nat(2_000) }),
    fc.record({ ...of, results: fc.record({ version: fc.nat(1e5), termsRevision: fc.nat(1e5) }) }),
    fc.record({ ...of, fileBytes: fc.nat(1e8) }),
    fc.record({ ...of, erase: fc.constant(true as const) }),
  );

  it('is read as it was written, and has organization and mode as message group', () => {
    fc.assert(
      fc.property(messages, (message) => {
        const { body, group } = writeRfpMessage(message);
        expect(group).toBe(`${message.account.orgId}#${message.account.mode}`);
        expect(readRfpMessage(body)).toEqual(message);
      }),
    );
  });

  it('is not read from any other text', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => readRfpMessage(text) === undefined));
    const { body } = writeRfpMessage({ account: ACCOUNT, rfpId, run: 1, chunk: 0 });
    const changes = [
      { run: 0 },
      { chunk: -1 },
      { chunk: 1.5 },
      { mode: 'other' },
      { orgId: '' },
      { rfpId: 'Q-1' },
    ];
    for (const change of changes)
      expect(readRfpMessage(JSON.stringify({ ...JSON.parse(body), ...change }))).toBeUndefined();
  });
});

describe('a message of the queue of work on RFPs', () => {
  const bodyOf = (message: object) =>
    writeRfpMessage({ account: ACCOUNT, rfpId, ...message } as RfpMessage).body;
  const CHUNK = bodyOf({ run: 2, chunk: 7 });
  const RESULTS = bodyOf({ results: { version: 2, termsRevision: 5 } });
  const ERASURE = bodyOf({ erase: true });
  const key = rfpFileKey(ACCOUNT, rfpId);
  const FILE = bodyOf({ fileBytes: 123 });
  const SENT = JSON.stringify({
    ...{ source: 'aws.s3', 'detail-type': 'Object Created' },
    detail: { object: { key, size: 123, etag: 'tag', sequencer: '1' } },
  });

  /** @param suspended answers of the look-ups of the organization, in turn; the last one again. */
  function handlerUnderTest(outcome: PriceChunkOutcome | Error, suspended: readonly boolean[] = [false]) {
    const [attempts, calls]: [boolean[], unknown[]] = [[], []];
    /** Notes the call, unless work fails. */
    const note = (...call: readonly unknown[]) => {
      if (outcome instanceof Error) throw outcome;
      calls.push(call);
      return outcome;
    };
    let lookUps = 0;
    const handle = createPriceRfpLanes({
      isSuspended: async () => suspended[Math.min(lookUps++, suspended.length - 1)] ?? false,
      waiting: { keepFile: async (_account, _rfpId, size) => void note('keep', size) },
      priceChunk: async ({ chunk }, isLastAttempt) => {
        attempts.push(isLastAttempt);
        return note('price', chunk);
      },
      readRfpFile: async (file) => {
        return note('read', file.length) === 'obsolete'
          ? { outcome: 'obsolete' }
          : { outcome: 'begun', lanes: 3 };
      },
      writeResults: async ({ results }) => {
        note('write', results.version, results.termsRevision);
        return { outcome: 'written', lanes: 1_200 };
      },
      queue: {
        send: async (messages) => {
          note('send', ...messages);
          return [];
        },
      },
      erase: async ({ orgId, mode }, id) => void note('erase', orgId, mode, id),
      returnMessage: async ({ receives }) => void calls.push(['return', receives]),
    });
    /** Whether the message is delivered again. */
    const again = async (body: string, receives = 1) => {
      const attributes = { ApproximateReceiveCount: String(receives) };
      const record = { messageId: 'm', receiptHandle: 'h', attributes, body };
      const { batchItemFailures } = await handle({ Records: [record] } as unknown as SQSEvent);
      return batchItemFailures.length > 0;
    };
    return { again, attempts, calls };
  }
  const ERASE = ['erase', 'org_1', 'live', rfpId];

  it('is delivered again, after a while, if lanes fail for reasons of the service, and ends otherwise', async () => {
    for (const outcome of ['written', 'written-before', 'obsolete'] as const) {
      const test = handlerUnderTest(outcome);
      expect([await test.again(CHUNK), test.calls]).toEqual([false, [['price', 7]]]);
    }
    const test = handlerUnderTest('failing');
    expect(await test.again(CHUNK, 2)).toBe(true);
    expect(test.calls.at(-1)).toEqual(['return', 2]);
  });

  it('is the last attempt of its lanes from the fifth receive on', async () => {
    const test = handlerUnderTest('written');
    for (const receives of [1, 4, 5, 8]) await test.again(CHUNK, receives);
    expect(test.attempts).toEqual([false, false, true, true]);
  });

  it('is delivered again after an error, and if it is about no RFP', async () => {
    for (const body of [CHUNK, ERASURE, FILE, RESULTS])
      expect(await handlerUnderTest(new Error('no table')).again(body)).toBe(true);
    expect(await handlerUnderTest('written').again('{}')).toBe(true);
    expect(codes).toEqual([...Array(4).fill('RFP_WORK_FAILED'), 'RFP_MESSAGE_UNKNOWN']);
  });

  it('ends without an effect while its organization is suspended, and an erasure does not', async () => {
    const test = handlerUnderTest('written', [true]);
    for (const body of [CHUNK, RESULTS, FILE, ERASURE]) expect(await test.again(body)).toBe(false);
    expect(test.calls).toEqual([['keep', 123], ERASE]);
    expect(codes).toEqual(Array(3).fill('RFP_WORK_WAITS'));
  });

  it('reads a file whose organization is resumed before the file is kept', async () => {
    const test = handlerUnderTest('written', [true, false]);
    expect(await test.again(FILE)).toBe(false);
    expect(test.calls).toEqual([
      ['keep', 123],
      ['read', 123],
    ]);
  });

  it('of a file that was sent becomes one of its organization, so that other files of lanes do not wait', async () => {
    const test = handlerUnderTest('written', [true]);
    expect(await test.again(SENT)).toBe(false);
    expect(test.calls).toEqual([['send', { body: FILE, group: 'org_1#live' }]]);
    expect(await handlerUnderTest(new Error('no queue')).again(SENT)).toBe(true);
  });

  it('erases what a file left of an RFP that was deleted meanwhile', async () => {
    const test = handlerUnderTest('obsolete');
    expect(await test.again(FILE)).toBe(false);
    expect(test.calls).toEqual([['read', 123], ERASE]);
  });
});
