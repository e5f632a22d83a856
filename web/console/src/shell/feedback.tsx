import { Anchor, Button, CopyButton, Paper, Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ConnectionError } from '../api/client.ts';
import { describeError } from '../api/describe-error.ts';
import { InvalidFields } from '../api/field-messages.ts';
import styles from '../styles/parts.module.css';

interface NoticeProps {
  readonly tone: 'green' | 'red' | 'yellow';
  readonly title: string;
  /** `alert` interrupts a screen reader. */
  readonly role?: 'alert' | 'note';
  readonly children: ReactNode;
}

export const Notice = ({ tone, title, role = 'note', children }: NoticeProps) => (
  <div className={styles.notice} data-tone={tone} role={role}>
    <p className={styles.noticeTitle}>{title}</p>
    {children}
  </div>
);

/** What a finished action has done. It takes the focus, because the button of the action is gone. */
export function ResultNotice({ title, children }: { title: string; children?: ReactNode }) {
  const notice = useRef<HTMLElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <section ref={notice} tabIndex={-1} aria-label={title}>
      <Notice tone="green" title={title}>
        {children}
      </Notice>
    </section>
  );
}

/** Why an action is not offered; nothing if it is. */
export const Blocked = ({ reason }: { readonly reason: string | undefined }) =>
  reason === undefined ? null : (
    <Notice tone="yellow" title="Not available with this key">
      {reason}
    </Notice>
  );

export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Paper withBorder p="xl" ta="center" c="dimmed">
    <Text fw={600} c="var(--mantine-color-text)">
      {title}
    </Text>
    {children}
  </Paper>
);

export const Loading = ({ rows = 4 }: { readonly rows?: number }) => (
  <div role="status">
    <span className="hidden-text">Loading</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
      <Skeleton key={row} height={row === 0 ? 28 : 18} mb="sm" width={row === 0 ? '40%' : '100%'} />
    ))}
  </div>
);

interface ErrorNoticeProps {
  readonly error: unknown;
  /** What to do after a lost answer to a call that is not repeated safely. */
  readonly lostAdvice?: string | undefined;
  /** Name of the lane that was sent at an index, if the page numbers its lanes otherwise. */
  readonly laneName?: (index: number) => string;
  readonly onRetry?: (() => void) | undefined;
}

/** An error with what to do, its request id, and a countdown where the service states when to try again; nothing without one. */
export const ErrorNotice = (props: ErrorNoticeProps) =>
  props.error === null || props.error instanceof InvalidFields ? null : <ShownError {...props} />;

function ShownError({ error, lostAdvice, laneName, onRetry }: ErrorNoticeProps) {
  const { title, tone, details, advice, requestId, retryAfter, canRetry, ...others } = describeError(
    error,
    laneName,
  );
  const { newerQuote, remedy } = others;
  const seconds = useCountdown(error, retryAfter);
  return (
    <Notice tone={tone} title={title} role="alert">
      {details.map((detail) => (
        <p key={detail} className="text">
          <bdi>{detail}</bdi>
        </p>
      ))}
      <p className="text">
        {error instanceof ConnectionError ? (lostAdvice ?? advice) : advice}
        {seconds > 0 ? ` You can try again in ${seconds} s.` : ''}
        {newerQuote === undefined ? null : (
          <>
            {' '}
            <Link to={`/quotes/${encodeURIComponent(newerQuote)}`}>Open the newer quote</Link>.
          </>
        )}
      </p>
      {requestId === undefined ? null : (
        <p className="small">
          Request id <code>{requestId}</code>{' '}
          <CopyButton value={requestId}>
            {({ copied, copy }) => (
              <Anchor component="button" type="button" inherit onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Anchor>
            )}
          </CopyButton>
        </p>
      )}
      {canRetry && onRetry !== undefined ? (
        <Button size="xs" variant="default" mt="xs" onClick={() => onRetry()} disabled={seconds > 0}>
          Try again
        </Button>
      ) : null}
      {remedy === undefined ? null : (
        <Button size="xs" variant="default" mt="xs" onClick={() => void remedy.run()}>
          {remedy.label}
        </Button>
      )}
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

export interface LoadedProps<Data> {
  readonly query: Pick<
    UseQueryResult<Data, unknown>,
    'data' | 'isError' | 'error' | 'refetch' | 'isPlaceholderData'
  >;
  readonly rows?: number;
  children(data: Data): ReactNode;
}

/** What a query answered: its content, its error above the content that is known, or the place of the content. */
export const Loaded = <Data,>({ query, rows = 8, children }: LoadedProps<Data>) => (
  <>
    <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
    {query.data !== undefined ? (
      <div className="loaded" aria-busy={query.isPlaceholderData}>
        {children(query.data)}
      </div>
    ) : query.isError ? null : (
      <Loading rows={rows} />
    )}
  </>
);

export const TextList = ({ texts }: { readonly texts: readonly string[] }) =>
  texts.length === 0 ? null : (
    <ul className="list">
      {texts.map((text) => (
        <li key={text}>
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
