import { LOAD_UPLOAD_OPERATIONS } from '../../shared/market/importing/load-uploads.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  ...LOAD_UPLOAD_OPERATIONS.create,
  function: 'create-market-upload',
  uploads: 'create',
  impact: 'Callers cannot upload loads; freight market import does it for them.',
} satisfies Operation;
