import type { Delivery, DeliveryAttempt } from '../api/client.ts';
import { Time, Tone } from '../shell/page.tsx';
import { durationText } from './webhook-state.tsx';
import styles from './webhooks.module.css';

const ERRORS: Readonly<Record<NonNullable<DeliveryAttempt['error']>, string>> = {
  status: 'Answer is not 2xx',
  redirect: 'Redirect',
  timeout: 'No answer within 5 seconds',
  dns: 'Name not found',
  connect: 'No connection',
  tls: 'TLS error',
  reset: 'Connection broken',
  protocol: 'Answer is not HTTP',
  'rejected-address': 'Address not permitted',
  interrupted: 'Result unknown',
};

function attemptResult({ error, responseStatus }: DeliveryAttempt): string {
  const status = responseStatus === undefined ? undefined : `HTTP ${responseStatus}`;
  if (error === undefined || error === 'status') return status ?? 'Delivered';
  const text = ERRORS[error] ?? 'Failed';
  return status === undefined ? text : `${status}: ${text}`;
}

/** Headers of an attempt whose values are known. Signature and timestamp are new for each attempt and are not kept. */
const requestHeaders = (
  { id, eventId }: Pick<Delivery, 'id' | 'eventId'>,
  { number }: Pick<DeliveryAttempt, 'number'>,
): string =>
  [
    'Content-Type: application/json',
    `webhook-id: ${eventId}`,
    `X-Event-Id: ${eventId}`,
    `X-Delivery-Id: ${id}`,
    `X-Delivery-Attempt: ${number}`,
  ].join('\n');

const MIN_WAIT_MS = 1_500;
const MAX_WAIT_MS = 60_000;

/** Milliseconds until a pending delivery can have another state; false if all have ended. */
export function nextLook(
  deliveries: readonly Pick<Delivery, 'status' | 'nextAttemptAt'>[],
  now: number,
): number | false {
  const waits = deliveries
    .filter(({ status }) => status === 'pending')
    .map(({ nextAttemptAt }) => (nextAttemptAt === undefined ? 0 : Date.parse(nextAttemptAt) - now));
  if (waits.length === 0) return false;
  return Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, Math.min(...waits)));
}

interface AttemptProps {
  readonly delivery: Pick<Delivery, 'id' | 'eventId'>;
  readonly attempt: DeliveryAttempt;
}

export function Attempt({ delivery, attempt }: AttemptProps) {
  const { number, startedAt, durationMs, url, responseStatus, error, detail } = attempt;
  return (
    <section className={styles.attempt} aria-label={`Attempt ${number}`}>
      <header className={styles.attemptHead}>
        <h3>Attempt {number}</h3>
        <Tone color={error === undefined ? 'green' : 'red'}>{attemptResult(attempt)}</Tone>
        <span className="dimmed">
          <Time value={startedAt} />
          {durationMs === undefined ? null : `, took ${durationText(durationMs)}`}
        </span>
      </header>
      {detail === undefined ? null : (
        <p className="text">
          <bdi>{detail}</bdi>
        </p>
      )}
      <div className="halves">
        <div className={styles.side}>
          <h4>Request</h4>
          <p className="text">
            <code>
              POST <bdi>{url}</bdi>
            </code>
          </p>
          <pre className={styles.pre}>{requestHeaders(delivery, attempt)}</pre>
          <p className="small">
            <code>webhook-timestamp</code> and <code>webhook-signature</code> are new for each attempt and are
            not kept.
          </p>
        </div>
        <div className={styles.side}>
          <h4>Response</h4>
          <p className="text">
            {responseStatus === undefined ? 'No answer' : <code>HTTP {responseStatus}</code>}
          </p>
          {responseStatus === undefined ? null : <ResponseBody attempt={attempt} />}
        </div>
      </div>
    </section>
  );
}

function ResponseBody({
  attempt: { number, responseBody = '', responseTruncated },
}: {
  readonly attempt: DeliveryAttempt;
}) {
  return (
    <>
      {responseBody === '' ? (
        <p className="small">The answer has no body.</p>
      ) : (
        <TextBlock label={`Body of the answer to attempt ${number}`} text={responseBody} />
      )}
      <p className="small">
        {responseTruncated ? 'The body may be longer: at most 16 KB are kept. ' : ''}Headers of the answer are
        not kept.
      </p>
    </>
  );
}

/** A text of others, as it is: markup is not rendered, and its direction does not change the page. */
export const TextBlock = ({ label, text }: { readonly label: string; readonly text: string }) => (
  // A person with a keyboard scrolls the focused region.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus
  <section className={styles.block} aria-label={label} tabIndex={0}>
    <pre className={styles.pre} dir="auto">
      {text}
    </pre>
  </section>
);
