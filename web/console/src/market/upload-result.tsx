import { Progress } from '@mantine/core';
import type { MarketUpload } from '../api/client.ts';
import { Notice } from '../feedback/notice.tsx';
import files from '../files/files.module.css';
import { onOwnOrigin } from '../files/own-origin.ts';
import { count, counted } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { DataTable } from '../shell/data-table.tsx';
import { Facts } from '../shell/facts.tsx';
import { Tone } from '../shell/tone.tsx';
import styles from './upload-result.module.css';
import { isRunning, STATE_COLORS, STATE_TITLES, stepText } from './upload-state.ts';

/** How far an import is, or how it ended. */
export function UploadResult({ upload }: { readonly upload: MarketUpload }) {
  const { state, fileName, reason, note, rows } = upload;
  return (
    <div className={styles.result}>
      <p className={files.file} role="status">
        <bdi>{fileName ?? 'File'}</bdi> <Tone color={STATE_COLORS[state]}>{STATE_TITLES[state]}</Tone>
      </p>
      {isRunning(upload) ? <Running upload={upload} /> : null}
      {reason === null ? null : (
        <Notice tone={state === 'importing' ? 'yellow' : 'red'} title="Reason">
          <p className={files.text}>
            <bdi>{reason}</bdi>
          </p>
        </Notice>
      )}
      {note === null ? null : (
        <Notice tone="yellow" title="Rates do not change yet">
          <p className={files.text}>{note}</p>
        </Notice>
      )}
      <Facts
        facts={[
          ['Rows read', count(rows.read)],
          ...(isRunning(upload)
            ? []
            : ([
                ['New loads', count(rows.imported)],
                ['Already imported', count(rows.duplicates)],
              ] as const)),
          ['Rejected rows', count(rows.rejected)],
          ['Created', <Time key="created" value={upload.createdAt} />],
        ]}
      />
      <RejectedRows upload={upload} />
    </div>
  );
}

const Running = ({ upload }: { readonly upload: MarketUpload }) => (
  <div className={files.progress}>
    <p className={files.text}>{upload.state === 'importing' ? stepText(upload) : 'The file was not sent.'}</p>
    <Progress
      value={upload.progress * 100}
      aria-label={`${Math.floor(upload.progress * 100)}% of the import is done`}
    />
  </div>
);

function RejectedRows({ upload: { rows, rejectedRows, rejectedFile } }: { readonly upload: MarketUpload }) {
  if (rejectedRows.length === 0) return null;
  return (
    <section aria-label="Rejected rows">
      <div className={styles.head}>
        <h3 className={styles.subtitle}>
          {rows.rejected > rejectedRows.length
            ? `The first ${rejectedRows.length} of ${counted(rows.rejected, 'rejected row')}`
            : counted(rows.rejected, 'rejected row')}
        </h3>
        {rejectedFile === null ? null : (
          <a className={styles.download} href={onOwnOrigin(rejectedFile.url)} download="rejected-rows.csv">
            Download all rejected rows
          </a>
        )}
      </div>
      <p className={files.note}>
        Correct the rows in the downloaded file, remove its first two columns, and import it.
      </p>
      <DataTable
        caption="Rejected rows"
        columns={[
          { title: 'Line', isNumber: true, isHeader: true, cell: ({ line }) => count(line) },
          { title: 'Reason', cell: ({ reason }) => <bdi>{reason}</bdi> },
        ]}
        rows={rejectedRows}
        rowKey={({ line }) => String(line)}
      />
    </section>
  );
}
