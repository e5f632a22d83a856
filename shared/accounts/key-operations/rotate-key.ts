import type * as v from 'valibot';
import type { Caller } from '../../platform/account/account.ts';
import { type Answer, reject, succeed } from '../../platform/http/outcome.ts';
import { isKeyId } from '../api-keys/api-key-record.ts';
import { authorOf } from '../audit/audit-event.ts';
import type { IdempotencyStore, KeyedCall } from '../idempotency/idempotency-store.ts';
import { type ChangeKeysPorts, type RotatedKey, replaceKey } from './change-keys.ts';
import { answerOf, describeKey, type rotatedKeyAnswer } from './key-document.ts';
import { answerUnchanged, KEY_REJECTIONS } from './key-rejections.ts';
import { readOverlapHours } from './read-key-body.ts';

const HOUR_MS = 3_600_000;

export interface RotateKeyPorts extends ChangeKeysPorts {
  readonly answers: IdempotencyStore;
}

export function rotateKeyUseCase(ports: RotateKeyPorts) {
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
    return answerUnchanged(ports.answers, rotated.reason, keyed);
  };
}
