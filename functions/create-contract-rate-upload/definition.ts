import { RATE_UPLOAD_OPERATIONS } from '../../shared/contracts/uploads/rate-uploads.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  ...RATE_UPLOAD_OPERATIONS.create,
  function: 'create-contract-rate-upload',
  uploads: 'create-rates',
  impact: 'Callers cannot upload contract rates; POST /api/v1/contract-rates writes them in several calls.',
} satisfies Operation;
