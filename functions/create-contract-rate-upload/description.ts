import * as v from 'valibot';
import { MAX_FILE_BYTES, MAX_FILE_RATES } from '../../shared/contracts/files/read-rate-file.ts';
import { RATE_UPLOAD_SCHEMAS } from '../../shared/contracts/upload-operations/rate-upload-description.ts';
import { createdRateUploadAnswer } from '../../shared/contracts/upload-operations/rate-upload-document.ts';
import { rateUploadBodyFields } from '../../shared/contracts/upload-operations/read-rate-upload-body.ts';
import { MAX_UNFINISHED_UPLOADS } from '../../shared/market/upload-operations/unfinished-uploads.ts';
import { MAX_FILE_NAME_LENGTH } from '../../shared/market/upload-operations/upload-document.ts';
import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';

import { COLUMN_FIELD, COLUMNS_FIELD, SHEET_FIELD } from '../../shared/sheets/column-fields.ts';

export const description: OperationDescription = {
  tag: 'Contract rates',
  summary: 'Create an upload of contract rates',
  description: `Returns an address for a CSV or XLSX file of contract rates of the organization, in the mode of the key: at most ${MAX_FILE_RATES.toLocaleString('en-US')} rows and ${MAX_FILE_BYTES / 1e6} MB. Send the file to the address with the method and the headers of the response, within an hour. The import starts by itself; read the upload to follow it. Valid rows are written although others are invalid; a row with the customer and \`external_id\` of an earlier row of the file is rejected. An address accepts one file: a second file gets 412. The same file can be imported again: no rate is written twice. With an Idempotency-Key, a repeated call creates no second upload. At most ${MAX_UNFINISHED_UPLOADS} uploads of loads and contract rates are unfinished at the same time in the mode of the key.`,
  requestHeaders: ['Idempotency-Key'],
  body: {
    optional: true,
    schema: v.strictObject(rateUploadBodyFields),
    fields: {
      file_name: `Name of the file, to recognize the upload: 1 to ${MAX_FILE_NAME_LENGTH} characters without control characters.`,
      columns: COLUMNS_FIELD,
      'columns.*': COLUMN_FIELD,
      sheet: SHEET_FIELD,
    },
  },
  response: {
    schema: createdRateUploadAnswer,
    description: 'The new upload.',
    fields: { upload: 'The upload.' },
  },
  responseHeaders: ['Idempotency-Replayed'],
  errors: [
    { status: 400, when: '`details.errors` names each invalid field.' },
    {
      status: 409,
      code: 'IDEMPOTENCY_CONFLICT',
      when: 'The Idempotency-Key was used with another body, or a call with it is being answered.',
    },
    {
      status: 409,
      code: 'TOO_MANY_UPLOADS',
      when: 'Too many uploads are unfinished. The message names them.',
    },
  ],
  schemas: RATE_UPLOAD_SCHEMAS,
};
