import type { SQSEvent } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPriceRfpLanes } from '../../../../functions/price-rfp-lanes/price-rfp-lanes.ts';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import type { ReceivedMessage } from '../../../../shared/platform/sqs/sqs-message-retry.ts';
import { rfpFileKey } from '../../../../shared/rfps/files/rfp-file-key.ts';
import type { ChunkMessage, PriceChunkOutcome } from '../../../../shared/rfps/price-chunk.ts';
import { writeRfpMessage } from '../../../../shared/rfps/queue/rfp-message.ts';
import { createRfpIds } from '../../../../shared/rfps/record/rfp-id.ts';
import type { SentFile } from '../../../../shared/rfps/uploads/read-rfp-file.ts';
import type { ResultsMessage } from '../../../../shared/rfps/write-results.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const account = { orgId: 'org_1', mode: 'live' as const };
const rfpId = createRfpIds()(new Date('2026-10-07T17:00:00Z'));
const CHUNK: ChunkMessage = { account, rfpId, run: 2, chunk: 7 };
const { body: chunkBody } = writeRfpMessage(CHUNK);
const { body: eraseBody } = writeRfpMessage({ account, rfpId, erase: true });

const RESULTS: ResultsMessage = { account, rfpId, results: { version: 2, termsRevision: 5 } };
const { body: resultsBody } = writeRfpMessage(RESULTS);

const fileBody = JSON.stringify({
  source: 'aws.s3',
  'detail-type': 'Object Created',
  detail: { object: { key: rfpFileKey(account, rfpId), size: 123, etag: 'tag', sequencer: '1' } },
});

