import type { ColumnChoice } from '../../../../shared/sheets/table.ts';
import type {
  CreatedContractRateUpload,
  FreightClient,
  KeyedCallOptions,
  MarketUpload,
  QuoteUpload,
} from '../api/client.ts';
import type { MappedFile } from '../columns/mapped-files.ts';
import type { FileAddress } from '../files/send-file.tsx';
import { counted } from '../format/numbers.ts';

export interface Upload
  extends Pick<
    MarketUpload,
    | 'id'
    | 'fileName'
    | 'state'
    | 'createdAt'
    | 'step'
    | 'progress'
    | 'reason'
    | 'rejectedRows'
    | 'rejectedFile'
  > {
  readonly rows: Pick<MarketUpload['rows'], 'read' | 'rejected'>;
  /** How the columns of the file were read; null before that. A service may not state it. */
  readonly columns?: {
    readonly read: readonly { readonly header: string; readonly as: string }[];
    readonly unread: readonly string[];
  } | null;
  readonly error?: { readonly code: string; readonly message: string } | null;
}

export interface UploadKind<One extends Upload> {
  /** Key of the queries whose answers an import changes. */
  readonly changes: string;
  readonly columns: MappedFile;
  create(
    client: FreightClient,
    announced: { readonly fileName: string; readonly columns?: ColumnChoice },
    options: KeyedCallOptions,
  ): Promise<{ readonly id: string; readonly address: FileAddress | undefined }>;
  read(client: FreightClient, id: string, signal: AbortSignal): Promise<One>;
}

export const isRunning = ({ state }: Pick<Upload, 'state'>): boolean =>
  state === 'awaiting_upload' || state === 'importing';

export const STATES = {
  awaiting_upload: { color: 'gray', title: 'Waiting for the file' },
  importing: { color: 'blue', title: 'Importing' },
  imported: { color: 'green', title: 'Imported' },
  rejected: { color: 'red', title: 'Not imported' },
  failed: { color: 'red', title: 'Stopped' },
  expired: { color: 'gray', title: 'The file was not sent in time' },
  cancelled: { color: 'gray', title: 'Cancelled' },
} as const satisfies Readonly<Record<Upload['state'], object>>;

export function stepText({ step, rows }: Pick<Upload, 'step' | 'rows'>): string {
  switch (step) {
    case 'reading':
      return `Reading the rows: ${counted(rows.read, 'row')} so far.`;
    case 'importing':
      return `Importing ${counted(rows.read, 'row')}.`;
    case 'publishing':
      return 'Updating your rates.';
    case 'waiting':
      return 'The import waits.';
    default:
      return 'The file has arrived. The import starts soon.';
  }
}

/** An upload whose rows are created, replaced or unchanged. */
export interface TableUpload extends Upload, Pick<QuoteUpload, 'warnings'> {
  readonly rows: QuoteUpload['rows'];
}

interface TableOperations<Answer extends QuoteUpload> {
  create(
    body: { readonly file_name?: string; readonly columns?: Readonly<Record<string, string>> },
    options: KeyedCallOptions,
  ): Promise<Pick<CreatedContractRateUpload, 'upload_id' | 'address'>>;
  get(id: string, options: { readonly signal: AbortSignal }): Promise<Answer>;
}

export const tableUploads = <Answer extends QuoteUpload>(
  { changes, columns }: Pick<UploadKind<TableUpload>, 'changes' | 'columns'>,
  operations: (client: FreightClient) => TableOperations<Answer>,
): UploadKind<TableUpload & Answer> => ({
  changes,
  columns,
  create: async (client, { fileName, ...announced }, options) => {
    const created = await operations(client).create({ file_name: fileName, ...announced }, options);
    return { id: created.upload_id, address: created.address };
  },
  read: async (client, id, signal) => {
    const upload = await operations(client).get(id, { signal });
    const { rejected_file: file } = upload;
    return {
      ...upload,
      id: upload.upload_id,
      fileName: upload.file_name,
      createdAt: upload.created_at,
      rejectedRows: upload.rejected_rows,
      rejectedFile: file && { url: file.url, expiresAt: file.expires_at },
    };
  },
});
