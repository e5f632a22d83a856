import { Progress } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { KeyedCallOptions } from '../api/client.ts';
import { ExplainedError } from '../api/describe-error.ts';
import { useIdempotencyKey } from '../api/session.tsx';
import { percent } from '../format/numbers.ts';
import { onOwnOrigin } from './csv-file.ts';

/** How much of a file was sent. @param share 0 to 1 */
export const Sending = ({ share }: { readonly share: number }) => (
  <div className="stack">
    <p className="text">Sending the file: {percent(Math.floor(share * 100) / 100)}</p>
    <Progress value={share * 100} aria-label={`${Math.floor(share * 100)}% of the file was sent`} />
  </div>
);

/** The network failed or the service stopped answering while a file was sent. */
const interrupted = () =>
  new ExplainedError(
    'The file was not sent completely',
    'Check your network and try again. A file that has already arrived is not sent again.',
    'retry',
  );

class SendRejectedError extends ExplainedError {
  constructor() {
    super(
      'The file was not accepted',
      'The permission to send this file has ended. Try again to get a new one.',
      'retry',
    );
  }
}

export interface FileAddress {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** 412: an earlier try has stored the file, and its answer was lost. */
const STORED: readonly number[] = [200, 412];

/**
 * Sends a file to the address of an upload.
 * @param onProgress is called with the share of the file that was sent, 0 to 1.
 * @throws SendRejectedError if the address accepts the file no more; ExplainedError after an interruption.
 */
function sendFile(
  { url, method, headers }: FileAddress,
  file: Blob,
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress(share: number): void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    // fetch does not report how much of a body was sent.
    const request = new XMLHttpRequest();
    request.open(method, onOwnOrigin(url));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const { status } = request;
      if (STORED.includes(status)) resolve();
      else reject(status >= 500 ? interrupted() : new SendRejectedError());
    };
    for (const event of ['error', 'timeout', 'abort'] as const)
      request.addEventListener(event, () => reject(interrupted()));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

/** Its signal is aborted when the person leaves the page. */
export function usePageSignal(): RefObject<AbortController> {
  const stop = useRef(new AbortController());
  useEffect(() => {
    const current = new AbortController();
    stop.current = current;
    return () => current.abort();
  }, []);
  return stop;
}

interface Begun<Created> {
  readonly created: Created;
  /** Absent: nothing is left to send. */
  readonly file?: Blob;
  /** Of the file; undefined after it has expired. */
  readonly address?: FileAddress | undefined;
}

/**
 * Creates a thing and sends its file. A repeated try with the same `key` continues the same thing.
 * @param begin creates the thing, or finds what an earlier try created.
 */
export function useFileSending<Sent extends { readonly key: unknown }, Created>(
  begin: (sent: Sent, options: KeyedCallOptions) => Promise<Begun<Created>>,
  onSent: (created: Created) => void,
) {
  const keyFor = useIdempotencyKey();
  const [share, setShare] = useState<number>();
  const [attempt, setAttempt] = useState(0);
  const stop = usePageSignal();
  const sending = useMutation({
    mutationFn: async (sent: Sent) => {
      const { signal } = stop.current;
      const idempotencyKey = keyFor({ key: sent.key, attempt });
      const { created, file, address } = await begin(sent, { idempotencyKey, signal });
      if (file === undefined) return created;
      if (address === undefined) throw new SendRejectedError();
      setShare(0);
      await sendFile(address, file, { signal, onProgress: setShare });
      return created;
    },
    onSuccess: (created) => {
      setAttempt((before) => before + 1);
      onSent(created);
    },
    // A new try begins another thing: this address accepts no file.
    onError: (error) => {
      if (error instanceof SendRejectedError) setAttempt((before) => before + 1);
    },
    onSettled: () => setShare(undefined),
  });
  return { ...sending, share };
}
