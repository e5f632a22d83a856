import { QUOTE_UPLOAD_OPERATIONS } from '../../shared/quotes/imported/quote-uploads.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  ...QUOTE_UPLOAD_OPERATIONS.create,
  function: 'create-quote-upload',
  uploads: 'create-quotes',
  impact: 'Callers cannot upload past quotes; reports count the quotes of the service.',
} satisfies Operation;
