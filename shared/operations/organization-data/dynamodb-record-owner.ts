import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { parseChatId } from '../../chats/chat.ts';
import { MAIL_ADDRESS_PREFIX, MAIL_SETTINGS_KEY } from '../../chats/dynamodb-mailboxes.ts';
import { isCurrentTariff } from '../../costs/accessorials/dynamodb-current-tariff.ts';
import { MARKET } from '../../market/loads/load-owner.ts';
import { SHARING_KEY, SUMMARY_KEY, weekAndOwner } from '../../market/store/dynamodb-market-store.ts';
import { parseRfpId } from '../../rfps/record/stored-rfp.ts';
import { organizationOfUploads } from '../../uploads/dynamodb-unfinished-uploads.ts';
import { isAttemptCounts } from '../../webhooks/deliveries/dynamodb-attempt-counts.ts';
import { organizationOfLimits } from '../../webhooks/limits/places.ts';
import type { OrganizationTable, RecordKind } from './organization-record.ts';

type Item = Readonly<Record<string, unknown>>;

/** Names of the tables with organization data. */
export interface OrganizationTables {
  readonly client: DynamoDBDocumentClient;
  readonly tables: Readonly<Record<OrganizationTable, string>>;
}

/** The kind of an item and the organization that owns it. */
export interface RecordOwner {
  readonly kind: RecordKind;
  /** Absent if only another item names the owner (key id, response body) or several organizations share the item. */
  readonly orgId?: string;
  /** Organizations with an entry in a shared row. */
  readonly entriesOf?: readonly string[];
}

/** Organization ids contain no "#"; the id is the text before the first "#". */
const ownerIn = (text: string): string => text.slice(0, text.indexOf('#'));

const QUOTE_PARTS: Readonly<Record<string, RecordKind>> = {
  quote: 'quote',
  detail: 'quote-detail',
};
const ROW_LISTS: ReadonlySet<string> = new Set(['rows', 'reference', 'lane', 'imported-lane']);

/** Whether a key is of the rows of a list: `ORG#MODE#rows#...`, `ORG#MODE#reference#...`, `ORG#MODE#lane#...`, `ORG#MODE#customer#NAME#rows#...`. */
const isOfListRows = (pk: string): boolean => {
  const [, , list = '', , ofCustomer = ''] = pk.split('#');
  return ROW_LISTS.has(list) || (list === 'customer' && ofCustomer === 'rows');
};

const organizationsItem = ({ pk, orgId }: Item): RecordOwner | undefined => {
  const text = String(pk);
  if (text.startsWith('ORG#')) return { kind: 'organization', orgId: text.slice('ORG#'.length) };
  if (text.startsWith('KEYS#')) return { kind: 'key-register', orgId: ownerIn(text.slice('KEYS#'.length)) };
  if (text.startsWith('KEYID#')) return { kind: 'key-id' };
  if (!text.startsWith('KEY#')) return undefined;
  // A key without an organization: `freight key create --no-org`.
  return orgId === undefined ? undefined : { kind: 'key', orgId: String(orgId) };
};

const quotesItem = ({ pk, sk, orgId }: Item): RecordOwner | undefined => {
  const text = String(pk);
  if (text.startsWith('share#')) return { kind: 'quote-share', orgId: String(orgId) };
  // Progress of the expiry sweep belongs to no organization.
  if (!text.includes('#')) return undefined;
  if (text.split('#')[2] === 'imported') return { kind: 'imported-quote', orgId: ownerIn(text) };
  if (text.endsWith('#shares')) return { kind: 'quote-share', orgId: ownerIn(text) };
  // Every other item with an organization in its key is a count.
  const kind = isOfListRows(text) ? 'quote-row' : (QUOTE_PARTS[String(sk)] ?? 'quote-count');
  return { kind, orgId: ownerIn(text) };
};

/** By the part of the key after organization and mode. */
const CONTRACT_ITEMS: Readonly<Record<string, RecordKind>> = {
  customers: 'customer',
  profile: 'organization-profile',
  'customer-names': 'customer-name',
  'rated-customers': 'rated-customer',
  rates: 'contract-rate',
  versions: 'contract-rate-version',
  lane: 'contract-lane',
  identity: 'contract-identity',
  shapes: 'contract-shapes',
  count: 'contract-count',
};

const contractsItem = ({ pk }: Item): RecordOwner | undefined => {
  const text = String(pk);
  const kind = CONTRACT_ITEMS[text.split('#')[2] ?? ''];
  return kind && { kind, orgId: ownerIn(text) };
};

