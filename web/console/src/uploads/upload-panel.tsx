import { Button, Group, Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { ColumnChoice } from '../../../../shared/sheets/table.ts';
import { useSession } from '../api/session.tsx';
import { ColumnFields, FileColumns, useFileColumns } from '../columns/column-fields.tsx';
import type { MappedFile } from '../columns/mapped-files.ts';
import { onOwnOrigin } from '../files/csv-file.ts';
import { downloadCsv } from '../files/download.ts';
import { FileChoice } from '../files/file-choice.tsx';
import { Sending, useFileSending } from '../files/send-file.tsx';
import { count, counted } from '../format/numbers.ts';
import { TextButton } from '../shell/buttons.tsx';
import { DataTable } from '../shell/data-table.tsx';
import { LeaveGuard } from '../shell/dialog.tsx';
import { ErrorNotice, Notice } from '../shell/feedback.tsx';
import { Facts, Panel, Time, Tone } from '../shell/page.tsx';
import { isRunning, STATES, stepText, type TableUpload, type Upload, type UploadKind } from './upload.ts';

interface UploadPanelProps<One extends Upload> {
  readonly kind: UploadKind<One>;
  readonly title: string;
  readonly note: ReactNode;
  readonly choiceNote: string;
  readonly maxBytes: number;
  readonly template: { readonly name: string; text(): string };
  counts(upload: One): Readonly<Record<string, number>>;
  notices?(upload: One): ReactNode;
  details?(upload: One): ReactNode;
}

export function UploadPanel<One extends Upload>({
  kind,
  title,
  note,
  choiceNote,
  maxBytes,
  template,
  counts,
  notices,
  details,
}: UploadPanelProps<One>) {
  const upload = useUpload(kind);
  const chosen = useFileColumns(kind.columns, maxBytes);
  const { file, fault, rows, read } = chosen;
  const { document, sending } = upload;
  const isSending = sending.isPending;
  const isRefused = document?.error?.code === 'COLUMNS_NOT_UNDERSTOOD';
  const isReady = file && fault === undefined && !chosen.isBeingRead && !read?.faults.length && !isSending;
  const startAgain = () => {
    chosen.clear();
    upload.clear();
  };
  const send = (one: File) => {
    chosen.remember();
    const { name, size, lastModified } = one;
    const columns = chosen.mapping.choice;
    sending.mutate({ key: { name, size, lastModified, columns }, file: one, columns });
  };
  return (
    <Panel
      title={title}
      note={note}
      actions={
        <TextButton onClick={() => downloadCsv(template.name, template.text())}>
          Download a template
        </TextButton>
      }
    >
      {document === undefined && upload.readError === null ? (
        <>
          <FileChoice
            file={file}
            isDisabled={isSending}
            note={choiceNote}
            onChoose={(next) => void chosen.choose(next)}
          />
          {fault === undefined ? null : (
            <Notice tone="red" title="This file cannot be imported" role="alert">
              <p className="text">{fault}</p>
            </Notice>
          )}
          {rows === undefined || read === undefined || isSending ? null : (
            <details className="text" open={read.faults.length > 0}>
              <summary>Columns of the file</summary>
              <ColumnFields
                kind={kind.columns}
                rows={rows}
                mapping={chosen.mapping}
                read={read}
                onChange={chosen.change}
              />
            </details>
          )}
          {isSending ? <Sending share={sending.share ?? 0} /> : null}
          {file === undefined || fault !== undefined || isSending ? null : (
            <>
              <ErrorNotice error={sending.error} onRetry={() => send(file)} />
              <Group gap="sm">
                <Button onClick={() => send(file)} disabled={!isReady}>
                  Import this file
                </Button>
                <Button variant="default" onClick={startAgain}>
                  Choose no file
                </Button>
              </Group>
            </>
          )}
        </>
      ) : (
        <>
          <ErrorNotice error={upload.readError} onRetry={upload.readAgain} />
          {document === undefined ? null : (
            <UploadResult
              kind={kind.columns}
              upload={document}
              counts={counts(document)}
              notices={notices?.(document)}
              takesFocus={sending.isSuccess}
            >
              {details?.(document)}
            </UploadResult>
          )}
          <Group gap="sm" mt="md">
            {isRefused && rows !== undefined ? (
              <Button onClick={upload.clear}>Choose the meaning of the columns</Button>
            ) : null}
            <Button variant="default" onClick={startAgain}>
              Import another file
            </Button>
          </Group>
        </>
      )}
      <LeaveGuard
        hasChanges={isSending}
        text="The file was not sent completely. If you leave, nothing of it is imported."
      />
    </Panel>
  );
}

interface UploadResultProps {
  readonly kind: MappedFile;
  readonly upload: Upload;
  readonly counts: Readonly<Record<string, number>>;
  readonly notices: ReactNode;
  /** Whether the button that had the focus is gone. */
  readonly takesFocus: boolean;
  readonly children: ReactNode;
}

function UploadResult({ kind, upload, counts, notices, takesFocus, children }: UploadResultProps) {
  const { state, fileName, rows } = upload;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const reason = upload.error?.message ?? upload.reason;
  return (
    <div className="stack">
      <div className="spread">
        <h3 ref={heading} tabIndex={-1} className="subtitle focus-target">
          <bdi>{fileName ?? 'File'}</bdi>
        </h3>
        <span role="status">
          <Tone color={STATES[state].color}>{STATES[state].title}</Tone>
        </span>
      </div>
      {isRunning(upload) ? <Running upload={upload} /> : null}
      {reason === null ? null : (
        <Notice tone={state === 'importing' ? 'yellow' : 'red'} title="Reason">
          <p className="text">
            <bdi>{reason}</bdi>
          </p>
        </Notice>
      )}
      {notices}
      <Facts
        facts={{
          'Rows read': rows.read,
          ...(!isRunning(upload) && counts),
          'Rejected rows': rows.rejected,
          Created: <Time value={upload.createdAt} />,
        }}
      />
      <RejectedRows upload={upload} />
      {children}
      {upload.columns ? (
        <section aria-label="Columns">
          <h4 className="subtitle focus-target">Columns of the file</h4>
          <FileColumns kind={kind} {...upload.columns} />
        </section>
      ) : null}
    </div>
  );
}

const Running = ({ upload }: { readonly upload: Upload }) => (
  <div className="stack">
    <p className="text">{upload.state === 'importing' ? stepText(upload) : 'The file was not sent.'}</p>
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
      <div className="spread">
        <h4 className="subtitle focus-target">
          {rows.rejected > rejectedRows.length
            ? `The first ${rejectedRows.length} of ${counted(rows.rejected, 'rejected row')}`
            : counted(rows.rejected, 'rejected row')}
        </h4>
        {rejectedFile === null ? null : (
          <a href={onOwnOrigin(rejectedFile.url)} download="rejected-rows.csv">
            Download all rejected rows
          </a>
        )}
      </div>
      <p className="note">
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

const POLL_MS = 1_500;
const PARAMETER = 'upload';

const MAX_NAME_LENGTH = 255;

interface SentFile {
  readonly key: unknown;
  readonly file: File;
  readonly columns: ColumnChoice;
}

/** Sends files and follows their imports. The address has the id, so that the page can be loaded again. */
function useUpload<One extends Upload>(kind: UploadKind<One>) {
  const { client } = useSession();
  const queries = useQueryClient();
  const [parameters, setParameters] = useSearchParams();
  const id = parameters.get(PARAMETER);
  const sending = useFileSending(
    async ({ key: _, file, columns }: SentFile, options) => {
      const announced = {
        fileName: file.name.slice(-MAX_NAME_LENGTH),
        ...(Object.keys(columns).length > 0 && { columns }),
      };
      const { id: created, address } = await kind.create(client, announced, options);
      return { created, address, file };
    },
    (created) => setParameters({ [PARAMETER]: created }, { replace: true }),
  );

  const upload = useQuery({
    queryKey: ['uploads', kind.changes, id],
    queryFn: ({ signal }) => kind.read(client, id ?? '', signal),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.error === null && (state.data === undefined || isRunning(state.data)) ? POLL_MS : false,
    staleTime: 0,
  });
  const state = upload.data?.state;
  useEffect(() => {
    if (state === 'imported' || state === 'failed')
      void queries.invalidateQueries({ queryKey: [kind.changes] });
  }, [state, queries, kind]);

  return {
    sending,
    document: id === null ? undefined : upload.data,
    readError: id === null ? null : upload.error,
    readAgain: () => void upload.refetch(),
    clear: () => {
      sending.reset();
      setParameters({}, { replace: true });
    },
  };
}

export const UploadWarnings = ({ warnings }: Pick<TableUpload, 'warnings'>) =>
  warnings.length === 0 ? null : (
    <section aria-label="Warnings">
      <DataTable
        caption="Warnings"
        rows={warnings}
        rowKey={({ line, message }) => `${line} ${message}`}
        columns={[
          { title: 'Line', isHeader: true, cell: ({ line }) => count(line) },
          { title: 'Warning', cell: ({ message }) => <bdi>{message}</bdi> },
        ]}
      />
    </section>
  );
