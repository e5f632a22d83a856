import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { groupBody, groupKey, rateGroups } from '../../../../../shared/contracts/files/rate-groups.ts';
import type { CreateContractRatesBody } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { usePageSignal } from '../../files/use-page-signal.ts';
import { addAnswer, type ImportResult, NO_RESULT } from './import-result.ts';
import type { RateFile } from './rate-file.ts';

/** 500 rates take longer than other calls. */
const CALL_TIMEOUT_MS = 90_000;

/**
 * Sends the rows of a file in calls of up to 500. After an error, a repeated call with the same file continues with the
 * group that failed. The Idempotency-Keys come from the content of the file: no rate is written twice.
 */
export function useRateImport() {
  const { client } = useSession();
  const queries = useQueryClient();
  const stop = usePageSignal();
  const next = useRef({ digest: '', group: 0, result: NO_RESULT });
  const [result, setResult] = useState<ImportResult>(NO_RESULT);
  const sending = useMutation({
    mutationFn: async ({ rows, digest }: RateFile) => {
      const { signal } = stop.current;
      if (next.current.digest !== digest) next.current = { digest, group: 0, result: NO_RESULT };
      setResult(next.current.result);
      const groups = rateGroups(rows);
      for (let at = next.current.group; at < groups.length; at += 1) {
        const group = groups[at] ?? [];
        const { data, response } = await client.contractRates
          .create(groupBody(group) as unknown as CreateContractRatesBody, {
            idempotencyKey: groupKey(digest, at),
            signal,
            timeoutMs: CALL_TIMEOUT_MS,
          })
          .withResponse();
        const isReplay = response.headers.get('Idempotency-Replayed') === 'true';
        const after = addAnswer(next.current.result, group, data, isReplay);
        next.current = { digest, group: at + 1, result: after };
        setResult(after);
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['contract-rates'] }),
  });
  const clear = () => {
    next.current = { digest: '', group: 0, result: NO_RESULT };
    setResult(NO_RESULT);
    sending.reset();
  };
  return { ...sending, result, clear };
}
