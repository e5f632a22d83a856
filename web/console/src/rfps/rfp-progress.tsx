import { Progress } from '@mantine/core';
import type { RfpDetail } from '../api/client.ts';
import { Notice } from '../feedback/notice.tsx';
import files from '../files/files.module.css';
import { count, counted } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { FAILURES } from './rfp-texts.ts';

/** How far the pricing is, or why there is none. */
export function RfpProgress({ rfp: { status, lanes, error, upload_until } }: { readonly rfp: RfpDetail }) {
  if (error !== null) {
    return (
      <Notice tone="red" title={FAILURES[error.code]}>
        <p className={files.text}>
          <bdi>{error.message}</bdi> Delete this RFP and make another one.
        </p>
      </Notice>
    );
  }
  if (status === 'awaiting_upload') {
    return (
      <div className={files.progress} role="status">
        <p className={files.text}>
          The file of lanes is not read yet.
          {upload_until === null ? null : (
            <>
              {' '}
              It can be sent until <Time value={upload_until} />.
            </>
          )}
        </p>
      </div>
    );
  }
  if (status !== 'pricing') return null;
  const done = lanes.priced + lanes.failed;
  const share = lanes.total === 0 ? 0 : done / lanes.total;
  return (
    <div className={files.progress}>
      <p className={files.text} role="status">
        {done < lanes.total
          ? `Pricing: ${count(done)} of ${counted(lanes.total, 'lane')} have a result.`
          : 'Updating the prices of changed lanes.'}
      </p>
      <Progress value={share * 100} aria-label={`${Math.floor(share * 100)}% of the lanes have a result`} />
    </div>
  );
}
