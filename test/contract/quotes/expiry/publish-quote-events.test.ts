import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { logOutput } from '../../../../shared/platform/logging/log.ts';
import { createDynamoDbExpiryAnnouncements } from '../../../../shared/quotes/expiry/dynamodb-expiry-announcements.ts';
import { convertedQuoteMessage } from '../../../../shared/quotes/loads/converted-quote.ts';
import type { EventMessage } from '../../../../shared/webhooks/events/event-message.ts';
import { readEventMessage } from '../../../../shared/webhooks/events/read-event-message.ts';
import { sampleEvent } from '../../../../shared/webhooks/events/sample-event.ts';
import { createQuotesTable, startTestDynamoDb, type TestDynamoDb } from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import {
  QUEUE_REGION,
  startTestQueues,
  type TestQueue,
  type TestQueues,
} from '../../../support/queues-under-test.ts';
import { streamReader } from '../quotes-stream.ts';
import { newAccount, quoteMaker, storeOn } from '../quotes-under-test.ts';

const ENVIRONMENT = { ...process.env };
const MADE_AT = new Date('2026-10-07T17:00:00.123Z');
const CONVERTED_AT = new Date('2026-10-08T09:30:00.456Z');
const ANNOUNCED_AT = new Date('2026-10-15T00:05:00.789Z');

let engine: TestDynamoDb;
let queues: TestQueues;
let intake: TestQueue;
let uploads: TestQueue;
let publish: (event: { Records: DynamoDBRecord[] }) => Promise<unknown>;

