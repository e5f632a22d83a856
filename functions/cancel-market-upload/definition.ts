import { UPLOAD_SCHEMAS } from '../../shared/market/upload-operations/upload-description.ts';
import { uploadAnswer } from '../../shared/market/upload-operations/upload-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'cancel-market-upload',
  method: 'DELETE',
  path: '/api/v1/market/uploads/{upload_id}',
  errorFormat: 'general',
  tag: 'Market',
  summary: 'Cancel an upload of loads',
  description:
    'Cancels an upload whose import has not ended, so that it no longer counts as unfinished. A file that is sent later is not imported. A running import ends within seconds; rows that it has imported stay. A repeated call has the same effect.',
  response: {
    schema: uploadAnswer,
    description: 'The cancelled upload.',
    fields: {},
  },
  errors: [
    {
      status: 404,
      when: 'The organization has no such upload in the mode of the key, or it is older than 7 days.',
    },
    {
      status: 409,
      when: 'The import has ended.',
    },
  ],
  schemas: UPLOAD_SCHEMAS,
  tables: {},
  uploads: 'cancel',
  memoryMb: 512,
  timeoutSeconds: 10,
  impact: 'Callers cannot cancel the import of their loads; imports are not affected.',
} satisfies Operation;
