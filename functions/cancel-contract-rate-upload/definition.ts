import { RATE_UPLOAD_OPERATIONS } from '../../shared/contracts/uploads/rate-uploads.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  ...RATE_UPLOAD_OPERATIONS.cancel,
  function: 'cancel-contract-rate-upload',
  uploads: 'cancel-rates',
  impact: 'Callers cannot cancel the import of their contract rates; imports are not affected.',
} satisfies Operation;
