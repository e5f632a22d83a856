import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreateRfpBody } from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { SendRejectedError, sendFile, usePageSignal } from '../files/send-file.tsx';
import type { SentLanes } from './lane-input.ts';

interface NewRfp {
  readonly body: CreateRfpBody;
  readonly sent: SentLanes;
  /** Identifies the lanes: a repeated try with the same lanes continues the same RFP. */
  readonly lanesKey: unknown;
}

/** Creates an RFP, and sends its file if its lanes are in one. */
export function useCreateRfp() {
  const { client } = useSession();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [share, setShare] = useState<number>();
  const [attempt, setAttempt] = useState(0);
  const stop = usePageSignal();
  const creation = useMutation({
    mutationFn: async ({ body, sent, lanesKey }: NewRfp) => {
      const { signal } = stop.current;
      const idempotencyKey = keyFor({ body, lanesKey, attempt });
      if ('lanes' in sent)
        return await client.rfps.create({ ...body, lanes: sent.lanes }, { idempotencyKey, signal });
      const { columns } = sent;
      const created = await client.rfps.create(
        { ...body, source: 'upload', ...(columns && { columns }) },
        { idempotencyKey, signal },
      );
      if (created.upload === undefined) throw new SendRejectedError('the address has expired');
      setShare(0);
      await sendFile(created.upload, sent.file, { signal, onProgress: setShare });
      return created;
    },
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['rfps', 'list'] }),
    // A new try makes another RFP: this address accepts no file.
    onError: (error) => {
      if (error instanceof SendRejectedError) setAttempt((before) => before + 1);
    },
    onSettled: () => setShare(undefined),
  });
  return { ...creation, share };
}
