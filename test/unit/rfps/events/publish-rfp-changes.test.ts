import type { DynamoDBRecord } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPublishRfpChanges } from '../../../../functions/publish-rfp-changes/publish-rfp-changes.ts';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import type { MessageQueue, OutgoingMessage } from '../../../../shared/platform/sqs/message-queue.ts';
import { readRfpMessage } from '../../../../shared/rfps/queue/rfp-message.ts';
import { ACCOUNT, RFP, recordOf } from './stored-rfps.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A queue that does not accept the messages at some positions. */
function queueUnderTest(rejects: readonly number[]) {
  const sent: OutgoingMessage[] = [];
  const queue: MessageQueue = {
    send: async (messages) => {
      sent.push(...messages);
      return rejects;
    },
  };
  return { sent, queue };
}

function publisherUnderTest({
  chunks = [0, 1, 2] as readonly number[] | Error,
  rejects = { events: [] as readonly number[], work: [] as readonly number[] },
} = {}) {
  vi.spyOn(logOutput, 'error').mockImplementation(() => {});
  const [events, work] = [queueUnderTest(rejects.events), queueUnderTest(rejects.work)];
  const publish = createPublishRfpChanges({
    events: events.queue,
    work: work.queue,
    chunksOfRun: async () => {
      if (chunks instanceof Error) throw chunks;
      return chunks;
    },
  });
  const run = (...records: readonly DynamoDBRecord[]) =>
    publish({
      Records: records.map((record, at) => ({
        ...record,
        dynamodb: { ...record.dynamodb, SequenceNumber: String(at) },
      })),
    });
  return { run, events: events.sent, work: () => work.sent.map(({ body }) => readRfpMessage(body)) };
}

const CREATED = recordOf({ after: {} });
const RESULT = recordOf({ before: { remaining: 3 }, after: { remaining: 2 } });
const DELETED = recordOf({ before: {} });
const { rfpId } = RFP;
const DONE = { batchItemFailures: [] };
const from = (sequenceNumber: string) => ({ batchItemFailures: [{ itemIdentifier: sequenceNumber }] });

describe('the publisher of changes of RFPs', () => {
  it('sends the chunks of a new run, and its event', async () => {
    const test = publisherUnderTest();
    expect(await test.run(CREATED, RESULT)).toEqual(DONE);
    expect(test.work()).toEqual([0, 1, 2].map((chunk) => ({ account: ACCOUNT, rfpId, run: 1, chunk })));
    expect(test.events.map(({ group }) => group)).toEqual(['org_1']);
  });

  it('sends the 2,000 chunks of 100,000 lanes', async () => {
    const test = publisherUnderTest({ chunks: Array.from({ length: 2_000 }, (_, chunk) => chunk) });
    expect(await test.run(CREATED)).toEqual(DONE);
    expect(new Set(test.work().map((message) => Object(message).chunk)).size).toBe(2_000);
  });

  it('sends the erasure of a deleted RFP', async () => {
    const test = publisherUnderTest();
    expect(await test.run(DELETED)).toEqual(DONE);
    expect(test.work()).toEqual([{ account: ACCOUNT, rfpId, erase: true }]);
  });

  it('sends the request for a file of results', async () => {
    const test = publisherUnderTest();
    const resultsRequest = { version: 1, termsRevision: 3, at: '2026-10-07T17:10:00.000Z' };
    const after = { remaining: 0, resultsRequest };
    expect(await test.run(recordOf({ before: { remaining: 0 }, after }))).toEqual(DONE);
    expect(test.work()).toEqual([{ account: ACCOUNT, rfpId, results: { version: 1, termsRevision: 3 } }]);
    expect(test.events).toEqual([]);
  });

  it('reports the first record whose messages were not all sent', async () => {
    // Positions in all messages of the batch: 3 is the first chunk of the third record.
    const work = publisherUnderTest({ rejects: { events: [], work: [3] } });
    expect(await work.run(CREATED, RESULT, CREATED)).toEqual(from('2'));
    const events = publisherUnderTest({ rejects: { events: [1], work: [] } });
    expect(await events.run(CREATED, RESULT, DELETED)).toEqual(from('2'));
    const both = publisherUnderTest({ rejects: { events: [1], work: [0] } });
    expect(await both.run(CREATED, DELETED)).toEqual(from('0'));
  });

  it('reports a record whose run cannot be read, and sends the others', async () => {
    const test = publisherUnderTest({ chunks: new Error('no table') });
    expect(await test.run(RESULT, CREATED, DELETED)).toEqual(from('1'));
    expect(test.work()).toEqual([{ account: ACCOUNT, rfpId, erase: true }]);
  });
});
