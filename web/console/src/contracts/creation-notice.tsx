import { Link } from 'react-router';
import type { CreateContractRatesResponse } from '../api/client.ts';
import { Notice } from '../feedback/notice.tsx';
import { dayText } from '../format/dates.ts';
import { counted } from '../format/numbers.ts';
import styles from './contracts.module.css';

/** What the API reports about a rate that was just written: a replacement, overlaps and warnings. */
export function CreationNotice({ answer }: { readonly answer: CreateContractRatesResponse }) {
  const { rates, overlaps, warnings } = answer;
  const [rate] = rates;
  const isReplaced = rate !== undefined && rate.status === 'replaced';
  if (!isReplaced && overlaps.total === 0 && warnings.length === 0) return null;
  return (
    <Notice tone="yellow" title="Check this rate">
      <ul className={styles.list}>
        {isReplaced ? (
          <li>The customer had a rate with your id. It is replaced by this one, version {rate.version}.</li>
        ) : null}
        {warnings.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
        {overlaps.total === 0 ? null : (
          <li>
            {counted(overlaps.total, 'rate')} for the same customer, lane and equipment on the same days. The
            rate that starts later applies:{' '}
            {overlaps.listed.slice(0, 10).map(({ with_rate_id: id, from, contradictory }) => (
              <span key={id}>
                <Link to={`/contract-rates/${encodeURIComponent(id)}`}>{id}</Link> from {dayText(from)}
                {contradictory ? ', with another price' : ''}{' '}
              </span>
            ))}
          </li>
        )}
      </ul>
    </Notice>
  );
}
