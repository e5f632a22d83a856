import { replayOrReject } from '../accounts/idempotency/answer-once.ts';
import type { IdempotencyStore, KeyedAnswer, KeyedCall } from '../accounts/idempotency/idempotency-store.ts';
import type { Account } from '../platform/account/account.ts';
import { type Answer, succeed } from '../platform/http/outcome.ts';
import type { CreatedRates } from './documents/created-rates.ts';
import { callIdentity } from './record/rate-identity.ts';
import type { RatesRequest } from './request/read-contract-rates.ts';
import { type WriteContractRatesPorts, writeContractRatesUseCase } from './write-contract-rates.ts';

export interface CreateContractRatesPorts extends WriteContractRatesPorts {
  readonly answers: IdempotencyStore;
  /** False if the key has an answer. */
  readonly rememberAnswer: (answer: KeyedAnswer) => Promise<boolean>;
  readonly now: () => Date;
}

/**
 * Writes the rates of a call; see `writeContractRatesUseCase`. A repeated call with an Idempotency-Key continues after a
 * crash, or returns the first answer.
 */
export function createContractRatesUseCase(ports: CreateContractRatesPorts) {
  const writeRates = writeContractRatesUseCase(ports);
  return async (request: RatesRequest, caller: Account, keyed?: KeyedCall): Promise<Answer<CreatedRates>> => {
    const written = await writeRates(request, caller, {
      at: ports.now(),
      identityOf: (index) => keyed && callIdentity(keyed, index),
    });
    if (!written.ok || keyed === undefined) return written;
    const isFirst = await ports.rememberAnswer({ call: keyed, body: JSON.stringify(written.body) });
    return isFirst ? succeed(written.body) : replayOrReject(ports.answers, keyed);
  };
}
