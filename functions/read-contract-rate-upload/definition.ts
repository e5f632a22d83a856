import { RATE_UPLOAD_OPERATIONS } from '../../shared/contracts/uploads/rate-uploads.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  ...RATE_UPLOAD_OPERATIONS.read,
  function: 'read-contract-rate-upload',
  uploads: 'read-rates',
  impact: 'Callers cannot follow the import of their contract rates; imports are not affected.',
} satisfies Operation;
