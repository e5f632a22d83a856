import * as v from 'valibot';
import { KEY_MODES } from '../../platform/account/account.ts';
import type { DescribedError, FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import { MAX_KEYS, MAX_REPLACED_KEYS } from '../api-keys/key-register.ts';
import { KEY_SCOPES } from '../api-keys/key-scope.ts';

const moment = v.pipe(v.string(), v.isoTimestamp());

const keyDocument = v.looseObject({
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

export const KEY_FIELDS: FieldTexts = {
  id: { description: 'Id of the key.', examples: ['key_4Zf0QwT7bN2xKc9L'] },
  prefix: {
    description: 'First characters of the key, to identify it. They are not secret.',
    examples: ['frk_test_a1B2'],
  },
  name: 'Name of the key.',
  scopes: 'Operations that the key permits.',
  mode: 'Mode of the key.',
  createdAt: 'When the key was created, UTC.',
  expiresAt: 'When the key stops working, UTC; null = never. A rotation sets it on the old key.',
  lastUsedOn:
    'Last day in UTC with a call, recorded once a day; null = no call was recorded. It can be missing for minutes after the first call of a day.',
};

export const KEY_SCHEMAS: NamedSchemas = {
  ApiKey: { schema: keyDocument, description: 'An API key, without its secret.', fields: KEY_FIELDS },
};

export const keyFieldsIn = (path: string): FieldTexts =>
  Object.fromEntries(Object.entries(KEY_FIELDS).map(([name, text]) => [`${path}.${name}`, text]));

export const SECRET_FIELD =
  'The key. Only this response contains it. It is absent if `Idempotency-Replayed` is true.';

export const CALLING_KEY_ENDED: DescribedError = {
  status: 403,
  when: 'The calling key was deleted or has expired in the meantime, the new key would have a scope that the calling key lacks or work longer than it, or the deleted key replaces the calling key.',
};

export const KEY_NOT_FOUND: DescribedError = {
  status: 404,
  when: 'The organization and mode of the calling key have no such key, or the key has expired.',
};

export const ROTATION_REJECTED: DescribedError = {
  status: 409,
  when: `The key was already rotated, ${MAX_REPLACED_KEYS} rotated keys still work, or the Idempotency-Key was used with another request.`,
};

export const KEYS_CHANGE: DescribedError = {
  status: 429,
  when: 'Many calls change the keys of the organization at this moment.',
};
