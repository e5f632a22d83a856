import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiKeyRecord } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import { auditEvent } from '../../../../shared/accounts/audit/audit-event.ts';
import { createDynamoDbAuditWriter } from '../../../../shared/accounts/audit/dynamodb-audit-log.ts';
import {
  toApiKeyItem,
  toOrganizationItem,
} from '../../../../shared/accounts/organizations/dynamodb-organization-items.ts';
import { slotOf } from '../../../../shared/market/cells/market-cell.ts';
import { unlearnedName } from '../../../../shared/market/loads/freight-markets.ts';
import { kindOf } from '../../../../shared/market/loads/market-levels.ts';
import { loadsToBytes } from '../../../../shared/market/loads/week-loads.ts';
import { loadsKey } from '../../../../shared/market/store/dynamodb-market-store.ts';
import { createDynamoDbRecordExport } from '../../../../shared/operations/organization-data/dynamodb-exported-records.ts';
import type { ExportedRecord } from '../../../../shared/operations/organization-data/organization-record.ts';
import {
  type RecordKind,
  tableOf,
} from '../../../../shared/operations/organization-data/organization-record.ts';
import { weekNumber } from '../../../../shared/platform/time/utc-calendar.ts';
import type { StoredDelivery } from '../../../../shared/webhooks/deliveries/delivery.ts';
import { claimAttempt, recordAttempt } from '../../../../shared/webhooks/deliveries/delivery-attempts.ts';
import { toWebhookItem } from '../../../../shared/webhooks/store/dynamodb-webhooks.ts';
import { standardOrganization } from '../../accounts/organizations/ports-under-test.ts';
import {
  anEvent,
  type DeliveriesUnderTest,
  newAccount,
  startDeliveries,
} from '../../webhooks/deliveries/deliveries-under-test.ts';
import { newWebhook } from '../../webhooks/webhooks-under-test.ts';

const AT = new Date('2026-03-02T10:00:00.000Z');
/** Of no use to brotli: kept in parts, and next to its delivery. */
const LONG = randomBytes(400_000).toString('hex');

let table: DeliveriesUnderTest;
const account = newAccount();
const { orgId } = account;

beforeAll(async () => {
  table = await startDeliveries();
});
afterAll(() => table.stop());

const parts = () => {
  const nowhere = {
    organizations: '',
    usage: '',
    idempotency: '',
    strategies: '',
    quotes: '',
    contracts: '',
    rfps: '',
    webhooks: '',
    market: '',
    audit: '',
  };
  return { client: table.client, tables: { ...nowhere, deliveries: table.TableName } };
};

/** An item as its organization would have it. */
async function exported(kind: RecordKind, item: Readonly<Record<string, unknown>>): Promise<ExportedRecord> {
  const record = {
    table: tableOf(kind),
    kind,
    key: { pk: String(item.pk), sk: String(item.sk) },
    item,
  };
  return (await createDynamoDbRecordExport(parts())(record)) ?? {};
}

