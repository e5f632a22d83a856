import * as v from 'valibot';
import { KEY_MODES } from '../../platform/account/account.ts';
import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import { MAX_KEYS, MAX_REPLACED_KEYS } from '../api-keys/key-register.ts';
import { KEY_SCOPES } from '../api-keys/key-scope.ts';

const moment = v.pipe(v.string(), v.isoTimestamp());

/** A key as the API shows it. */
export const keyDocument = v.looseObject({
  id: v.string(),
  prefix: v.string(),
  name: v.string(),
  scopes: v.array(v.picklist(KEY_SCOPES)),
  mode: v.picklist(KEY_MODES),
  createdAt: moment,
  expiresAt: v.nullable(moment),
  lastUsedOn: v.nullable(v.pipe(v.string(), v.isoDate())),
});
export type KeyDocument = v.InferOutput<typeof keyDocument>;

/** The secret is absent if a stored answer is replayed. */
export const issuedKeyDocument = v.looseObject({
  ...keyDocument.entries,
  apiKey: v.exactOptional(v.string()),
});

/** The 200 bodies. */
export const keyListAnswer = v.looseObject({
  status: v.literal('success'),
  data: v.pipe(v.array(keyDocument), v.maxLength(MAX_KEYS + MAX_REPLACED_KEYS)),
});
export const createdKeyAnswer = v.looseObject({
  status: v.literal('success'),
  data: v.looseObject({ ...issuedKeyDocument.entries, warnings: v.array(v.string()) }),
});
export const rotatedKeyAnswer = v.looseObject({
  status: v.literal('success'),
  data: v.looseObject({
    ...issuedKeyDocument.entries,
    replaces: v.looseObject({ id: v.string(), expiresAt: moment }),
  }),
});
export const deletedKeyAnswer = v.looseObject({
  status: v.literal('success'),
  data: v.looseObject({ id: v.string(), deleted: v.literal(true) }),
});

export const describeKey = (record: ApiKeyRecord): KeyDocument => ({
  id: record.keyId,
  prefix: record.prefix,
  name: record.name,
  scopes: [...record.scopes],
  mode: record.mode,
  createdAt: record.createdAt,
  expiresAt: record.expiresAt ?? null,
  lastUsedOn: record.lastUsedOn ?? null,
});

export const answerOf = <Data>(data: Data) => ({ status: 'success' as const, data });
