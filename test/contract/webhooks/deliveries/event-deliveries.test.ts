import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDynamoDbEventDeliveries } from '../../../../shared/webhooks/deliveries/dynamodb/dynamodb-event-deliveries.ts';
import {
  anEvent,
  type DeliveriesUnderTest,
  newAccount,
  newName,
  startDeliveries,
} from './deliveries-under-test.ts';

const START = new Date('2026-03-02T10:00:00.000Z');

let table: DeliveriesUnderTest;

beforeAll(async () => {
  table = await startDeliveries();
});
afterAll(() => table.stop());

describe('the deliveries of events', () => {
  it('are those of all its webhooks, also of more than one batch of keys', async () => {
    const account = newAccount();
    const events = [anEvent(), anEvent(), anEvent()];
    const webhooks = Array.from({ length: 45 }, () => newName('wh'));
    for (const event of events) await table.intake.admit(account, event, webhooks, START);
    await table.intake.admit(account, anEvent(), webhooks, START);

    const ids = [...events.map(({ id }) => id), newName('evt')];
    const found = await createDynamoDbEventDeliveries(table).deliveriesOf(account, ids);

    const pairs = found.map(({ eventId, webhookId }) => `${eventId} ${webhookId}`).toSorted();
    expect(pairs).toEqual(
      events.flatMap(({ id }) => webhooks.map((webhookId) => `${id} ${webhookId}`)).toSorted(),
    );
    expect(found[0]).toEqual(await table.records.get(found[0]?.deliveryId ?? ''));
  });
});
