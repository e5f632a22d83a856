import type * as v from 'valibot';
import type { Account } from '../platform/account/account.ts';
import { ContendedWriteError } from '../platform/dynamodb/contended-write-error.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { contractRateNotFound } from './contract-rejections.ts';
import type { deletedRateAnswer } from './documents/rate-document.ts';
import { parseContractRateId } from './rate/contract-rate-id.ts';
import type { ContractRateStore } from './store/dynamodb-contract-rate-store.ts';

const MAX_ATTEMPTS = 4;

/**
 * Deletes a rate; its versions stay readable.
 * @throws ContendedWriteError if other calls changed the rate each time.
 */
export function deleteContractRateUseCase(rates: Pick<ContractRateStore, 'read' | 'write'>) {
  return async (text: string, caller: Account): Promise<Outcome<v.InferOutput<typeof deletedRateAnswer>>> => {
    const rateId = parseContractRateId(text);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const before = rateId && (await rates.read(caller, rateId));
      if (!before) return reject(contractRateNotFound(text));
      const [outcome] = await rates.write(caller, [{ before, after: undefined }]);
      if (outcome === 'written') return succeed({ rate: { rate_id: before.rate.rateId, deleted: true } });
    }
    throw new ContendedWriteError('other calls changed the contract rate');
  };
}
