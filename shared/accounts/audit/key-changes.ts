import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import type { AuditDetails, AuditedChange } from './audit-event.ts';

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
