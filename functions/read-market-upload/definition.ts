import { UPLOAD_SCHEMAS } from '../../shared/market/upload-operations/upload-description.ts';
import { uploadAnswer } from '../../shared/market/upload-operations/upload-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-market-upload',
  method: 'GET',
  path: '/api/v1/market/uploads/{upload_id}',
  errorFormat: 'general',
  tag: 'Market',
  summary: 'Read an upload of loads',
  description:
    'Returns the progress of an upload, and its rejected rows when the import has ended. Uploads can be read for 7 days.',
  response: {
    schema: uploadAnswer,
    description: 'The upload.',
    fields: {},
  },
  errors: [
    {
      status: 404,
      when: 'The organization has no such upload in the mode of the key, or it is older than 7 days.',
    },
  ],
  schemas: UPLOAD_SCHEMAS,
  tables: {},
  uploads: 'read',
  memoryMb: 512,
  timeoutSeconds: 10,
  impact: 'Callers cannot follow the import of their loads; imports are not affected.',
} satisfies Operation;
