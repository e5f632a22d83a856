import * as v from 'valibot';
import { KEY_MODES } from '../../platform/account/account.ts';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import { KEY_SCOPES } from '../api-keys/key-scope.ts';
import type { Organization, OrganizationWithoutKeys } from './organization.ts';

/**
 * The table of organizations and keys: partition key `pk`, no sort key. `ORG#<orgId>` is an organization, `KEY#<sha256>`
 * a key, `KEYID#<keyId>` the hash of a key by its ID, `KEYS#<orgId>#<mode>` the register of the keys of an account.
 */
export const organizationKey = (orgId: string) => ({ pk: `ORG#${orgId}` });
export const apiKeyKey = (hash: string) => ({ pk: `KEY#${hash}` });
export const apiKeyIdKey = (keyId: string) => ({ pk: `KEYID#${keyId}` });

const text = v.pipe(v.string(), v.nonEmpty());

const itemWithoutKeys = v.object({
  pk: text,
  name: text,
  status: v.picklist(['active', 'suspended']),
  billing: v.boolean(),
  usageLimit: v.number(),
  quoteLimit: v.exactOptional(v.number()),
  plan: v.picklist(['standard', 'enterprise']),
  requestsPerMinute: v.optional(v.number()),
  createdAt: text,
  suspendedAt: v.exactOptional(text),
  erasingSince: v.exactOptional(text),
  deliveriesStopped: v.exactOptional(v.boolean()),
});

const organizationItem = v.object({
  ...itemWithoutKeys.entries,
  gatewayKeyId: text,
  gatewayKeyValue: text,
  usagePlanId: text,
  /** By gateway key ID, so that an entry can be removed without reading the others. */
  retiring: v.record(v.string(), v.object({ until: text, usagePlanId: v.optional(text) })),
});

const attributesWithoutKeys = Object.keys(itemWithoutKeys.entries);

/** Reads an item without its gateway keys. */
export const WITHOUT_KEYS = {
  ProjectionExpression: attributesWithoutKeys.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(attributesWithoutKeys.map((name) => [`#${name}`, name])),
};

const apiKeyItem = v.object({
  pk: text,
  keyId: text,
  name: text,
  orgId: v.exactOptional(text),
  mode: v.picklist(KEY_MODES),
  scopes: v.array(v.picklist(KEY_SCOPES)),
  createdAt: text,
  expiresAt: v.exactOptional(text),
  prefix: text,
  lastUsedOn: v.exactOptional(text),
});

export function toOrganizationItem(organization: Organization): v.InferOutput<typeof organizationItem> {
  const { orgId, plan, gatewayKey, retiring, ...rest } = organization;
  return {
    ...organizationKey(orgId),
    ...rest,
    plan: plan.name,
    ...(plan.name === 'enterprise' ? { requestsPerMinute: plan.requestsPerMinute } : {}),
    gatewayKeyId: gatewayKey.id,
    gatewayKeyValue: gatewayKey.value,
    usagePlanId: gatewayKey.planId,
    retiring: Object.fromEntries(retiring.map(({ id, ...entry }) => [id, toRetiringEntry(entry)])),
  };
}

export function toRetiringEntry(entry: { readonly planId?: string; readonly until: string }) {
  return { until: entry.until, ...(entry.planId === undefined ? {} : { usagePlanId: entry.planId }) };
}

/** @throws ValiError if the item was not written by `toOrganizationItem`. */
export function fromOrganizationItem(item: unknown): Organization {
  const { gatewayKeyId, gatewayKeyValue, usagePlanId, retiring } = v.parse(organizationItem, item);
  return {
    ...fromItemWithoutKeys(item),
    gatewayKey: { id: gatewayKeyId, value: gatewayKeyValue, planId: usagePlanId },
    retiring: Object.entries(retiring).map(([id, entry]) => ({
      id,
      until: entry.until,
      ...(entry.usagePlanId === undefined ? {} : { planId: entry.usagePlanId }),
    })),
  };
}

/** @throws ValiError if the item was not written by `toOrganizationItem`. */
export function fromItemWithoutKeys(item: unknown): OrganizationWithoutKeys {
  const { pk, plan, requestsPerMinute, ...rest } = v.parse(itemWithoutKeys, item);
  return {
    ...rest,
    orgId: pk.slice('ORG#'.length),
    plan:
      plan === 'standard'
        ? { name: plan }
        : { name: plan, requestsPerMinute: v.parse(v.number(), requestsPerMinute) },
  };
}

export function toApiKeyItem({ hash, scopes, ...rest }: ApiKeyRecord): v.InferOutput<typeof apiKeyItem> {
  return { ...apiKeyKey(hash), ...rest, scopes: [...scopes] };
}

/** @throws ValiError if the item was not written by `toApiKeyItem`. */
export function fromApiKeyItem(item: unknown): ApiKeyRecord {
  const { pk, ...rest } = v.parse(apiKeyItem, item);
  return { ...rest, hash: pk.slice('KEY#'.length) };
}

/** A transaction step that creates an item and fails if it already exists. */
export const putNew = (table: string, item: Record<string, unknown>): TransactItem => ({
  Put: { TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
});

/** The transaction steps that create a key and its look-up item by key ID. */
export const putNewKey = (table: string, record: ApiKeyRecord): readonly TransactItem[] => [
  putNew(table, toApiKeyItem(record)),
  putNew(table, { ...apiKeyIdKey(record.keyId), hash: record.hash }),
];

/** The transaction steps that delete a key and its look-up item. */
export const deleteKeyItems = (
  table: string,
  { hash, keyId }: Pick<ApiKeyRecord, 'hash' | 'keyId'>,
): readonly TransactItem[] =>
  [apiKeyKey(hash), apiKeyIdKey(keyId)].map((Key) => ({ Delete: { TableName: table, Key } }));
