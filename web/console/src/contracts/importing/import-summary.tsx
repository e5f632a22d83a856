import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { dayText } from '../../format/dates.ts';
import { downloadCsv } from '../../format/download.ts';
import { count, counted } from '../../format/numbers.ts';
import { DataTable } from '../../shell/data-table.tsx';
import { Facts } from '../../shell/facts.tsx';
import { TextButton } from '../../shell/text-button.tsx';
import styles from '../contracts.module.css';
import type { ImportResult, OverlapRow } from './import-result.ts';
import { type RateFile, rejectedFile } from './rate-file.ts';

interface ImportSummaryProps {
  readonly file: RateFile;
  readonly result: ImportResult;
}

/** What an import has done, with rejected rows, overlaps and warnings by line of the file. */
export function ImportSummary({ file, result }: ImportSummaryProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  const { rejected, warnings, overlaps, overlapRows } = result;
  return (
    <div className={styles.results}>
      <h3 ref={heading} tabIndex={-1} className={styles.title}>
        {rejected.length === 0
          ? 'All rates were imported'
          : `${counted(rejected.length, 'row')} of ${count(result.sent)} rejected`}
      </h3>
      <Facts
        facts={[
          ['New rates', count(result.created)],
          ['Replaced', count(result.replaced)],
          ['Unchanged', count(result.unchanged)],
          ['Rejected', count(rejected.length)],
          ['Overlaps', count(overlaps)],
        ]}
      />
      {rejected.length === 0 ? null : (
        <section aria-label="Rejected rows">
          <p className={styles.text}>
            Correct these rows in the{' '}
            <TextButton
              onClick={() => downloadCsv('rejected-contract-rates.csv', rejectedFile(file.bytes, rejected))}
            >
              file of the rejected rows
            </TextButton>
            , and import that file. Its first two columns have no meaning for the import.
          </p>
          <DataTable
            caption="Rejected rows"
            rows={rejected}
            rowKey={({ line }) => String(line)}
            columns={[
              { title: 'Line', isHeader: true, cell: ({ line }) => count(line) },
              { title: 'Errors', cell: ({ errors }) => <bdi>{errors.join('; ')}</bdi> },
            ]}
          />
        </section>
      )}
      {overlapRows.length === 0 ? null : <Overlaps total={overlaps} rows={overlapRows} />}
      {warnings.length === 0 ? null : (
        <section aria-label="Warnings">
          <DataTable
            caption="Warnings"
            rows={warnings}
            rowKey={({ line, message }) => `${line} ${message}`}
            columns={[
              { title: 'Line', isHeader: true, cell: ({ line }) => count(line) },
              { title: 'Warning', cell: ({ message }) => message },
            ]}
          />
        </section>
      )}
      <p className={styles.text}>
        <Link to="/contract-rates">Show the contract rates</Link>
      </p>
    </div>
  );
}

const Overlaps = ({ total, rows }: { readonly total: number; readonly rows: readonly OverlapRow[] }) => (
  <section aria-label="Overlaps">
    <p className={styles.text}>
      {counted(total, 'pair')} of rates for the same customer, lane and equipment on the same days. The rate
      that starts later applies, then the one that was created last.
    </p>
    <DataTable
      caption="Overlaps"
      rows={rows}
      rowKey={({ line, withRateId }) => `${line} ${withRateId}`}
      columns={[
        { title: 'Line', isHeader: true, cell: ({ line }) => count(line) },
        {
          title: 'Overlaps with',
          cell: ({ withRateId, withLine }) => (
            <Link to={`/contract-rates/${encodeURIComponent(withRateId)}`}>
              {withLine === undefined ? withRateId : `line ${count(withLine)}`}
            </Link>
          ),
        },
        {
          title: 'Days',
          cell: ({ from, to }) => `${dayText(from)} to ${to === null ? 'no end' : dayText(to)}`,
        },
        { title: 'Price', cell: ({ isContradictory }) => (isContradictory ? 'Different' : 'Equal') },
      ]}
    />
  </section>
);
