import { LOAD_UPLOAD_OPERATIONS } from '../../shared/market/importing/load-uploads.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  ...LOAD_UPLOAD_OPERATIONS.cancel,
  function: 'cancel-market-upload',
  uploads: 'cancel',
  impact: 'Callers cannot cancel the import of their loads; imports are not affected.',
} satisfies Operation;
