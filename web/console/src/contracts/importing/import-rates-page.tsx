import { Button, Group, Progress } from '@mantine/core';
import { useRef, useState } from 'react';
import { MAX_FILE_BYTES, MAX_FILE_RATES } from '../../../../../shared/contracts/files/read-rate-file.ts';
import { permissionsOf } from '../../api/permissions.ts';
import { useSession } from '../../api/session.tsx';
import { Blocked } from '../../feedback/blocked.tsx';
import { ErrorNotice } from '../../feedback/error-notice.tsx';
import { Notice } from '../../feedback/notice.tsx';
import { fileFault, sizeText } from '../../files/csv-file.ts';
import { FileChoice } from '../../files/file-choice.tsx';
import files from '../../files/files.module.css';
import { today } from '../../format/dates.ts';
import { downloadCsv } from '../../format/download.ts';
import { count, counted } from '../../format/numbers.ts';
import { LeaveGuard } from '../../shell/leave-guard.tsx';
import { Page } from '../../shell/page.tsx';
import { Panel } from '../../shell/panel.tsx';
import { TextButton } from '../../shell/text-button.tsx';
import { ImportSummary } from './import-summary.tsx';
import { type RateFile, readFile, templateFile } from './rate-file.ts';
import { useRateImport } from './use-rate-import.ts';

/** Imports contract rates of a CSV file. */
export default function ImportRatesPage() {
  const { organization } = useSession();
  const { canWrite, readOnly } = permissionsOf(organization);
  return (
    <Page
      title="Import contract rates"
      parent={{ path: '/contract-rates', title: 'Contract rates' }}
      lead={`The valid rows of a CSV file become rates of your organization in ${organization.mode} mode. Other rows are reported.`}
    >
      <Blocked reason={readOnly} />
      {canWrite ? <RateImport /> : null}
    </Page>
  );
}

function RateImport() {
  const [file, setFile] = useState<File>();
  const [read, setRead] = useState<RateFile | string>();
  const chosen = useRef<File>(undefined);
  const sending = useRateImport();
  const choose = async (next: File) => {
    chosen.current = next;
    setFile(next);
    setRead(undefined);
    sending.clear();
    const content = fileFault(next, MAX_FILE_BYTES) ?? (await readFile(next).catch(() => UNREADABLE));
    // Another file was chosen while this one was read.
    if (chosen.current === next) setRead(content);
  };
  const content = typeof read === 'object' ? read : undefined;
  const total = content?.rows.length ?? 0;
  return (
    <Panel
      title="File"
      note={
        <>
          One rate in each row, below the{' '}
          <a
            href="/docs/integrators/contract-rates.html#import-and-export-csv"
            target="_blank"
            rel="noopener"
          >
            names of the columns
          </a>
          . Rows with your id replace the rate with this id.
        </>
      }
      actions={
        <TextButton onClick={() => downloadCsv('contract-rates-template.csv', templateFile(today()))}>
          Download a template
        </TextButton>
      }
    >
      <FileChoice
        file={file}
        isDisabled={sending.isPending}
        note={`Up to ${count(MAX_FILE_RATES)} rates and ${sizeText(MAX_FILE_BYTES)}. If you import the same file again, no rate is written twice.`}
        onChoose={(next) => void choose(next)}
      />
      {typeof read === 'string' ? (
        <Notice tone="red" title="This file cannot be imported" role="alert">
          <p className={files.text}>
            <bdi>{read}</bdi>
          </p>
        </Notice>
      ) : null}
      {content === undefined || sending.isSuccess ? null : (
        <>
          <p role="status" className={files.text}>
            {sending.isPending || sending.result.sent > 0
              ? `${count(sending.result.sent)} of ${counted(total, 'rate')} sent, ${count(sending.result.rejected.length)} rejected.`
              : `The file has ${counted(total, 'rate')}.`}
          </p>
          {sending.isPending || sending.isError ? (
            <Progress
              my="sm"
              value={(100 * sending.result.sent) / total}
              aria-label={`${Math.floor((100 * sending.result.sent) / total)}% of the rates were sent`}
            />
          ) : null}
          {sending.isError ? (
            <ErrorNotice error={sending.error} onRetry={() => sending.mutate(content)} />
          ) : (
            <Group mt="md">
              <Button loading={sending.isPending} onClick={() => sending.mutate(content)}>
                Import {counted(total, 'rate')}
              </Button>
            </Group>
          )}
        </>
      )}
      {content !== undefined && sending.isSuccess ? (
        <ImportSummary file={content} result={sending.result} />
      ) : null}
      <LeaveGuard
        hasChanges={sending.isPending}
        text="The import is not finished. Rates that were sent stay. To send the others, import the same file again."
        onLeave={() => undefined}
      />
    </Panel>
  );
}

const UNREADABLE = 'The file cannot be read. It was changed or removed: choose it again.';
