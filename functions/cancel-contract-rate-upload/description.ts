import { RATE_UPLOAD_SCHEMAS } from '../../shared/contracts/upload-operations/rate-upload-description.ts';
import { rateUploadAnswer } from '../../shared/contracts/upload-operations/rate-upload-document.ts';
import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';

export const description: OperationDescription = {
  tag: 'Contract rates',
  summary: 'Cancel an upload of contract rates',
  description:
    'Cancels an upload whose import has not ended, so that it no longer counts as unfinished. A file that is sent later is not imported. A running import ends within seconds; rows that it has imported stay. A repeated call has the same effect.',
  response: {
    schema: rateUploadAnswer,
    description: 'The cancelled upload.',
    fields: { upload: 'The upload.' },
  },
  errors: [
    {
      status: 404,
      code: 'CONTRACT_RATE_UPLOAD_NOT_FOUND',
      when: 'The organization has no such upload in the mode of the key, or it is older than 7 days.',
    },
    {
      status: 409,
      code: 'UPLOAD_ENDED',
      when: 'The import has ended.',
    },
  ],
  schemas: RATE_UPLOAD_SCHEMAS,
};
