import { QUOTE_UPLOAD_OPERATIONS } from '../../shared/quotes/imported/quote-uploads.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  ...QUOTE_UPLOAD_OPERATIONS.read,
  function: 'read-quote-upload',
  uploads: 'read-quotes',
  impact: 'Callers cannot follow the import of their past quotes; imports are not affected.',
} satisfies Operation;
