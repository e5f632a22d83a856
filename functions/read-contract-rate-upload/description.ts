import { RATE_UPLOAD_SCHEMAS } from '../../shared/contracts/upload-operations/rate-upload-description.ts';
import { rateUploadAnswer } from '../../shared/contracts/upload-operations/rate-upload-document.ts';
import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';

export const description: OperationDescription = {
  tag: 'Contract rates',
  summary: 'Read an upload of contract rates',
  description:
    'Returns the progress of an upload. When the import has ended, it has the number of rows that were written and rejected, the first rejected rows, and overlaps. Uploads can be read for 7 days.',
  response: {
    schema: rateUploadAnswer,
    description: 'The upload.',
    fields: { upload: 'The upload.' },
  },
  errors: [
    {
      status: 404,
      code: 'CONTRACT_RATE_UPLOAD_NOT_FOUND',
      when: 'The organization has no such upload in the mode of the key, or it is older than 7 days.',
    },
  ],
  schemas: RATE_UPLOAD_SCHEMAS,
};
