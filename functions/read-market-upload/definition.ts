import { LOAD_UPLOAD_OPERATIONS } from '../../shared/market/importing/load-uploads.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  ...LOAD_UPLOAD_OPERATIONS.read,
  function: 'read-market-upload',
  uploads: 'read',
  impact: 'Callers cannot follow the import of their loads; imports are not affected.',
} satisfies Operation;