describe('an exported record', () => {
  it('of an event has the payload whole', async () => {
    const event = anEvent({ number: 1, text: LONG.slice(0, 300_000) });
    await table.admit(AT, { account, event });
    const items = await table.items(`E#${orgId}#live#${event.id}`);

    const found = await exported('event', items.find(({ sk }) => sk === 'event') ?? {});

    expect(found).toMatchObject({ orgId, mode: 'live', eventId: event.id });
    expect(found.payload).toEqual(event);
  });

  it('of a delivery has each attempt with the response of the receiver', async () => {
    const answers = ['short', LONG.slice(0, 8_000)];
    const delivery = await table.admit(AT, { account });
    for (const [index, responseBody] of answers.entries()) {
      const at = new Date(AT.getTime() + index * 86_400_000);
      const claim = await claimAttempt(
        table,
        await table.read(delivery.deliveryId),
        'https://a.example',
        at,
        at,
      );
      const number = index + 1;
      const attempt = {
        number,
        startedAt: at.toISOString(),
        url: 'https://a.example',
        responseBody,
      };
      const outcome = { status: 'pending', nextAttemptAt: at.toISOString() } as const;
      await recordAttempt(table, claim as StoredDelivery, attempt, outcome);
    }
    const [item = {}] = await table.items(`D#${delivery.deliveryId}`);

    const found = await exported('delivery', item);

    expect(found).toMatchObject({ deliveryId: delivery.deliveryId, attemptsMade: 2 });
    expect(found.attempts).toMatchObject([
      { number: 1, responseBody: 'short' },
      { number: 2, responseBody: LONG.slice(0, 8_000) },
    ]);
    for (const internal of ['ttl', 'claim', 'log']) {
      expect(found).not.toHaveProperty(internal);
    }
  });

  it('of a webhook has when its secrets were made, and neither of them', async () => {
    const webhook = newWebhook(account);
    const item = {
      ...toWebhookItem(webhook),
      previousSecret: { ciphertext: 'old-secret', createdAt: AT.toISOString() },
    };

    const found = await exported('webhook', item);

    expect(found).toMatchObject({ webhookId: webhook.id, mode: 'live', url: webhook.url });
    expect(found.secrets).toEqual([
      { createdAt: webhook.secrets[0]?.createdAt },
      { createdAt: AT.toISOString() },
    ]);
    const text = JSON.stringify(found);
    expect(text).not.toContain(webhook.secrets[0]?.ciphertext);
    expect(text).not.toContain('old-secret');
  });

  it("of an organization and its keys has neither the gateway key's value nor a hash", async () => {
    const organization = standardOrganization();
    const hash = 'a'.repeat(64);
    const record: ApiKeyRecord = {
      hash,
      keyId: 'key_1',
      orgId,
      mode: 'live',
      name: 'Pricing desk',
      scopes: ['read'],
      createdAt: AT.toISOString(),
      prefix: 'frk_live_abcd',
    };

    const found = await exported('organization', toOrganizationItem(organization));
    const key = await exported('key', toApiKeyItem(record));

    expect(found).toMatchObject({ orgId: organization.orgId, name: organization.name, plan: 'standard' });
    expect(JSON.stringify(found)).not.toContain(organization.gatewayKey.value);
    const { hash: _left, ...shown } = record;
    expect(key).toEqual(shown);
  });

  it('of loads has what can be said of each, and neither hash', async () => {
    const load = {
      id: 0xabcdef,
      lane: {
        terminal: 'trm_1',
        terminalType: 'marine',
        originState: 'CA',
        destinationState: 'AZ',
        zip3: '850',
      },
      slot: slotOf(kindOf(370, false, 'container_20'), 0.1),
      contributor: 987_654_321,
      count: 2,
    } as const;
    const item = {
      ...loadsKey('oakland', weekNumber('2026-03-02'), `${orgId}#live`),
      version: 3,
      loads: loadsToBytes(new Map([[load.id, load]])),
    };

    expect(await exported('market-loads', item)).toEqual({
      mode: 'live',
      freightMarket: 'oakland',
      weekOf: '2026-03-02',
      loads: [
        {
          ...load.lane,
          milesAbout: 375,
          fuelIncluded: false,
          equipment: ['container_20'],
          linehaulTimesCost: 1.105,
          count: 2,
        },
      ],
    });
  });

  it('of a load that prices do not use has the ratio of its whole rate to the whole cost', async () => {
    const load = {
      id: 1,
      lane: {
        terminal: undefined,
        terminalType: 'marine',
        originState: 'CA',
        destinationState: 'AZ',
        zip3: '850',
      },
      slot: slotOf(kindOf(743, null, 'reefer'), 0.1),
      contributor: 987_654_321,
      count: 2,
    } as const;
    const item = {
      ...loadsKey(unlearnedName('oakland'), weekNumber('2026-03-02'), `${orgId}#live`),
      version: 3,
      loads: loadsToBytes(new Map([[load.id, load]])),
    };
    const stated = { milesAbout: 687.5, fuelIncluded: null, equipment: ['reefer'], rateTimesCost: 1.105 };
    expect(await exported('market-loads', item)).toEqual({
      ...{ mode: 'live', freightMarket: 'oakland', weekOf: '2026-03-02' },
      loads: [{ ...load.lane, ...stated, count: 2 }],
    });
  });

  it.each([
    [['live'], { [`${orgId}#live`]: true, [`${orgId}#test`]: false }],
    [[], { [`${orgId}#live`]: false }],
  ])('of what is pooled has the modes %j', async (pooled, entries) => {
    expect(await exported('market-sharing', { pk: 'market', sk: 'sharing', ...entries })).toEqual({ pooled });
  });

  it('of the audit log has the event and its mode', async () => {
    const event = auditEvent(
      { action: 'webhook.deleted', target: { type: 'webhook', id: 'wh_1' } },
      { type: 'key', keyId: 'key_1', requestId: 'request-1' },
      AT,
    );
    const { Put } = createDynamoDbAuditWriter('audit').record({ orgId, mode: 'live' }, event);

    expect(await exported('audit-event', Object(Put?.Item))).toEqual({ mode: 'live', ...event });
  });

  it.each([
    'market-cell',
    'market-owner',
    'quote-row',
    'quote-count',
    'rfp-summary',
    'key-id',
    'key-register',
    'attempt-counts',
  ] as const)('of the kind %s is none of its own', async (kind) => {
    const record = { table: tableOf(kind), kind, key: {}, item: {} };
    await expect(createDynamoDbRecordExport(parts())(record)).resolves.toBeUndefined();
  });
});
