import { UPLOAD_SCHEMAS } from '../../shared/market/upload-operations/upload-description.ts';
import { uploadAnswer } from '../../shared/market/upload-operations/upload-document.ts';
import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';

export const description: OperationDescription = {
  tag: 'Market',
  summary: 'Read an upload of loads',
  description:
    'Returns the progress of an upload, and its rejected rows when the import has ended. Uploads can be read for 7 days.',
  response: {
    schema: uploadAnswer,
    description: 'The upload.',
    fields: { status: 'Always success.', data: 'The upload.' },
  },
  errors: [
    {
      status: 404,
      when: 'The organization has no such upload in the mode of the key, or it is older than 7 days.',
    },
  ],
  schemas: UPLOAD_SCHEMAS,
};
