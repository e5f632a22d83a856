import { Button, CopyButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ConnectionError } from '../api/client.ts';
import { describeError } from '../api/describe-error.ts';
import styles from '../styles/parts.module.css';
import { Notice } from './notice.tsx';

interface ErrorNoticeProps {
  readonly error: unknown;
  /** What to do after a lost answer to a call that is not repeated safely. */
  readonly lostAdvice?: string;
  /** Name of the lane that was sent at an index, if the page numbers its lanes otherwise. */
  laneName?(index: number): string;
  onRetry?(): void;
}

/** An error with what to do, its request id, and a countdown where the service states when to try again; nothing without one. */
export const ErrorNotice = (props: ErrorNoticeProps) =>
  props.error === null ? null : <ShownError {...props} />;

function ShownError({ error, lostAdvice, laneName, onRetry }: ErrorNoticeProps) {
  const { title, details, advice, requestId, retryAfter, canRetry } = describeError(error, laneName);
  const seconds = useCountdown(error, retryAfter);
  return (
    <Notice tone="red" title={title} role="alert">
      {details.map((detail) => (
        <p key={detail} className="text">
          <bdi>{detail}</bdi>
        </p>
      ))}
      <p className="text">
        {error instanceof ConnectionError ? (lostAdvice ?? advice) : advice}
        {seconds > 0 ? ` You can try again in ${seconds} s.` : ''}
      </p>
      {requestId === undefined ? null : (
        <p className="small">
          Request id <code>{requestId}</code>{' '}
          <CopyButton value={requestId}>
            {({ copied, copy }) => (
              <button type="button" className={styles.textButtonButton} onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </button>
            )}
          </CopyButton>
        </p>
      )}
      {canRetry && onRetry !== undefined ? (
        <Button size="xs" variant="default" mt="xs" onClick={() => onRetry()} disabled={seconds > 0}>
          Try again
        </Button>
      ) : null}
    </Notice>
  );
}

/** Seconds until a retry can succeed, counted down from the arrival of the error. */
function useCountdown(error: unknown, retryAfter: number | undefined): number {
  const [seconds, setSeconds] = useState(retryAfter ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each error starts its own countdown
  useEffect(() => {
    // A clock that only goes forward: the clock of the machine can be set while the person waits.
    const end = performance.now() + (retryAfter ?? 0) * 1_000;
    const update = () => setSeconds(Math.max(0, Math.ceil((end - performance.now()) / 1_000)));
    update();
    if (retryAfter === undefined) return;
    const timer = setInterval(update, 250);
    return () => clearInterval(timer);
  }, [error, retryAfter]);
  return seconds;
}
