import type { Caller } from '../../platform/account/account.ts';
import { createSortableIds, firstSortableIdAt, SORTABLE_DIGITS } from '../../platform/ids/sortable-id.ts';
import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';

export const AUDIT_ACTIONS = [
  'key.created',
  'key.rotated',
  'key.deleted',
  'pricing_strategy.replaced',
  'accessorial_tariff.replaced',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'share_link.created',
  'share_link.revoked',
  'organization.created',
  'organization.suspended',
  'organization.resumed',
  'organization.limits_changed',
  'organization.plan_changed',
  'organization.sharing_changed',
  'organization.exported',
  'organization.gateway_key_rotated',
  'organization.mail_changed',
  'event.sent',
  'loads.imported',
  'quotes.copied',
  'quotes.recounted',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_TARGETS = [
  'key',
  'pricing_strategy',
  'accessorial_tariff',
  'webhook',
  'quote',
  'organization',
] as const;
export type AuditTarget = (typeof AUDIT_TARGETS)[number];

/** Who made a change: a key by an API call, or an operator of the service. */
export type Author =
  | { readonly type: 'key'; readonly keyId: string; readonly requestId: string }
  | { readonly type: 'operator' };

export const OPERATOR: Author = { type: 'operator' };

export const authorOf = ({ keyId, requestId }: Caller): Author => ({ type: 'key', keyId, requestId });

/** Facts of a change: texts, numbers and lists of texts. Never a secret. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** A change as the code that makes it describes it. */
export interface AuditedChange {
  readonly action: AuditAction;
  readonly target: { readonly type: AuditTarget; readonly id: string };
  readonly details?: AuditDetails;
}

export interface AuditEvent extends AuditedChange {
  /** Sorts in order of creation. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly author: Author;
}

/** How long an event is shown. DynamoDB deletes it up to days later. */
export const AUDIT_RETENTION_DAYS = 400;

const PREFIX = 'aud_';
export const AUDIT_EVENT_ID = new RegExp(`^${PREFIX}${SORTABLE_DIGITS}$`);
const newId = createSortableIds(PREFIX);

/** A text that sorts before all ids from `ms` (since 1970) onwards, and after all earlier ids. */
export const firstAuditEventIdAt = (ms: number): string => firstSortableIdAt(PREFIX, ms);

export const auditEvent = (change: AuditedChange, author: Author, at: Date): AuditEvent => ({
  ...change,
  id: newId(at),
  at: at.toISOString(),
  author,
});

/** What the log shows of a key. */
const shown = ({ name, prefix, scopes, expiresAt }: ApiKeyRecord): AuditDetails => ({
  name,
  prefix,
  scopes,
  ...(expiresAt === undefined ? {} : { expiresAt }),
});

const key = (id: string) => ({ type: 'key', id }) as const;

export const keyCreated = (record: ApiKeyRecord): AuditedChange => ({
  action: 'key.created',
  target: key(record.keyId),
  details: shown(record),
});

/** @param endsAt when the old key expires: ISO 8601, UTC. */
export const keyRotated = (old: ApiKeyRecord, record: ApiKeyRecord, endsAt: string): AuditedChange => ({
  action: 'key.rotated',
  target: key(old.keyId),
  details: { ...shown(record), newKeyId: record.keyId, oldKeyExpiresAt: endsAt },
});

export const keyDeleted = (record: ApiKeyRecord): AuditedChange => ({
  action: 'key.deleted',
  target: key(record.keyId),
  details: shown(record),
});
