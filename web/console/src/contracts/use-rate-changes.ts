import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewContractRate, ReplaceContractRateBody } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';

/** Writes a rate. A repeated try after a lost answer writes it once. */
export function useCreateRate() {
  const { client } = useSession();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  return useMutation({
    mutationFn: (rate: NewContractRate) =>
      client.contractRates.create({ rates: [rate] }, { idempotencyKey: keyFor(rate) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['contract-rates'] }),
  });
}

/** Replaces a rate if it still has the version of the body. Equal terms change nothing, so a try can be repeated. */
export function useReplaceRate(rateId: string) {
  const { client } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ReplaceContractRateBody) => client.contractRates.replace(rateId, body),
    onSuccess: (rate) => {
      queries.setQueryData(['contract-rates', 'one', rateId], rate);
      void queries.invalidateQueries({ queryKey: ['contract-rates', 'list'] });
    },
  });
}

/** Deletes a rate. */
export function useDeleteRate(rateId: string) {
  const { client } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.contractRates.delete(rateId),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['contract-rates', 'list'] }),
  });
}
