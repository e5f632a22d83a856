import { QUOTE_UPLOAD_OPERATIONS } from '../../shared/quotes/imported/quote-uploads.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  ...QUOTE_UPLOAD_OPERATIONS.cancel,
  function: 'cancel-quote-upload',
  uploads: 'cancel-quotes',
  impact: 'Callers cannot cancel the import of their past quotes; imports are not affected.',
} satisfies Operation;
