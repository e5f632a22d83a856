import { Link } from 'react-router';
import { dayText } from '../format/dates.ts';
import { count, counted } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';
import { isRunning } from '../uploads/upload.ts';
import { UploadWarnings } from '../uploads/upload-warnings.tsx';
import type { RateUpload } from './rate-uploads.ts';

/** Overlaps and warnings of imported rates, by line of the file. */
export const ImportedRates = ({ upload }: { readonly upload: RateUpload }) => (
  <>
    {upload.overlaps.total === 0 ? null : <Overlaps {...upload.overlaps} />}
    <UploadWarnings warnings={upload.warnings} />
    {isRunning(upload) ? null : <Link to="/contract-rates">Show the contract rates</Link>}
  </>
);

const Overlaps = ({ total, listed }: RateUpload['overlaps']) => (
  <section aria-label="Overlaps">
    <p>
      {counted(total, 'pair')} of rates for the same customer, lane and equipment on the same days. The rate
      that starts later applies, then the one that was created last.
    </p>
    <DataTable
      caption="Overlaps"
      rows={listed}
      rowKey={({ line, with_rate_id }) => `${line} ${with_rate_id}`}
      columns={[
        { title: 'Line', isHeader: true, cell: ({ line }) => count(line) },
        {
          title: 'Overlaps with',
          cell: ({ with_rate_id }) => (
            <Link to={`/contract-rates/${encodeURIComponent(with_rate_id)}`}>{with_rate_id}</Link>
          ),
        },
        {
          title: 'Days',
          cell: ({ from, to }) => `${dayText(from)} to ${to === null ? 'no end' : dayText(to)}`,
        },
        { title: 'Price', cell: ({ contradictory }) => (contradictory ? 'Different' : 'Equal') },
      ]}
    />
  </section>
);
