import type { KeyedAnswer, KeyedCall } from '../../../shared/accounts/idempotency/idempotency-store.ts';
import { createContractRatesUseCase } from '../../../shared/contracts/create-contract-rates.ts';
import { deleteContractRateUseCase } from '../../../shared/contracts/delete-contract-rate.ts';
import { listContractRatesUseCase } from '../../../shared/contracts/listing/list-contract-rates.ts';
import { createContractRateIds } from '../../../shared/contracts/rate/contract-rate-id.ts';
import { readContractRateUseCase } from '../../../shared/contracts/read-contract-rate.ts';
import type { ContractRateStore } from '../../../shared/contracts/record/contract-rate-store.ts';
import { replaceContractRateUseCase } from '../../../shared/contracts/replace-contract-rate.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { createInMemoryContractRates } from '../../support/in-memory-contract-rates.ts';

export const NOW = new Date('2026-11-23T12:00:00Z');

const places = createEmbeddedGeocoder();
const directory = buildEmbeddedDirectory(loadTerminals());

/** A call with an Idempotency-Key. */
export const keyedCall = (key: string, bodyHash = key): KeyedCall => ({
  ...{ orgId: 'org_1', mode: 'test', operation: 'create-contract-rates', key, bodyHash, at: NOW },
});

/** The operations on rates in memory. @param change of the store, for example to fail. */
export function contractOperations(
  change: (rates: ContractRateStore) => Partial<ContractRateStore> = () => ({}),
) {
  const stored = createInMemoryContractRates();
  const rates = { ...stored, ...change(stored) };
  const answers = new Map<string, KeyedAnswer>();
  const ports = {
    rates,
    places,
    terminals: { current: async () => directory },
    newRateId: createContractRateIds(),
    now: () => NOW,
    answers: {
      find: async ({ key }: KeyedCall) => {
        const answer = answers.get(key);
        return answer && { bodyHash: answer.call.bodyHash, body: answer.body };
      },
    },
    rememberAnswer: async (answer: KeyedAnswer) => {
      if (answers.has(answer.call.key)) return false;
      answers.set(answer.call.key, answer);
      return true;
    },
  };
  return {
    rates: stored,
    create: createContractRatesUseCase(ports),
    replace: replaceContractRateUseCase(ports),
    delete: deleteContractRateUseCase(rates),
    read: readContractRateUseCase(rates),
    list: listContractRatesUseCase(rates),
  };
}
