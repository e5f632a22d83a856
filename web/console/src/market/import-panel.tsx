import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Notice } from '../feedback/notice.tsx';
import { fileFault, sizeText } from '../files/csv-file.ts';
import { FileChoice } from '../files/file-choice.tsx';
import files from '../files/files.module.css';
import { SendFailed, Sending } from '../files/sending.tsx';
import { today } from '../format/dates.ts';
import { downloadCsv } from '../format/download.ts';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { Panel } from '../shell/panel.tsx';
import { TextButton } from '../shell/text-button.tsx';
import { MAX_FILE_BYTES, templateFile } from './loads-file.ts';
import { UploadResult } from './upload-result.tsx';
import { useUpload } from './use-upload.ts';

/** Import of a file: choice, transfer, progress and result. */
export function ImportPanel() {
  const upload = useUpload();
  const [file, setFile] = useState<File>();
  const { document, sent } = upload;
  const fault = file && fileFault(file, MAX_FILE_BYTES);
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
          <FileChoice
            file={file}
            isDisabled={isSending}
            note={`Up to ${sizeText(MAX_FILE_BYTES)}, UTF-8. Loads that are already imported are not counted twice.`}
            onChoose={setFile}
          />
          {fault === undefined ? null : (
            <Notice tone="red" title="This file cannot be imported" role="alert">
              <p className={files.text}>{fault}</p>
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
      <LeaveGuard
        hasChanges={isSending}
        text="The file was not sent completely. If you leave, nothing of it is imported."
        onLeave={() => undefined}
      />
    </Panel>
  );
}
