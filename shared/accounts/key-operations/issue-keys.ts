import type * as v from 'valibot';
import type { Caller } from '../../platform/account/account.ts';
import { type Answer, reject, succeed } from '../../platform/http/outcome.ts';
import { type ApiKeyRecord, isKeyId } from '../api-keys/api-key-record.ts';
import { authorOf } from '../audit/audit-event.ts';
import type { KeyedCall } from '../idempotency/dynamodb-idempotency-store.ts';
import { addKey, type ChangeKeysPorts, type RotatedKey, replaceKey } from './change-keys.ts';
import { answerOf, type createdKeyAnswer, describeKey, type rotatedKeyAnswer } from './key-document.ts';
import { KEY_REJECTIONS } from './key-rejections.ts';
import { readKeyCreation, readOverlapHours } from './read-key-body.ts';

/**
 * Creates a key with the mode of the calling key and returns it, once. `keyed` is set if the call has an
 * Idempotency-Key.
 */
export function createKeyUseCase(ports: ChangeKeysPorts) {
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
    return reject(KEY_REJECTIONS[created.reason]);
  };
}

const HOUR_MS = 3_600_000;

export function rotateKeyUseCase(ports: ChangeKeysPorts) {
  return async (
    keyId: string,
    body: unknown,
    caller: Caller,
    keyed?: KeyedCall,
  ): Promise<Answer<v.InferOutput<typeof rotatedKeyAnswer>>> => {
    const overlapHours = readOverlapHours(body);
    if (!overlapHours.ok) return overlapHours;
    if (!isKeyId(keyId)) return reject(KEY_REJECTIONS['unknown-key']);
    const described = ({ record, oldEndsAt }: RotatedKey) => ({
      ...describeKey(record),
      replaces: { id: keyId, expiresAt: oldEndsAt },
    });
    const { orgId, mode } = caller;
    const rotated = await replaceKey(
      ports,
      authorOf(caller),
      { orgId, mode },
      keyId,
      overlapHours.body * HOUR_MS,
      (issued) => keyed && { call: keyed, body: JSON.stringify(answerOf(described(issued))) },
    );
    if (rotated.ok) return succeed(answerOf({ ...described(rotated), apiKey: rotated.apiKey }));
    return reject(KEY_REJECTIONS[rotated.reason]);
  };
}
