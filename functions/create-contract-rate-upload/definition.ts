import { RATE_UPLOAD_DESCRIPTIONS } from '../../shared/contracts/uploads/rate-uploads.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'create-contract-rate-upload',
  method: 'POST',
  path: '/api/v1/contract-rates/uploads',
  errorFormat: 'quotes',
  ...RATE_UPLOAD_DESCRIPTIONS.create,
  tables: { idempotency: ['GetItem', 'PutItem'], market: ['UpdateItem'] },
  leadingKeys: { market: ['uploads#*'] },
  uploads: 'create-rates',
  memoryMb: 512,
  timeoutSeconds: 10,
  impact: 'Callers cannot upload contract rates; POST /api/v1/contract-rates writes them in several calls.',
} satisfies Operation;
