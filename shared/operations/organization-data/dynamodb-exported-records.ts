import { brotliDecompressSync } from 'node:zlib';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { readChatItem } from '../../chats/dynamodb-chats.ts';
import { readMailSettingsItem } from '../../chats/dynamodb-mailboxes.ts';
import { describeRate } from '../../contracts/documents/rate-document.ts';
import { readHead as readContractRate } from '../../contracts/store/dynamodb-contract-items.ts';
import { describeCustomer } from '../../customers/customer.ts';
import { readCustomerItem } from '../../customers/dynamodb-customers.ts';
import { kindOfSlot, residualOf } from '../../market/cells/market-cell.ts';
import { freightMarketOfName, isUnlearned } from '../../market/loads/freight-markets.ts';
import type { LoadOwner } from '../../market/loads/load-owner.ts';
import { equipmentNamesOfKind, holdsFuel, milesOfKind } from '../../market/loads/market-levels.ts';
import { loadsFromBytes } from '../../market/loads/week-loads.ts';
import { weekAndOwner } from '../../market/store/dynamodb-market-store.ts';
import { KEY_MODES } from '../../platform/account/account.ts';
import { mondayOfWeek } from '../../platform/time/utc-calendar.ts';
import { readImportedQuote } from '../../quotes/imported/dynamodb-imported-quotes.ts';
import { readProfileItem } from '../../quotes/sheet/dynamodb-organization-profile.ts';
import { describeProfile } from '../../quotes/sheet/organization-profile.ts';
import { IMPORTED_ATTRIBUTE } from '../../quotes/store/dynamodb-quote-items.ts';
import { LANES_PER_CHUNK } from '../../rfps/lanes/lane-draft.ts';
import {
  chunkOfKey,
  readData,
  readHead,
  readTerms,
  summaryKeyOf,
} from '../../rfps/store/dynamodb-rfp-items.ts';
import { readLog, readPayload } from '../../webhooks/deliveries/dynamodb-deliveries.ts';
import type { OrganizationTables } from './dynamodb-record-owner.ts';
import type { RecordExport } from './export-organization.ts';
import {
  type ExportedKind,
  type ExportedRecord,
  isExported,
  type OrganizationRecord,
} from './organization-record.ts';

/** Stored loads of one freight market, week and owner. */
interface StoredLoads {
  /** The freight market, or its `unlearnedName`. */
  readonly region: string;
  readonly week: number;
  readonly owner: LoadOwner;
  readonly bytes: Uint8Array;
}

/**
 * Exports stored loads: lane, approximate miles and the ratio of linehaul to operating cost. Rate, day, file and names
 * are not stored. Hashes of rows and contributors are not exported. Of a load that does not say whether fuel is inside,
 * the ratio is that of the whole rate to the whole cost, `rateTimesCost`.
 */
function exportedLoads({ region, week, owner, bytes }: StoredLoads): ExportedRecord {
  const loads = [...loadsFromBytes(bytes).values()].map(({ lane, slot, count }) => {
    const stated = statedBy(region, kindOfSlot(slot));
    const ratio = Number(Math.exp(residualOf(slot)).toFixed(3));
    return {
      ...lane,
      ...stated,
      [stated.fuelIncluded === null ? 'rateTimesCost' : 'linehaulTimesCost']: ratio,
      count,
    };
  });
  const freightMarket = freightMarketOfName(region);
  return { mode: owner.split('#')[1], freightMarket, weekOf: mondayOfWeek(week), loads };
}

function statedBy(region: string, kind: number) {
  return {
    milesAbout: milesOfKind(kind),
    fuelIncluded: isUnlearned(region) ? null : holdsFuel(kind),
    equipment: equipmentNamesOfKind(kind),
  };
}

type Item = Readonly<Record<string, unknown>>;

/** Table keys, index keys and internal attributes that are not exported. */
const INTERNAL: ReadonlySet<string> = new Set([
  ...['pk', 'sk', 'ttl', 'account', 'writtenBy', 'expiry', 'claim'],
  IMPORTED_ATTRIBUTE,
  'bodyHash',
  'restoredAt',
]);

const sealed = v.object({ createdAt: v.string() });
const account = v.object({ orgId: v.string(), mode: v.picklist(KEY_MODES), eventId: v.string() });

const unpacked = (packed: unknown): Uint8Array | undefined =>
  packed instanceof Uint8Array ? brotliDecompressSync(packed) : undefined;

type Key = OrganizationRecord['key'];

const partOfRfp = ({ pk }: Key) => {
  const [, mode, rfpId] = String(pk).split('#');
  return { mode, rfpId };
};
/** The version or revision in a sort key. */
const numberIn = ({ sk }: Key): number => Number(String(sk).split('#')[1]);
const firstLaneOf = ({ sk }: Key): number => chunkOfKey(String(sk)) * LANES_PER_CHUNK;

const modeOf = (key: unknown) => String(key).split('#')[1];

/** Parses stored JSON text; returns the text if it is not JSON. */
function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
}

const rateOf = ({ key, item }: OrganizationRecord): ExportedRecord => ({
  mode: modeOf(key.pk),
  ...describeRate(readContractRate(item).rate),
});

/**
 * Converts records for an export. Omits secrets: hashes of API keys, values of gateway keys and encrypted signing
 * secrets of webhooks.
 */
