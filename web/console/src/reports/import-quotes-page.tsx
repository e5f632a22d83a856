import { Link } from 'react-router';
import type { QuoteUpload } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { PAST_QUOTES } from '../columns/mapped-files.ts';
import { csvText, sizeText } from '../files/csv-file.ts';
import { today } from '../format/dates.ts';
import { count } from '../format/numbers.ts';
import { Page } from '../shell/page.tsx';
import { isRunning, tableUploads } from '../uploads/upload.ts';
import { UploadPanel, UploadWarnings } from '../uploads/upload-panel.tsx';

const MAX_FILE_BYTES = 60_000_000;
const MAX_FILE_QUOTES = 100_000;

const QUOTE_UPLOADS = tableUploads<QuoteUpload>(
  { changes: 'quotes', columns: PAST_QUOTES },
  (client) => client.quotes.uploads,
);

const templateFile = () =>
  csvText([
    ['date', 'origin', 'destination', 'equipment', 'customer', 'total', 'outcome', 'reason', 'quote number'],
    [today(), 'USSAV', 'Atlanta, GA', '40HC', 'Acme Imports', '1250.50', 'won', '', 'Q-1001'],
    [today(), 'USLAX', 'Phoenix, AZ', '40HC', 'Acme Imports', '1410', 'lost', 'price', 'Q-1002'],
  ]);

export default function ImportQuotesPage() {
  const { organization, readOnly } = useSession();
  return (
    <Page
      title="Import past quotes"
      parent={{ path: '/reports', title: 'Reports' }}
      lead={`The valid rows of a file count in the reports of your organization in ${organization.mode} mode. They are not priced, and are not in the list of quotes.`}
      blocked={readOnly}
    >
      <UploadPanel
        kind={QUOTE_UPLOADS}
        title="File"
        note={
          <>
            One quote in each row, with its date, origin, destination, equipment, total and outcome: see{' '}
            <a href="/docs/integrators/past-quotes.html" target="_blank" rel="noopener">
              past quotes
            </a>
            .
          </>
        }
        choiceNote={`Up to ${count(MAX_FILE_QUOTES)} quotes and ${sizeText(MAX_FILE_BYTES)}. If you import the same file again, no quote counts twice.`}
        maxBytes={MAX_FILE_BYTES}
        template={{ name: 'past-quotes-template.csv', text: templateFile }}
        counts={({ rows }) => ({
          'New quotes': rows.created,
          Replaced: rows.replaced,
          Unchanged: rows.unchanged,
        })}
        details={(upload) => (
          <>
            <UploadWarnings warnings={upload.warnings} />
            {isRunning(upload) ? null : <Link to="/reports?source=imported">Show the report</Link>}
          </>
        )}
      />
    </Page>
  );
}
