import type { SQSEvent } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createImportUploads } from '../../../../functions/import-market/import-uploads.ts';
import type { UploadOutcome } from '../../../../shared/market/uploads/import-upload.ts';
import type { Upload } from '../../../../shared/market/uploads/upload-ports.ts';
import { newUploadState } from '../../../../shared/market/uploads/upload-state.ts';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import type { OutgoingMessage } from '../../../../shared/platform/sqs/message-queue.ts';
import type { ReceivedMessage } from '../../../../shared/platform/sqs/sqs-message-retry.ts';
import { convertedQuoteMessage } from '../../../../shared/quotes/loads/converted-quote.ts';
import type { ConvertedQuoteOutcome } from '../../../../shared/quotes/loads/import-converted-quote.ts';
import { createQuoteIds } from '../../../../shared/quotes/record/quote-id.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const bodyOf = (key: string, object: object = {}) =>
  JSON.stringify({
    source: 'aws.s3',
    'detail-type': 'Object Created',
    detail: {
      bucket: { name: 'uploads' },
      object: { key, size: 12, etag: 'tag', sequencer: '007', ...object },
    },
  });
const eventOf = (...bodies: readonly string[]) =>
  ({
    Records: bodies.map((body, place) => ({
      messageId: `message ${place}`,
      receiptHandle: `handle ${place}`,
      attributes: { ApproximateReceiveCount: '3' },
      body,
    })),
  }) as unknown as SQSEvent;

const NOW = new Date('2026-10-21T09:00:00Z');
const STATE = { ...newUploadState('run', 12, NOW, '2026-10-21'), rows: 7, added: 4, known: 2, rejected: 1 };

