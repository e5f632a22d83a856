import type { ContractRateUpload } from '../api/client.ts';
import { RATES } from '../columns/mapped-files.ts';
import { type TableUpload, tableUploads } from '../uploads/table-uploads.ts';

/** An upload of contract rates. */
export type RateUpload = TableUpload & ContractRateUpload;

export const RATE_UPLOADS = tableUploads<ContractRateUpload>(
  { changes: 'contract-rates', columns: RATES },
  (client) => client.contractRates.uploads,
);
