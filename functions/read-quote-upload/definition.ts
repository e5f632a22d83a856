import { QUOTE_UPLOAD_DESCRIPTIONS } from '../../shared/quotes/imported/quote-upload-description.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-quote-upload',
  method: 'GET',
  path: '/api/v1/quotes/uploads/{quote_upload_id}',
  errorFormat: 'quotes',
  ...QUOTE_UPLOAD_DESCRIPTIONS.read,
  tables: {},
  uploads: 'read-quotes',
  memoryMb: 512,
  timeoutSeconds: 10,
  impact: 'Callers cannot follow the import of their past quotes; imports are not affected.',
} satisfies Operation;