export function createDynamoDbRecordExport({ client, tables }: OrganizationTables): RecordExport {
  const TableName = tables.deliveries;
  const get = async (table: string, Key: Item) => {
    const { Item } = await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    return Item;
  };

  const payloadOf = async ({ item }: OrganizationRecord): Promise<unknown> => {
    const { orgId, mode, eventId } = v.parse(account, item);
    const payload = await readPayload({ client, TableName }, { orgId, mode }, eventId);
    return payload === undefined ? null : parsed(Buffer.from(payload.bytes).toString());
  };

  const WRITERS: Readonly<
    Record<ExportedKind, (record: OrganizationRecord) => ExportedRecord | Promise<ExportedRecord>>
  > = {
    organization: ({ item }) => {
      const { pk, gatewayKeyValue: _secret, ...rest } = item;
      return { orgId: String(pk).slice('ORG#'.length), ...rest };
    },
    // Its partition key is the hash of the key.
    key: ({ item }) => item,
    usage: ({ item }) => ({ mode: modeOf(item.account), period: item.period, used: item.used ?? 0 }),
    strategy: ({ item }) => ({ mode: modeOf(item.account), ...item }),
    quote: async ({ key, item }) => {
      const detail = (await get(tables.quotes, { ...key, sk: 'detail' }))?.detail;
      return {
        ...item,
        event: parsed(item.event),
        detail: detail === undefined ? null : parsed(detail),
      };
    },
    'imported-quote': ({ key, item }) => ({ mode: modeOf(key.pk), ...readImportedQuote(item) }),
    customer: ({ key, item }) => ({ mode: modeOf(key.pk), ...describeCustomer(readCustomerItem(item)) }),
    'organization-profile': ({ key, item }) => ({
      mode: modeOf(key.pk),
      ...describeProfile(readProfileItem(item)).profile,
    }),
    'contract-rate': rateOf,
    'contract-rate-version': rateOf,
    rfp: ({ item }) => ({ mode: item.mode, ...readHead(item).rfp }),
    'rfp-lanes': ({ key, item }) => ({
      ...partOfRfp(key),
      firstLane: firstLaneOf(key),
      // Names changed lanes, which `rfp-terms` refers to.
      changed: String(key.sk).split('#')[2] ?? null,
      lanes: readData('input', item),
    }),
    'rfp-results': async ({ key, item }) => {
      const summary = await get(tables.rfps, summaryKeyOf(key));
      const summaries = summary === undefined ? [] : readData('summary', summary);
      const results = readData('result', item).map((result, offset) => {
        const { weeklyCents, excluded } = summaries[offset] ?? {};
        return { ...result, weeklyCents, excluded };
      });
      return { ...partOfRfp(key), version: numberIn(key), firstLane: firstLaneOf(key), results };
    },
    'rfp-terms': ({ key, item }) => {
      const { lanes: terms, inputs } = readTerms(item);
      const lanes = [...terms].map(([lane, own]) => ({ lane, ...own }));
      const changed = [...inputs].map(([chunk, name]) => ({
        firstLane: chunk * LANES_PER_CHUNK,
        changed: name,
      }));
      return { ...partOfRfp(key), revision: numberIn(key), lanes, changed };
    },
    'rfp-version': ({ key, item }) => ({ ...partOfRfp(key), ...readData('version', item) }),
    chat: ({ item }) => ({ mode: item.mode, ...readChatItem(item) }),
    'mail-settings': ({ key, item }) => ({ mode: modeOf(key.pk), ...readMailSettingsItem(item) }),
    webhook: ({ item }) => {
      const { secret, previousSecret, ...rest } = item;
      const made = [secret, previousSecret].flatMap((one) => {
        const read = v.safeParse(sealed, one);
        return read.success ? [read.output] : [];
      });
      return { webhookId: item.sk, mode: modeOf(item.pk), ...rest, secrets: made };
    },
    event: async (record) => {
      const { payload: _packed, ...rest } = record.item;
      return { ...rest, payload: await payloadOf(record) };
    },
    delivery: (record) => {
      const { log, ...rest } = record.item;
      return { ...rest, attempts: readLog(log), attemptsMade: record.item.attempts };
    },
    'remembered-answer': ({ item }) => {
      const [, mode, operation, ...key] = String(item.pk).split('#');
      const answer = unpacked(item.answer);
      return {
        mode,
        operation,
        idempotencyKey: key.join('#'),
        expiresAt: item.expiresAt,
        answer: answer === undefined ? null : parsed(Buffer.from(answer).toString()),
      };
    },
    'market-loads': ({ key, item }) =>
      exportedLoads({
        region: String(key.pk).slice('loads#'.length),
        ...weekAndOwner(String(key.sk)),
        bytes: v.parse(v.instance(Uint8Array), item.loads),
      }),
    'audit-event': ({ item }) => ({ mode: modeOf(item.account), ...item }),
    'market-sharing': ({ item }) => ({
      pooled: Object.entries(item)
        .filter(([, shared]) => shared === true)
        .map(([owner]) => modeOf(owner)),
    }),
  };

  return async (record) => {
    if (!isExported(record.kind)) return undefined;
    const written = await WRITERS[record.kind](record);
    return Object.fromEntries(Object.entries(written).filter(([name]) => !INTERNAL.has(name)));
  };
}
