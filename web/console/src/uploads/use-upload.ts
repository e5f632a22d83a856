import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ColumnChoice } from '../../../../shared/sheets/table.ts';
import { useSession } from '../api/session.tsx';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { SendRejectedError, sendFile } from '../files/send-file.ts';
import { usePageSignal } from '../files/use-page-signal.ts';
import { isRunning, type Upload, type UploadKind } from './upload.ts';

const POLL_MS = 1_500;
const PARAMETER = 'upload';

/** The API accepts 255 characters. */
const MAX_NAME_LENGTH = 255;

/** A file, and what its columns mean where it differs from how headers are read. */
export interface SentFile {
  readonly file: File;
  readonly columns: ColumnChoice;
}

/** The upload that the page shows. */
export interface ShownUpload<One extends Upload> {
  /** Sends a file and then follows its import. A repeated call with the same file and columns continues the same upload. */
  send(sent: SentFile): void;
  /** Share of the file that was sent, 0 to 1; undefined if no file is being sent. */
  readonly sent: number | undefined;
  /** Why the file was not sent. */
  readonly sendError: Error | null;
  /** Whether the upload was sent on this page, and not found in its address. */
  readonly isNew: boolean;
  /** The upload in the address of the page. */
  readonly document: One | undefined;
  readonly readError: Error | null;
  readAgain(): void;
  /** Shows no upload. */
  clear(): void;
}

/** Sends files and follows their imports. The address has the id, so that the page can be loaded again. */
export function useUpload<One extends Upload>(kind: UploadKind<One>): ShownUpload<One> {
  const { client } = useSession();
  const queries = useQueryClient();
  const [parameters, setParameters] = useSearchParams();
  const id = parameters.get(PARAMETER);
  const keyOf = useIdempotencyKey();
  const [sent, setSent] = useState<number>();
  const [attempt, setAttempt] = useState(0);
  const stop = usePageSignal();

  const sending = useMutation({
    mutationFn: async ({ file, columns }: SentFile) => {
      const { signal } = stop.current;
      setSent(0);
      const { name, size, lastModified } = file;
      const idempotencyKey = keyOf({ name, size, lastModified, columns, attempt });
      const announced = {
        fileName: name.slice(-MAX_NAME_LENGTH),
        ...(Object.keys(columns).length > 0 && { columns }),
      };
      const created = await kind.create(client, announced, { idempotencyKey, signal });
      if (created.address === undefined) throw new SendRejectedError('the address has expired');
      await sendFile(created.address, file, { signal, onProgress: setSent });
      return created.id;
    },
    onSuccess: (created) => {
      setAttempt((before) => before + 1);
      setParameters({ [PARAMETER]: created }, { replace: true });
    },
    // A new try begins a new upload: this address accepts no file.
    onError: (error) => {
      if (error instanceof SendRejectedError) setAttempt((before) => before + 1);
    },
    onSettled: () => setSent(undefined),
  });

  const upload = useQuery({
    queryKey: ['uploads', kind.changes, id],
    queryFn: ({ signal }) => kind.read(client, id ?? '', signal),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.error === null && (state.data === undefined || isRunning(state.data)) ? POLL_MS : false,
    staleTime: 0,
  });
  const state = upload.data?.state;
  useEffect(() => {
    if (state === 'imported' || state === 'failed')
      void queries.invalidateQueries({ queryKey: [kind.changes] });
  }, [state, queries, kind]);

  return {
    send: sending.mutate,
    sent,
    sendError: sending.error,
    isNew: sending.isSuccess,
    document: id === null ? undefined : upload.data,
    readError: id === null ? null : upload.error,
    readAgain: () => void upload.refetch(),
    clear: () => {
      sending.reset();
      setParameters({}, { replace: true });
    },
  };
}
