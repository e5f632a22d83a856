import { RATE_UPLOAD_DESCRIPTIONS } from '../../shared/contracts/uploads/rate-uploads.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-contract-rate-upload',
  method: 'GET',
  path: '/api/v1/contract-rates/uploads/{rate_upload_id}',
  errorFormat: 'quotes',
  ...RATE_UPLOAD_DESCRIPTIONS.read,
  tables: {},
  uploads: 'read-rates',
  memoryMb: 512,
  timeoutSeconds: 10,
  impact: 'Callers cannot follow the import of their contract rates; imports are not affected.',
} satisfies Operation;
