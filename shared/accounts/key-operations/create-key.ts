import type * as v from 'valibot';
import type { Caller } from '../../platform/account/account.ts';
import { type Answer, succeed } from '../../platform/http/outcome.ts';
import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import { authorOf } from '../audit/audit-event.ts';
import type { IdempotencyStore, KeyedCall } from '../idempotency/idempotency-store.ts';
import { addKey, type ChangeKeysPorts } from './change-keys.ts';
import { answerOf, type createdKeyAnswer, describeKey } from './key-document.ts';
import { answerUnchanged } from './key-rejections.ts';
import { readKeyCreation } from './read-key-body.ts';

export interface CreateKeyPorts extends ChangeKeysPorts {
  readonly answers: IdempotencyStore;
}

/**
 * Creates a key with the mode of the calling key and returns it, once. `keyed` is set if the call has an
 * Idempotency-Key.
 */
export function createKeyUseCase(ports: CreateKeyPorts) {
  return async (
    body: unknown,
    caller: Caller,
    keyed?: KeyedCall,
  ): Promise<Answer<v.InferOutput<typeof createdKeyAnswer>>> => {
    const { orgId, mode, keyId } = caller;
    const callerEndsAt = (await ports.keys.find(keyId))?.expiresAt;
    const request = readKeyCreation(body, ports.now(), callerEndsAt);
    if (!request.ok) return request;
    const isBounded =
      callerEndsAt !== undefined && (Object(body) as { expiresAt?: unknown }).expiresAt == null;
    const warnings = isBounded
      ? [
          `The key expires at ${callerEndsAt}, as the calling API key does. A key without an expiry can make a lasting one.`,
        ]
      : [];
    const described = (record: ApiKeyRecord) => ({ ...describeKey(record), warnings });
    const created = await addKey(
      ports,
      authorOf(caller),
      { orgId, mode },
      request.body,
      ({ record }) => keyed && { call: keyed, body: JSON.stringify(answerOf(described(record))) },
    );
    if (created.ok) return succeed(answerOf({ ...described(created.record), apiKey: created.apiKey }));
    return answerUnchanged(ports.answers, created.reason, keyed);
  };
}
