import type { Delivery, DeliveryAttempt } from '../../api/client.ts';
import { Time } from '../../format/time.tsx';
import { Tone } from '../../shell/tone.tsx';
import { durationText } from '../health/health-texts.ts';
import { TextBlock } from '../text-block.tsx';
import { attemptResult, requestHeaders } from './attempt-texts.ts';
import styles from './deliveries.module.css';

interface AttemptProps {
  readonly delivery: Pick<Delivery, 'id' | 'eventId'>;
  readonly attempt: DeliveryAttempt;
}

/** An attempt with its request and its response. The response is shown as text, whatever it contains. */
export function Attempt({ delivery, attempt }: AttemptProps) {
  const { number, startedAt, durationMs, url, responseStatus, error, detail } = attempt;
  return (
    <section className={styles.attempt} aria-label={`Attempt ${number}`}>
      <header className={styles.attempt_head}>
        <h3>Attempt {number}</h3>
        <Tone color={error === undefined ? 'green' : 'red'}>{attemptResult(attempt)}</Tone>
        <span className={styles.soft}>
          <Time value={startedAt} />
          {durationMs === undefined ? null : `, took ${durationText(durationMs)}`}
        </span>
      </header>
      {detail === undefined ? null : (
        <p className={styles.detail}>
          <bdi>{detail}</bdi>
        </p>
      )}
      <div className={styles.sides}>
        <div className={styles.side}>
          <h4>Request</h4>
          <p className={styles.line}>
            <code>
              POST <bdi>{url}</bdi>
            </code>
          </p>
          <dl className={styles.headers}>
            {requestHeaders(delivery, attempt).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.small}>
            <code>webhook-timestamp</code> and <code>webhook-signature</code> are new for each attempt and are
            not kept.
          </p>
        </div>
        <div className={styles.side}>
          <h4>Response</h4>
          <p className={styles.line}>
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
        <p className={styles.small}>The answer has no body.</p>
      ) : (
        <TextBlock label={`Body of the answer to attempt ${number}`} text={responseBody} />
      )}
      <p className={styles.small}>
        {responseTruncated ? 'The body may be longer: at most 16 KB are kept. ' : ''}Headers of the answer are
        not kept.
      </p>
    </>
  );
}
