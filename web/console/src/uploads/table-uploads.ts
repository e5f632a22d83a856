import type {
  CreatedContractRateUpload,
  FreightClient,
  KeyedCallOptions,
  QuoteUpload,
} from '../api/client.ts';
import type { Upload, UploadKind } from './upload.ts';

/** An upload whose rows are created, replaced or unchanged. */
export interface TableUpload extends Upload, Pick<QuoteUpload, 'warnings'> {
  readonly rows: QuoteUpload['rows'];
}

/** The operations of a kind of such uploads, as the client has them. */
interface TableOperations<Answer extends QuoteUpload> {
  create(
    body: { readonly file_name?: string; readonly columns?: Readonly<Record<string, string>> },
    options: KeyedCallOptions,
  ): Promise<Pick<CreatedContractRateUpload, 'upload_id' | 'address'>>;
  get(id: string, options: { readonly signal: AbortSignal }): Promise<Answer>;
}

/** A kind of uploads in the format of quotes. */
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
