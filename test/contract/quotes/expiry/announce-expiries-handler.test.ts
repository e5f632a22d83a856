import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { logOutput } from '../../../../shared/platform/logging/log.ts';
import { utcDay } from '../../../../shared/platform/time/utc-calendar.ts';
import { createDynamoDbExpiryAnnouncements } from '../../../../shared/quotes/expiry/dynamodb-expiry-announcements.ts';
import { createQuotesTable, startTestDynamoDb } from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import { newAccount, quoteMaker, storeOn } from '../quotes-under-test.ts';

const ENVIRONMENT = { ...process.env };

describe('the function that announces expiries', () => {
  afterEach(() => {
    process.env = { ...ENVIRONMENT };
    jest.restoreAllMocks();
  });

  it('announces expired quotes by its clock and logs their number, or nothing if there were none', async () => {
    const engine = await startTestDynamoDb();
    const TableName = await createQuotesTable(engine.endpoint);
    const client = localDocumentClient(engine.endpoint);
    const table = { client, TableName };
    const expiries = createDynamoDbExpiryAnnouncements(table);
    const yesterday = new Date(Date.now() - 86_400_000);
    await expiries.setDoneThrough(utcDay(new Date(yesterday.getTime() - 3 * 86_400_000)));
    const make = quoteMaker();
    const store = storeOn(table, { now: yesterday });
    for (const validityDays of [0, 0, 7]) await store.create(newAccount(), make(yesterday, validityDays));
    Object.assign(process.env, {
      QUOTES_TABLE: TableName,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    });
    const info = jest.spyOn(logOutput, 'info').mockImplementation(() => undefined);
    const { handler } = await import('../../../../functions/announce-expiries/handler.ts');

    await handler({}, { getRemainingTimeInMillis: () => 28_000 });
    await handler({}, { getRemainingTimeInMillis: () => 28_000 });

    const lines = info.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines).toMatchObject([{ code: 'QUOTE_EXPIRIES_ANNOUNCED', announced: 2, finished: true }]);
    client.destroy();
    await engine.stop();
  });
});
