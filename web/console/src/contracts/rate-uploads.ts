import type { ContractRateUpload } from '../api/client.ts';
import { RATES } from '../columns/mapped-files.ts';
import type { Upload, UploadKind } from '../uploads/upload.ts';

/** An upload of contract rates. */
export interface RateUpload extends Upload, Pick<ContractRateUpload, 'overlaps' | 'warnings'> {
  readonly rows: ContractRateUpload['rows'];
}

export const RATE_UPLOADS: UploadKind<RateUpload> = {
  changes: 'contract-rates',
  columns: RATES,
  create: async (client, { fileName, ...announced }, options) => {
    const body = { file_name: fileName, ...announced };
    const created = await client.contractRates.uploads.create(body, options);
    return { id: created.upload_id, address: created.address };
  },
  read: async (client, id, signal) => {
    const upload = await client.contractRates.uploads.get(id, { signal });
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
};
