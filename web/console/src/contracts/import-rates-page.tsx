import { permissionsOf } from '../api/permissions.ts';
import { useSession } from '../api/session.tsx';
import { Blocked } from '../feedback/blocked.tsx';
import { sizeText } from '../files/csv-file.ts';
import { today } from '../format/dates.ts';
import { count } from '../format/numbers.ts';
import { Page } from '../shell/page.tsx';
import { UploadPanel } from '../uploads/upload-panel.tsx';
import { ImportedRates } from './imported-rates.tsx';
import { MAX_FILE_BYTES, MAX_FILE_RATES, templateFile } from './rate-file.ts';
import { RATE_UPLOADS } from './rate-uploads.ts';

/** Imports a file of contract rates. */
export default function ImportRatesPage() {
  const { organization } = useSession();
  const { canWrite, readOnly } = permissionsOf(organization);
  return (
    <Page
      title="Import contract rates"
      parent={{ path: '/contract-rates', title: 'Contract rates' }}
      lead={`The valid rows of a file become rates of your organization in ${organization.mode} mode. Other rows are reported.`}
    >
      <Blocked reason={readOnly} />
      {canWrite ? <RateImport /> : null}
    </Page>
  );
}

const RateImport = () => (
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
    choiceNote={`Up to ${count(MAX_FILE_RATES)} rates and ${sizeText(MAX_FILE_BYTES)}. If you import the same file again, no rate is written twice.`}
    maxBytes={MAX_FILE_BYTES}
    template={{ name: 'contract-rates-template.csv', text: () => templateFile(today()) }}
    counts={({ rows, overlaps }) => [
      ['New rates', rows.created],
      ['Replaced', rows.replaced],
      ['Unchanged', rows.unchanged],
      ['Overlaps', overlaps.total],
    ]}
    details={(upload) => <ImportedRates upload={upload} />}
  />
);