const RFP_PARTS: Readonly<Record<string, RecordKind>> = {
  input: 'rfp-lanes',
  result: 'rfp-results',
  summary: 'rfp-summary',
  terms: 'rfp-terms',
  version: 'rfp-version',
};
const RFP_ITEMS = /^[^#]+#[^#]+#([^#]+)$/;

const rfpsItem = ({ pk, sk, orgId }: Item): RecordOwner | undefined => {
  const [text, sortKey] = [String(pk), String(sk)];
  if (parseRfpId(sortKey) !== undefined) return { kind: 'rfp', orgId: ownerIn(text) };
  if (parseChatId(sortKey) !== undefined) return { kind: 'chat', orgId: ownerIn(text) };
  if (text.startsWith(MAIL_ADDRESS_PREFIX)) return { kind: 'mail-index', orgId: String(orgId) };
  if (text.endsWith('#mail'))
    return { kind: sortKey === MAIL_SETTINGS_KEY ? 'mail-settings' : 'mail-index', orgId: ownerIn(text) };
  if (text.endsWith('#waiting')) return { kind: 'waiting-rfps', orgId: ownerIn(text) };
  const kind = RFP_PARTS[sortKey.slice(0, sortKey.indexOf('#'))];
  const isOfRfp = parseRfpId(RFP_ITEMS.exec(text)?.[1]) !== undefined;
  return kind === undefined || !isOfRfp ? undefined : { kind, orgId: ownerIn(text) };
};

const deliveriesItem = ({ pk, orgId }: Item): RecordOwner | undefined => {
  const text = String(pk);
  if (text.startsWith('E#')) return { kind: 'event', orgId: ownerIn(text.slice('E#'.length)) };
  const limited = organizationOfLimits(text);
  if (limited !== undefined) return { kind: 'request-limit', orgId: limited };
  if (isAttemptCounts(text)) return { kind: 'attempt-counts', orgId: String(orgId) };
  return text.startsWith('D#') ? { kind: 'delivery', orgId: String(orgId) } : undefined;
};

/** Undefined for rows of loads that no organization owns. */
const ownersRow = (kind: RecordKind, owner: string): RecordOwner | undefined =>
  owner.includes('#') ? { kind, orgId: ownerIn(owner) } : undefined;

const organizationsAmong = (owners: readonly string[]): readonly string[] =>
  owners.filter((owner) => owner.includes('#')).map(ownerIn);

const marketItem = (item: Item): RecordOwner | undefined => {
  const { pk, sk } = item;
  const text = String(pk);
  if (text.startsWith('loads#')) return ownersRow('market-loads', weekAndOwner(String(sk)).owner);
  if (text.startsWith('cell#')) {
    const scope = text.slice('cell#'.length);
    return scope.startsWith(`${MARKET}#`) ? undefined : ownersRow('market-cell', scope);
  }
  const uploading = organizationOfUploads(text);
  if (uploading !== undefined) return { kind: 'unfinished-uploads', orgId: uploading };
  if (text !== SHARING_KEY.pk) return undefined;
  if (sk === SHARING_KEY.sk) {
    return { kind: 'market-sharing', entriesOf: organizationsAmong(Object.keys(item)) };
  }
  if (sk !== SUMMARY_KEY.sk) return undefined;
  return { kind: 'market-owner', entriesOf: organizationsAmong((item.owners ?? []) as readonly string[]) };
};

const READERS: Readonly<Record<OrganizationTable, (item: Item) => RecordOwner | undefined>> = {
  organizations: organizationsItem,
  usage: ({ account }) => ({ kind: 'usage', orgId: ownerIn(String(account)) }),
  idempotency: ({ pk }) => ({ kind: 'remembered-answer', orgId: ownerIn(String(pk)) }),
  strategies: ({ account }) => ({
    kind: isCurrentTariff(String(account)) ? 'current-tariff' : 'strategy',
    orgId: ownerIn(String(account)),
  }),
  quotes: quotesItem,
  contracts: contractsItem,
  rfps: rfpsItem,
  webhooks: ({ pk, sk }) => ({
    kind: sk === 'count' ? 'webhook-count' : 'webhook',
    orgId: ownerIn(String(pk)),
  }),
  deliveries: deliveriesItem,
  market: marketItem,
  audit: ({ account }) => ({ kind: 'audit-event', orgId: ownerIn(String(account)) }),
};

/** @returns the owner of an item; undefined if it belongs to no organization. */
export const recordOwnerOf = (table: OrganizationTable, item: Item): RecordOwner | undefined =>
  READERS[table](item);

/** Key attributes of tables that have others than `pk` and `sk`. */
const KEY_ATTRIBUTES: Partial<Record<OrganizationTable, readonly string[]>> = {
  organizations: ['pk'],
  usage: ['account', 'period'],
  idempotency: ['pk'],
  strategies: ['account', 'version'],
  audit: ['account', 'id'],
};

export const keyOf = (table: OrganizationTable, item: Item): Record<string, string | number> =>
  Object.fromEntries(
    (KEY_ATTRIBUTES[table] ?? ['pk', 'sk']).map((name) => [name, item[name] as string | number]),
  );
