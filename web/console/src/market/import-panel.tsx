import { Button, Group, Progress } from '@mantine/core';
import { type DragEvent, useId, useRef, useState } from 'react';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Notice } from '../feedback/notice.tsx';
import { today } from '../format/dates.ts';
import { downloadCsv } from '../format/download.ts';
import { percent } from '../format/numbers.ts';
import { Panel } from '../shell/panel.tsx';
import { TextButton } from '../shell/text-button.tsx';
import styles from './import-panel.module.css';
import { fileFault, MAX_FILE_BYTES, sizeText, templateFile } from './loads-file.ts';
import { SendInterruptedError, SendRejectedError } from './send-file.ts';
import { UploadResult } from './upload-result.tsx';
import { useUpload } from './use-upload.ts';

/** Import of a file: choice, transfer, progress and result. */
export function ImportPanel() {
  const upload = useUpload();
  const [file, setFile] = useState<File>();
  const { document, sent } = upload;
  const fault = file && fileFault(file);
  const isSending = sent !== undefined;
  const startAgain = () => {
    setFile(undefined);
    upload.clear();
  };
  return (
    <Panel
      title="Import loads"
      note="A CSV file with one load in each row: day, terminal or port, destination, container and rate."
      actions={
        <TextButton onClick={() => downloadCsv('loads-template.csv', templateFile(today()))}>
          Download a template
        </TextButton>
      }
    >
      {document === undefined && upload.readError === null ? (
        <>
          <FileChoice file={file} isDisabled={isSending} onChoose={setFile} />
          {fault === undefined ? null : (
            <Notice tone="red" title="This file cannot be imported" role="alert">
              <p className={styles.text}>{fault}</p>
            </Notice>
          )}
          {isSending ? <Sending share={sent} /> : <SendFailed error={upload.sendError} />}
          {file === undefined || fault !== undefined || isSending ? null : (
            <Group gap="sm">
              <Button onClick={() => upload.send(file)}>
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
          {document === undefined ? null : <UploadResult upload={document} />}
          <Group gap="sm" mt="md">
            <Button variant="default" onClick={startAgain}>
              Import another file
            </Button>
          </Group>
        </>
      )}
    </Panel>
  );
}

interface FileChoiceProps {
  readonly file: File | undefined;
  readonly isDisabled: boolean;
  onChoose(file: File): void;
}

function FileChoice({ file, isDisabled, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const note = useId();
  const choose = (files: FileList | null) => {
    const [first] = files ?? [];
    if (first !== undefined) onChoose(first);
    // The same file can be chosen again after a correction.
    if (input.current !== null) input.current.value = '';
  };
  const allow = (event: DragEvent) => {
    event.preventDefault();
    if (!isDisabled) setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isDisabled) choose(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className={styles.drop}
      data-over={isOver}
      onDragEnter={allow}
      onDragOver={allow}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        className="hidden-text"
        tabIndex={-1}
        aria-label="CSV file"
        disabled={isDisabled}
        onChange={({ currentTarget }) => choose(currentTarget.files)}
      />
      {file === undefined ? (
        <p className={styles.text}>Drop a CSV file here, or</p>
      ) : (
        <p className={styles.file}>
          <bdi>{file.name}</bdi> <span className={styles.size}>{sizeText(file.size)}</span>
        </p>
      )}
      <Button
        variant="default"
        size="xs"
        disabled={isDisabled}
        aria-describedby={note}
        onClick={() => input.current?.click()}
      >
        {file === undefined ? 'Choose a file' : 'Choose another file'}
      </Button>
      <p className={styles.note} id={note}>
        Up to {sizeText(MAX_FILE_BYTES)}, UTF-8. Loads that are already imported are not counted twice.
      </p>
    </div>
  );
}

const Sending = ({ share }: { readonly share: number }) => (
  <div className={styles.progress}>
    <p className={styles.text}>Sending the file: {percent(Math.floor(share * 100) / 100)}</p>
    <Progress value={share * 100} aria-label={`${Math.floor(share * 100)}% of the file was sent`} />
  </div>
);

function SendFailed({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  if (error instanceof SendInterruptedError) {
    return (
      <Notice tone="red" title="The file was not sent completely" role="alert">
        <p className={styles.text}>
          Check your network and try again. Nothing was imported twice, and a file that has already arrived is
          not sent again.
        </p>
      </Notice>
    );
  }
  if (error instanceof SendRejectedError) {
    return (
      <Notice tone="red" title="The file was not accepted" role="alert">
        <p className={styles.text}>The permission to send this file has ended. Try again to get a new one.</p>
      </Notice>
    );
  }
  return <ErrorNotice error={error} />;
}
