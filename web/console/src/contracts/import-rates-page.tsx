import { Link } from 'react-router';
import type { ContractRateUpload } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { RATES } from '../columns/mapped-files.ts';
import { sizeText } from '../files/csv-file.ts';
import { dayText, today } from '../format/dates.ts';
import { count, counted } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';
import { Page } from '../shell/page.tsx';
import { MAX_FILE_RATES, MAX_RATE_FILE_BYTES, rateTemplate } from '../uploads/template-files.ts';
import { isRunning, type TableUpload, tableUploads } from '../uploads/upload.ts';
import { UploadPanel, UploadWarnings } from '../uploads/upload-panel.tsx';

const ImportedRates = ({ upload }: { readonly upload: RateUpload }) => (
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

export default function ImportRatesPage() {
  const { organization, readOnly } = useSession();
  return (
    <Page
      title="Import contract rates"
      parent={{ path: '/contract-rates', title: 'Contract rates' }}
      lead={`The valid rows of a file become rates of your organization in ${organization.mode} mode. Other rows are reported.`}
      blocked={readOnly}
    >
      <UploadPanel
        kind={RATE_UPLOADS}
        title="File"
        note={
          <>
            One rate in each row, below the{' '}
            <a
              href="/docs/integrators/contract-rates.html#import-and-export-files"
              target="_blank"
              rel="noopener"
            >
              names of the columns
            </a>
            . Rows with your id replace the rate with this id.
          </>
        }
        choiceNote={`Up to ${count(MAX_FILE_RATES)} rates and ${sizeText(MAX_RATE_FILE_BYTES)}. If you import the same file again, no rate is written twice.`}
        maxBytes={MAX_RATE_FILE_BYTES}
        template={{ name: 'contract-rates-template.csv', text: () => rateTemplate(today()) }}
        counts={({ rows, overlaps }) => ({
          'New rates': rows.created,
          Replaced: rows.replaced,
          Unchanged: rows.unchanged,
          Overlaps: overlaps.total,
        })}
        details={(upload) => <ImportedRates upload={upload} />}
      />
    </Page>
  );
}

type RateUpload = TableUpload & ContractRateUpload;

const RATE_UPLOADS = tableUploads<ContractRateUpload>(
  { changes: 'contract-rates', columns: RATES },
  (client) => client.contractRates.uploads,
);
