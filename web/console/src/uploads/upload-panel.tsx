import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { ColumnFields } from '../columns/column-fields.tsx';
import styles from '../columns/columns.module.css';
import { useFileColumns } from '../columns/use-file-columns.ts';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Notice } from '../feedback/notice.tsx';
import { FileChoice } from '../files/file-choice.tsx';
import files from '../files/files.module.css';
import { SendFailed, Sending } from '../files/sending.tsx';
import { downloadCsv } from '../format/download.ts';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { Panel } from '../shell/panel.tsx';
import { TextButton } from '../shell/text-button.tsx';
import type { Upload, UploadKind } from './upload.ts';
import { UploadResult } from './upload-result.tsx';
import { useUpload } from './use-upload.ts';

interface UploadPanelProps<One extends Upload> {
  readonly kind: UploadKind<One>;
  readonly title: string;
  /** What a row of the file is. */
  readonly note: ReactNode;
  /** What a file may be. */
  readonly choiceNote: string;
  readonly maxBytes: number;
  readonly template: { readonly name: string; text(): string };
  /** Counts of the rows of an import that has ended. */
  counts(upload: One): readonly (readonly [name: string, count: number])[];
  /** What to know before the counts. */
  notices?(upload: One): ReactNode;
  /** What an import says about its rows besides the rejected ones. */
  details?(upload: One): ReactNode;
}

/** Import of a file: choice, transfer, progress and result. */
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
  const { document, sent } = upload;
  const isSending = sent !== undefined;
  const isRefused = document?.error?.code === 'COLUMNS_NOT_UNDERSTOOD';
  const isReady = file && fault === undefined && !chosen.isBeingRead && !read?.faults.length && !isSending;
  const startAgain = () => {
    chosen.clear();
    upload.clear();
  };
  const send = (one: File) => {
    chosen.remember();
    upload.send({ file: one, columns: chosen.mapping.choice });
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
              <p className={files.text}>{fault}</p>
            </Notice>
          )}
          {rows === undefined || read === undefined || isSending ? null : (
            <details className={styles.columns} open={read.faults.length > 0}>
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
          {isSending ? <Sending share={sent} /> : <SendFailed error={upload.sendError} />}
          {file === undefined || fault !== undefined || isSending ? null : (
            <Group gap="sm">
              <Button onClick={() => send(file)} disabled={!isReady}>
                {upload.sendError === null ? 'Import this file' : 'Try again'}
              </Button>
              <Button variant="default" onClick={startAgain}>
                Choose no file
              </Button>
            </Group>
          )}
        </>
      ) : (
        <>
          {upload.readError === null ? null : (
            <ErrorNotice error={upload.readError} onRetry={upload.readAgain} />
          )}
          {document === undefined ? null : (
            <UploadResult
              kind={kind.columns}
              upload={document}
              counts={counts(document)}
              notices={notices?.(document)}
              takesFocus={upload.isNew}
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
        onLeave={() => undefined}
      />
    </Panel>
  );
}