beforeAll(async () => {
  engine = await startTestDynamoDb();
  queues = await startTestQueues();
  intake = await queues.createQueue();
  uploads = await queues.createQueue();
  Object.assign(process.env, {
    EVENTS_URL: intake.url,
    UPLOADS_URL: uploads.url,
    AWS_ENDPOINT_URL_SQS: queues.endpoint,
    AWS_REGION: QUEUE_REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  const { handler } = await import('../../../../functions/publish-quote-events/handler.ts');
  publish = (event) => handler(event, {});
});

afterEach(() => {
  jest.restoreAllMocks();
});

afterAll(async () => {
  process.env = { ...ENVIRONMENT };
  await Promise.all([engine.stop(), queues.stop()]);
});

/** A separate quotes table, its stream, and a factory of quotes with the event object of a real quote. */
async function quotesTable() {
  const TableName = await createQuotesTable(engine.endpoint);
  const client = localDocumentClient(engine.endpoint);
  const clock = { now: MADE_AT };
  const make = quoteMaker();
  const { object } = sampleEvent('quote.created', MADE_AT);
  return {
    clock,
    store: storeOn({ client, TableName }, clock),
    expiries: createDynamoDbExpiryAnnouncements({ client, TableName }),
    make: () => {
      const quote = make(clock.now);
      return { ...quote, event: { ...object, quoteNumber: quote.quoteId } };
    },
    records: streamReader(engine.endpoint, TableName),
    close: () => client.destroy(),
  };
}

/** The messages of an organization in the intake queue. */
async function published(orgId: string): Promise<EventMessage[]> {
  const read = (await intake.messages()).map(({ body }) => readEventMessage(body));
  return read.flatMap((each) => {
    if (!each.ok) throw new Error(each.reason);
    return each.message.orgId === orgId ? [each.message] : [];
  });
}

describe('quote events from the stream of the quotes table', () => {
  it('are one for each of create, convert, decline, revise, expire and delete, with every field', async () => {
    const table = await quotesTable();
    const account = newAccount();
    const [converted, expired, deleted] = [table.make(), table.make(), table.make()];
    const declined = table.make();
    for (const quote of [converted, expired, deleted, declined]) await table.store.create(account, quote);
    table.clock.now = CONVERTED_AT;
    await table.store.convert(account, converted.quoteId);
    await table.store.decline(account, declined.quoteId, { reason: 'capacity' });
    const revision = { ...table.make(), revises: declined.quoteId };
    await table.store.create(account, revision);
    await table.store.delete(account, deleted.quoteId);
    for await (const group of table.expiries.unannounced(expired.expiryDay)) {
      for (const waiting of group) await table.expiries.announce(waiting, ANNOUNCED_AT);
    }

    const Records = await table.records();
    await expect(publish({ Records })).resolves.toEqual({ batchItemFailures: [] });

    const events = await published(account.orgId);
    const created = (quote: typeof converted) => ({
      orgId: account.orgId,
      id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      event: 'quote.created',
      created: MADE_AT.toISOString(),
      livemode: false,
      object: quote.event,
    });
    const later = (quote: typeof converted, event: string, status: string, at: unknown) => ({
      ...created(quote),
      event,
      created: at,
      object: { ...quote.event, status },
    });
    const expectations = [
      created(converted),
      created(expired),
      created(deleted),
      created(declined),
      { ...created(revision), created: CONVERTED_AT.toISOString() },
      later(declined, 'quote.updated', 'declined', CONVERTED_AT.toISOString()),
      later(declined, 'quote.updated', 'superseded', CONVERTED_AT.toISOString()),
      later(converted, 'quote.updated', 'converted', CONVERTED_AT.toISOString()),
      later(expired, 'quote.updated', 'expired', ANNOUNCED_AT.toISOString()),
      later(deleted, 'quote.deleted', 'deleted', expect.stringMatching(/Z$/)),
    ];
    for (const expected of expectations) {
      expect(events.filter((event) => sameEvent(event, expected))).toEqual([expected]);
    }
    expect(events).toHaveLength(expectations.length);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    table.close();
  });

  it('have the same ids and texts if the stream is read again', async () => {
    const table = await quotesTable();
    const account = newAccount();
    const quote = table.make();
    await table.store.create(account, quote);
    await table.store.convert(account, quote.quoteId);
    await table.store.delete(account, quote.quoteId);

    await publish({ Records: await table.records() });
    await publish({ Records: await table.records() });

    const texts = (await published(account.orgId)).map((event) => JSON.stringify(event));
    expect(texts).toHaveLength(6);
    expect(new Set(texts).size).toBe(3);
    table.close();
  });

  it('come with a message for the import of loads if the quote was converted, the same at each reading', async () => {
    const table = await quotesTable();
    const account = { ...newAccount(), mode: 'live' as const };
    const [converted, declined] = [table.make(), table.make()];
    for (const quote of [converted, declined]) await table.store.create(account, quote);
    await table.store.convert(account, converted.quoteId);
    await table.store.decline(account, declined.quoteId, { reason: 'price' });
    await table.store.delete(account, converted.quoteId);

    await publish({ Records: await table.records() });
    await publish({ Records: await table.records() });

    const own = (await uploads.messages()).filter(({ body }) => body.includes(account.orgId));
    const body = convertedQuoteMessage({ ...account, quoteId: converted.quoteId });
    expect(own.map((message) => message.body)).toEqual([body, body]);
    expect((await published(account.orgId)).every(({ livemode }) => livemode)).toBe(true);
    table.close();
  });

  it('are sent despite an unreadable record, which is reported', async () => {
    const complaints = jest.spyOn(logOutput, 'error').mockImplementation(() => undefined);
    const table = await quotesTable();
    const account = newAccount();
    for (let count = 0; count < 3; count++) await table.store.create(account, table.make());
    const records = (await table.records()).map((record, place) =>
      record.dynamodb?.Keys?.sk?.S === 'quote' && place > 0
        ? record
        : { ...record, dynamodb: { ...record.dynamodb, Keys: { sk: { S: 'quote' } }, NewImage: {} } },
    );
    const [poison] = records;

    const answer = await publish({ Records: records });

    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: poison?.dynamodb?.SequenceNumber }] });
    expect(await published(account.orgId)).not.toEqual([]);
    expect(JSON.parse(String(complaints.mock.calls[0]?.[0]))).toMatchObject({
      code: 'QUOTE_RECORD_UNREADABLE',
      sequenceNumber: poison?.dynamodb?.SequenceNumber,
    });
    table.close();
  });
});

const sameEvent = (
  event: EventMessage,
  expected: { event: string; object: { quoteNumber: unknown; status?: unknown } },
) =>
  event.event === expected.event &&
  event.object.quoteNumber === expected.object.quoteNumber &&
  event.object.status === expected.object.status;