function handlerUnderTest(
  outcome: UploadOutcome | ConvertedQuoteOutcome | Error,
  { takes = true, remainingMs = 600_000, resumptions = new Map<string, Upload>() } = {},
) {
  const lines: Record<string, unknown>[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(logOutput, level).mockImplementation((line) => void lines.push(JSON.parse(String(line))));
  }
  const imported: Upload[] = [];
  const sent: OutgoingMessage[] = [];
  const hadTime: boolean[] = [];
  const returned: ReceivedMessage[] = [];
  const handle = createImportUploads({
    readResumption: async (key) => resumptions.get(key),
    importUpload: async (upload, hasTime) => {
      imported.push(upload);
      hadTime.push(hasTime());
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    returnMessage: async (message) => void returned.push(message),
    queue: {
      send: async (messages) => {
        sent.push(...messages);
        return takes ? [] : [0];
      },
    },
  });
  const run = (...bodies: readonly string[]) =>
    handle(eventOf(...bodies), { getRemainingTimeInMillis: () => remainingMs });
  return { run, imported, sent, returned, hadTime, lines, codes: () => lines.map(({ code }) => code) };
}

const DONE = { batchItemFailures: [] };
const AGAIN = { batchItemFailures: [{ itemIdentifier: 'message 0' }] };
const KEY = 'operator/a file.csv';
const CONVERTED = { orgId: 'org_1', mode: 'live', quoteId: createQuoteIds()(NOW) } as const;
const CONVERTED_KEY = `organizations/org_1/live/converted-quotes/${CONVERTED.quoteId}`;

describe('a message of the queue of uploads', () => {
  it('imports its upload, and writes metrics of the result', async () => {
    const test = handlerUnderTest({ outcome: 'finished', state: STATE });

    expect(await test.run(bodyOf(KEY))).toEqual(DONE);
    expect(test.imported).toEqual([{ key: KEY, tag: 'tag', length: 12, sequencer: '007' }]);
    expect(test.sent).toEqual([]);
    expect(test.lines).toEqual([
      expect.objectContaining({
        code: 'UPLOAD_IMPORTED',
        key: KEY,
        UploadedRows: 7,
        LoadsAdded: 4,
        LoadsKnown: 2,
        RowsRejected: 1,
      }),
    ]);
  });

  it('is sent again if time ran out, and is returned if that fails', async () => {
    const body = bodyOf(KEY);
    const test = handlerUnderTest({ outcome: 'unfinished' });
    expect(await test.run(body)).toEqual(DONE);
    expect(test.sent).toEqual([{ body }]);

    expect(await handlerUnderTest({ outcome: 'unfinished' }, { takes: false }).run(body)).toEqual(AGAIN);
  });

  it('that resumes a waiting import imports the stored upload, and is sent again', async () => {
    const kept = { key: KEY, tag: 'tag of before', length: 99, sequencer: '003' };
    const resumptions = new Map([['work/org_1/resumed/run.json', kept]]);
    const test = handlerUnderTest({ outcome: 'unfinished' }, { resumptions });
    const body = bodyOf('work/org_1/resumed/run.json');

    expect(await test.run(body)).toEqual(DONE);
    expect(test.imported).toEqual([kept]);
    expect(test.sent).toEqual([{ body }]);
    expect(await test.run(bodyOf('work/org_1/resumed/erased.json'))).toEqual(DONE);
    expect(test.imported).toHaveLength(1);
  });

  it.each(['overtaken', 'known', 'waiting'] as const)('is done if its upload is %s', async (outcome) => {
    const test = handlerUnderTest({ outcome });
    expect(await test.run(bodyOf(KEY))).toEqual(DONE);
    expect(test.sent).toEqual([]);
  });

  it.each<[string, UploadOutcome, readonly string[]]>([
    ['of no one', { outcome: 'rejected', reason: 'why' }, ['UPLOAD_REJECTED']],
    [
      'that cannot be used',
      { outcome: 'finished', state: { ...STATE, added: 0, known: 0, rejection: 'why' } },
      ['UPLOAD_REJECTED'],
    ],
    [
      'that stopped',
      { outcome: 'finished', state: { ...STATE, rejection: 'why' } },
      ['UPLOAD_REJECTED', 'UPLOAD_IMPORTED'],
    ],
  ])('counts an upload %s as rejected, and is done', async (_, outcome, codes) => {
    const test = handlerUnderTest(outcome);
    expect(await test.run(bodyOf(KEY))).toEqual(DONE);
    expect(test.codes()).toEqual(codes);
    expect(test.lines[0]).toMatchObject({ UploadsRejected: 1, reason: 'why', key: KEY });
  });

  it.each([
    [
      { outcome: 'load', imported: { added: 1, known: 0 } },
      [{ code: 'CONVERTED_QUOTE_IMPORTED', LoadsAdded: 1, LoadsKnown: 0, key: CONVERTED_KEY }],
    ],
    [
      { outcome: 'no-load', reason: 'why' },
      [{ code: 'CONVERTED_QUOTE_NOT_IMPORTED', reason: 'why', key: CONVERTED_KEY }],
    ],
    [{ outcome: 'off' }, []],
    [{ outcome: 'waiting' }, [{ code: 'UPLOAD_PAUSED', outcome: 'waiting', key: CONVERTED_KEY }]],
  ] as const)('of a converted quote is done with %j', async (outcome, logged) => {
    const test = handlerUnderTest(outcome);
    expect(await test.run(convertedQuoteMessage(CONVERTED))).toEqual(DONE);
    expect(test.imported).toEqual([{ key: CONVERTED_KEY, tag: '', length: 0, sequencer: '' }]);
    expect(test.sent).toEqual([]);
    expect(test.lines).toMatchObject(logged);
    expect(test.lines).toHaveLength(logged.length);
  });

  it('of a converted quote is returned if the import fails', async () => {
    const test = handlerUnderTest(new Error('no table'));
    expect(await test.run(convertedQuoteMessage(CONVERTED))).toEqual(AGAIN);
    expect(test.lines).toMatchObject([{ code: 'UPLOAD_NOT_PROCESSED', key: CONVERTED_KEY }]);
  });

  it('is returned if the import fails, and logs the reason', async () => {
    const test = handlerUnderTest(new Error('no table'));
    expect(await test.run(bodyOf(KEY), bodyOf('operator/b.csv.rejected.csv'))).toEqual(AGAIN);
    expect(test.returned).toEqual([{ receiptHandle: 'handle 0', receives: 3 }]);
    expect(test.lines).toEqual([
      expect.objectContaining({
        level: 'error',
        code: 'UPLOAD_NOT_PROCESSED',
        key: KEY,
        errorMessage: 'no table',
      }),
    ]);
  });

  it.each([
    ['no JSON', 'hello'],
    ['another event', JSON.stringify({ source: 'aws.s3', 'detail-type': 'Object Deleted', detail: {} })],
    ['an event without a tag', bodyOf(KEY, { etag: undefined })],
  ])('moves to the dead-letter queue if it is %s', async (_, body) => {
    const test = handlerUnderTest({ outcome: 'known' });
    expect(await test.run(body)).toEqual(AGAIN);
    expect(test.imported).toEqual([]);
    expect(test.codes()).toEqual(['UPLOAD_EVENT_UNKNOWN']);
  });

  it.each(['operator/', 'work/operator/1/state.work', 'operator/a.csv.result.json', 'operator/../a.csv'])(
    'is done without an import for %s',
    async (key) => {
      const test = handlerUnderTest({ outcome: 'known' });
      expect(await test.run(bodyOf(key))).toEqual(DONE);
      expect(test.imported).toEqual([]);
    },
  );

  it.each([
    [180_001, true],
    [180_000, false],
  ])('begins no step with %i ms left: %s', async (remainingMs, begins) => {
    const test = handlerUnderTest({ outcome: 'unfinished' }, { remainingMs });
    await test.run(bodyOf(KEY));
    expect(test.hadTime).toEqual([begins]);
  });
});
