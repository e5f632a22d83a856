import { uploadBodyFields } from '../../shared/market/upload-operations/load-uploads.ts';
import { UPLOAD_SCHEMAS } from '../../shared/market/upload-operations/upload-description.ts';
import {
  createdUploadAnswer,
  MAX_FILE_NAME_LENGTH,
  MAX_UNFINISHED_UPLOADS,
} from '../../shared/market/upload-operations/upload-document.ts';
import { MAX_API_UPLOAD_BYTES } from '../../shared/market/uploads/upload-key.ts';
import { COLUMN_FIELD, COLUMNS_FIELD } from '../../shared/sheets/column-fields.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'create-market-upload',
  method: 'POST',
  path: '/api/v1/market/uploads',
  errorFormat: 'general',
  tag: 'Market',
  summary: 'Create an upload of loads',
  description: `Returns an address for a CSV file of loads of the organization, in the mode of the key. Send the file to the address with the method and the headers of the response, within an hour. The import starts by itself; read the upload to follow it. An address accepts one file of at most ${MAX_API_UPLOAD_BYTES / 1e6} MB: a second file gets 412, and a larger file is rejected. At most ${MAX_UNFINISHED_UPLOADS} uploads of loads, contract rates and past quotes are unfinished at the same time in the mode of the key.`,
  requestHeaders: ['Idempotency-Key'],
  body: {
    optional: true,
    schema: uploadBodyFields,
    fields: {
      fileName: `Name of the file, to recognize the upload: 1 to ${MAX_FILE_NAME_LENGTH} characters without control characters.`,
      columns: COLUMNS_FIELD,
      'columns.*': COLUMN_FIELD,
    },
  },
  response: {
    schema: createdUploadAnswer,
    description: 'The new upload.',
    fields: {},
  },
  responseHeaders: ['Idempotency-Replayed'],
  errors: [
    { status: 400, when: 'Fields are invalid; the message names each.' },
    {
      status: 409,
      when: 'Too many uploads are unfinished: the message names them. Or the Idempotency-Key was used with another body, or a call with it is being answered.',
    },
  ],
  schemas: UPLOAD_SCHEMAS,
  tables: { idempotency: ['GetItem', 'PutItem'], market: ['UpdateItem'] },
  leadingKeys: { market: ['uploads#*'] },
  uploads: 'create',
  memoryMb: 512,
  timeoutSeconds: 10,
  impact: 'Callers cannot upload loads; freight market import does it for them.',
} satisfies Operation;