/** @param suspended answers of the look-ups of the organization, in turn; the last one again. */
function handlerUnderTest(outcome: PriceChunkOutcome | Error, suspended: readonly boolean[] = [false]) {
  const lines: Record<string, unknown>[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(logOutput, level).mockImplementation((line) => void lines.push(JSON.parse(String(line))));
  }
  const priced: (readonly [ChunkMessage, boolean])[] = [];
  const erased: string[] = [];
  const files: SentFile[] = [];
  const written: ResultsMessage[] = [];
  const returned: ReceivedMessage[] = [];
  const kept: (readonly unknown[])[] = [];
  let lookUps = 0;
  const handle = createPriceRfpLanes({
    isSuspended: async () => suspended[Math.min(lookUps++, suspended.length - 1)] ?? false,
    waiting: { keepFile: async (...file) => void kept.push(file) },
    priceChunk: async (message, isLastAttempt) => {
      priced.push([message, isLastAttempt]);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    readRfpFile: async (file) => {
      if (outcome instanceof Error) throw outcome;
      files.push(file);
      return outcome === 'obsolete' ? { outcome } : { outcome: 'begun', lanes: 3 };
    },
    writeResults: async (message) => {
      if (outcome instanceof Error) throw outcome;
      written.push(message);
      return { outcome: 'written', lanes: 1_200 };
    },
    erase: async ({ orgId, mode }, id) => {
      if (outcome instanceof Error) throw outcome;
      erased.push(`${orgId} ${mode} ${id}`);
    },
    returnMessage: async (message) => void returned.push(message),
  });
  const run = (body: string, receives = 1) =>
    handle({
      Records: [
        {
          messageId: 'm',
          receiptHandle: 'h',
          attributes: { ApproximateReceiveCount: String(receives) },
          body,
        },
      ],
    } as unknown as SQSEvent);
  return { run, priced, erased, files, written, returned, kept, codes: () => lines.map(({ code }) => code) };
}

const DONE = { batchItemFailures: [] };
const AGAIN = { batchItemFailures: [{ itemIdentifier: 'm' }] };

describe('a message of the queue of work on RFPs', () => {
  it.each(['written', 'written-before', 'obsolete'] as const)(
    'is finished if its chunk is %s',
    async (outcome) => {
      const test = handlerUnderTest(outcome);
      expect(await test.run(chunkBody)).toEqual(DONE);
      expect(test.priced).toEqual([[CHUNK, false]]);
      expect(test.returned).toEqual([]);
    },
  );

  it('is delivered again if lanes fail for reasons of the service, with a delay that grows', async () => {
    const test = handlerUnderTest('failing');
    expect(await test.run(chunkBody, 2)).toEqual(AGAIN);
    expect(test.returned).toEqual([{ receiptHandle: 'h', receives: 2 }]);
  });

  it('is the last attempt of its lanes from the fifth receive on', async () => {
    const test = handlerUnderTest('written');
    for (const receives of [1, 4, 5, 8]) await test.run(chunkBody, receives);
    expect(test.priced.map(([, isLast]) => isLast)).toEqual([false, false, true, true]);
  });

  it('is delivered again after an error, which is logged', async () => {
    for (const body of [chunkBody, eraseBody, fileBody, resultsBody]) {
      const test = handlerUnderTest(new Error('no table'));
      expect(await test.run(body)).toEqual(AGAIN);
      expect(test.codes()).toEqual(['RFP_WORK_FAILED']);
      vi.restoreAllMocks();
    }
  });

  it('ends without an effect while its organization is suspended, and an erasure does not', async () => {
    const test = handlerUnderTest('written', [true]);
    for (const body of [chunkBody, resultsBody, fileBody]) expect(await test.run(body)).toEqual(DONE);
    expect([test.priced, test.written, test.files]).toEqual([[], [], []]);
    expect(test.kept).toEqual([[account, rfpId, 123]]);
    expect(test.codes()).toEqual(Array(3).fill('RFP_WORK_WAITS'));
    await test.run(eraseBody);
    expect(test.erased).toHaveLength(1);
  });

  it('reads a file whose organization is resumed before the file is kept', async () => {
    const test = handlerUnderTest('written', [true, false]);
    expect(await test.run(fileBody)).toEqual(DONE);
    expect([test.kept.length, test.files.length]).toEqual([1, 1]);
  });

  it('reads a file that waited as its event named it', async () => {
    const test = handlerUnderTest('written');
    const { body } = writeRfpMessage({ account, rfpId, fileBytes: 123 });
    expect(await test.run(body)).toEqual(DONE);
    expect(await test.run(fileBody)).toEqual(DONE);
    expect(test.files[0]).toEqual(test.files[1]);
  });

  it('erases a deleted RFP, and prices nothing', async () => {
    const test = handlerUnderTest('written');
    expect(await test.run(eraseBody)).toEqual(DONE);
    expect(test.erased).toEqual([`org_1 live ${rfpId}`]);
    expect(test.priced).toEqual([]);
  });

  it('erases what a file left of an RFP that was deleted meanwhile', async () => {
    const test = handlerUnderTest('obsolete');
    expect(await test.run(fileBody)).toEqual(DONE);
    expect(test.files).toHaveLength(1);
    expect(test.erased).toEqual([`org_1 live ${rfpId}`]);
  });

  it('reads the file of lanes that an event of the bucket names', async () => {
    const test = handlerUnderTest('written');
    expect(await test.run(fileBody)).toEqual(DONE);
    expect(test.files).toEqual([{ account, rfpId, key: rfpFileKey(account, rfpId), length: 123 }]);
    expect(test.codes()).toEqual(['RFP_FILE_READ']);
    expect(test.priced).toEqual([]);
  });

  it('writes a file of results, and prices nothing', async () => {
    const test = handlerUnderTest('written');
    expect(await test.run(resultsBody)).toEqual(DONE);
    expect(test.written).toEqual([RESULTS]);
    expect(test.codes()).toEqual(['RFP_RESULTS_WRITTEN']);
    expect(test.priced).toEqual([]);
  });

  it('ends in the dead-letter queue if it is about no RFP', async () => {
    const test = handlerUnderTest('written');
    expect(await test.run('{}')).toEqual(AGAIN);
    expect(test.codes()).toEqual(['RFP_MESSAGE_UNKNOWN']);
    expect([...test.priced, ...test.erased]).toEqual([]);
  });
});
