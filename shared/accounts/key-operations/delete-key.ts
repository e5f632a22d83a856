import type * as v from 'valibot';
import type { Caller } from '../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { isKeyId } from '../api-keys/api-key-record.ts';
import { authorOf } from '../audit/audit-event.ts';
import { type ChangeKeysPorts, removeKey } from './change-keys.ts';
import { answerOf, type deletedKeyAnswer } from './key-document.ts';
import { KEY_REJECTIONS } from './key-rejections.ts';

export function deleteKeyUseCase(ports: ChangeKeysPorts) {
  return async (keyId: string, caller: Caller): Promise<Outcome<v.InferOutput<typeof deletedKeyAnswer>>> => {
    if (!isKeyId(keyId)) return reject(KEY_REJECTIONS['unknown-key']);
    const { orgId, mode } = caller;
    const removed = await removeKey(ports, authorOf(caller), { orgId, mode }, keyId);
    return removed.ok
      ? succeed(answerOf({ id: keyId, deleted: true as const }))
      : reject(KEY_REJECTIONS[removed.reason]);
  };
}
