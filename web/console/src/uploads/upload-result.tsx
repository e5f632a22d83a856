import { Progress } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { columnText, type MappedFile } from '../columns/mapped-files.ts';
import { Notice } from '../feedback/notice.tsx';
import files from '../files/files.module.css';
import { onOwnOrigin } from '../files/own-origin.ts';
import { count, counted } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { DataTable } from '../shell/data-table.tsx';
import { Facts } from '../shell/facts.tsx';
import { Tone } from '../shell/tone.tsx';
import { isRunning, STATE_COLORS, STATE_TITLES, stepText, type Upload } from './upload.ts';
import styles from './upload-result.module.css';

interface UploadResultProps {
  readonly kind: MappedFile;
  readonly upload: Upload;
  /** Counts of rows, which are shown when the import has ended. */
  readonly counts: readonly (readonly [name: string, count: number])[];
  readonly notices: ReactNode;
  /** Whether the button that had the focus is gone. */
  readonly takesFocus: boolean;
  readonly children: ReactNode;
}

/** How far an import is, or how it ended. */
export function UploadResult({ kind, upload, counts, notices, takesFocus, children }: UploadResultProps) {
  const { state, fileName, rows } = upload;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const reason = upload.error?.message ?? upload.reason;
  return (
    <div className={styles.result}>
      <div className={files.file}>
        <h3 ref={heading} tabIndex={-1} className={styles.subtitle}>
          <bdi>{fileName ?? 'File'}</bdi>
        </h3>
        <span role="status">
          <Tone color={STATE_COLORS[state]}>{STATE_TITLES[state]}</Tone>
        </span>
      </div>
      {isRunning(upload) ? <Running upload={upload} /> : null}
      {reason === null ? null : (
        <Notice tone={state === 'importing' ? 'yellow' : 'red'} title="Reason">
          <p className={files.text}>
            <bdi>{reason}</bdi>
          </p>
        </Notice>
      )}
      {notices}
      <Facts
        facts={[
          ['Rows read', count(rows.read)],
          ...(isRunning(upload) ? [] : counts.map(([name, value]) => [name, count(value)] as const)),
          ['Rejected rows', count(rows.rejected)],
          ['Created', <Time key="created" value={upload.createdAt} />],
        ]}
      />
      <RejectedRows upload={upload} />
      {children}
      {upload.columns ? <Columns kind={kind} {...upload.columns} /> : null}
    </div>
  );
}

const Running = ({ upload }: { readonly upload: Upload }) => (
  <div className={files.progress}>
    <p className={files.text}>{upload.state === 'importing' ? stepText(upload) : 'The file was not sent.'}</p>
    <Progress
      value={upload.progress * 100}
      aria-label={`${Math.floor(upload.progress * 100)}% of the import is done`}
    />
  </div>
);

function RejectedRows({ upload: { rows, rejectedRows, rejectedFile } }: { readonly upload: Upload }) {
  if (rejectedRows.length === 0) return null;
  return (
    <section aria-label="Rejected rows">
      <div className={styles.head}>
        <h4 className={styles.subtitle}>
          {rows.rejected > rejectedRows.length
            ? `The first ${rejectedRows.length} of ${counted(rows.rejected, 'rejected row')}`
            : counted(rows.rejected, 'rejected row')}
        </h4>
        {rejectedFile === null ? null : (
          <a className={styles.download} href={onOwnOrigin(rejectedFile.url)} download="rejected-rows.csv">
            Download all rejected rows
          </a>
        )}
      </div>
      <p className={files.note}>
        Correct the rows in the downloaded file, and import it. Its first four columns have no meaning for the
        import.
      </p>
      <DataTable
        caption="Rejected rows"
        columns={[
          { title: 'Line', isNumber: true, isHeader: true, cell: ({ line }) => count(line) },
          { title: 'Reason', cell: ({ reason }) => <bdi>{reason}</bdi> },
          { title: 'Column', cell: ({ header }) => <bdi>{header ?? ''}</bdi> },
          { title: 'Value', cell: ({ value }) => <bdi>{value ?? ''}</bdi> },
        ]}
        rows={rejectedRows}
        rowKey={({ line }) => String(line)}
      />
    </section>
  );
}

const Columns = ({
  kind,
  read,
  unread,
}: NonNullable<Upload['columns']> & Pick<UploadResultProps, 'kind'>) => (
  <section aria-label="Columns">
    <h4 className={styles.subtitle}>Columns of the file</h4>
    <DataTable
      caption="Columns"
      columns={[
        { title: 'Column', isHeader: true, cell: ({ header }) => <bdi>{header}</bdi> },
        { title: 'Read as', cell: ({ as }) => columnText(kind, as) },
      ]}
      rows={[...read, ...unread.map((header) => ({ header, as: 'not read' }))].map((column, at) => ({
        ...column,
        at,
      }))}
      rowKey={({ at }) => String(at)}
    />
  </section>
);
