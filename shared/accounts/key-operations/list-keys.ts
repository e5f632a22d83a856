import type * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { type Outcome, succeed } from '../../platform/http/outcome.ts';
import type { ApiKeyStore } from '../organizations/api-key-store.ts';
import { answerOf, describeKey, type keyListAnswer } from './key-document.ts';

export interface ListKeysPorts {
  readonly keys: Pick<ApiKeyStore, 'list'>;
  readonly now: () => Date;
}

/** Lists the keys of the caller's account, oldest first, without expired keys. */
export function listKeysUseCase({ keys, now }: ListKeysPorts) {
  return async ({ orgId, mode }: Account): Promise<Outcome<v.InferOutput<typeof keyListAnswer>>> =>
    succeed(answerOf((await keys.list({ orgId, mode }, now())).map(describeKey)));
}
