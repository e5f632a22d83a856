import { QUOTE_UPLOAD_DESCRIPTIONS } from '../../shared/quotes/imported/quote-upload-description.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'create-quote-upload',
  method: 'POST',
  path: '/api/v1/quotes/uploads',
  errorFormat: 'quotes',
  ...QUOTE_UPLOAD_DESCRIPTIONS.create,
  tables: { idempotency: ['GetItem', 'PutItem'], market: ['UpdateItem'] },
  leadingKeys: { market: ['uploads#*'] },
  uploads: 'create-quotes',
  memoryMb: 512,
  timeoutSeconds: 10,
  impact: 'Callers cannot upload past quotes; reports count the quotes of the service.',
} satisfies Operation;
