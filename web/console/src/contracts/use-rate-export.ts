import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { rateFileHeader, rateLine } from '../../../../shared/contracts/files/write-rate-file.ts';
import type { ListContractRatesQuery } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { usePageSignal } from '../files/use-page-signal.ts';
import { downloadCsv } from '../format/download.ts';

/** Rates of a page: an answer stays below the size that the console reads. */
const PAGE_SIZE = 1_000;

/** Downloads all rates of a filter as a file that an import reads. */
export function useRateExport() {
  const { client } = useSession();
  const stop = usePageSignal();
  const [read, setRead] = useState(0);
  const mutation = useMutation({
    mutationFn: async (query: ListContractRatesQuery) => {
      const { signal } = stop.current;
      const lines = [rateFileHeader];
      setRead(0);
      const list = client.contractRates.list({ ...query, cursor: undefined, limit: PAGE_SIZE }, { signal });
      for await (const rate of list) {
        lines.push(rateLine(rate));
        if ((lines.length - 1) % PAGE_SIZE === 0) setRead(lines.length - 1);
      }
      downloadCsv('contract-rates.csv', lines.join(''));
      return lines.length - 1;
    },
  });
  return { ...mutation, read };
}
