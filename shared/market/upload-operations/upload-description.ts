import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import { COLUMN_SCHEMAS } from '../../sheets/column-fields.ts';
import {
  createdUploadFields,
  MAX_LISTED_ROWS,
  rejectedFileFields,
  uploadErrorFields,
  uploadFields,
} from './upload-document.ts';

/** The schema of the error of an upload of any kind. */
export const UPLOAD_ERROR: NamedSchemas = {
  UploadError: {
    schema: uploadErrorFields,
    description: 'Why an upload is rejected or failed.',
    fields: {
      code: 'FILE_INVALID: the message says what to correct. COLUMNS_NOT_UNDERSTOOD: a column is missing, or is not understood and could be needed; rename it, or send `columns`. FILE_TOO_LARGE: split the file. IMPORT_CRASHED: two runs ended while they worked on the file; split it. IMPORT_EXPIRED: the import waited too long; upload the file again. LOAD_LIMIT_REACHED, CONTRACT_RATE_LIMIT_REACHED: the organization has the maximum of loads or contract rates.',
      message: 'The same as `reason` of the upload.',
    },
  },
};

/** Texts of the fields that uploads of every kind have under the same names. */
export const ANY_UPLOAD_FIELDS: FieldTexts = {
  state:
    'awaiting_upload: the file was not sent yet; importing; imported; rejected: no row was imported; failed: the import stopped, and a part of the rows may be imported; expired: the file was not sent in time; cancelled.',
  step: 'What the import does; null if the file was not sent or the import has ended. queued: it starts soon; waiting: the organization is suspended.',
  progress: 'Estimated progress of the import, 0 to 1.',
  rows: 'Rows of the file, without the header.',
  'rows.read': 'Rows that were read.',
  'rows.rejected': 'Rows that cannot be used.',
  reason:
    'Why the file was rejected, the import stopped or waits, or that the upload was cancelled; otherwise null.',
  error: 'Why the upload is rejected or failed; otherwise null.',
  columns: 'How the columns of the file were read, when the import has ended; otherwise null.',
};

/** Texts of the place of a rejected row. @param rows name of the list. */
export const REJECTED_CELL = (rows: string): FieldTexts => ({
  [`${rows}[].line`]:
    'Row as a spreadsheet counts it, from 1: a line break inside a cell does not start a row.',
  [`${rows}[].header`]: 'Header of the column that is wrong, or of the first of several. Absent if none is.',
  [`${rows}[].value`]:
    'Text of its cell, of at most 100 characters and without control characters. Absent if it is empty.',
});

const UPLOAD_FIELDS: FieldTexts = {
  ...ANY_UPLOAD_FIELDS,
  id: 'Id of the upload.',
  mode: 'Mode of the key that created it; only keys of this mode can read it.',
  fileName: 'Name of the file, as given; null if none was given.',
  createdAt: 'When the upload was created, UTC.',
  expiresAt: 'Until when the file can be sent, UTC.',
  'rows.imported': 'Rows that added a load. 0 until the import has ended.',
  'rows.duplicates': 'Rows whose load was already imported. 0 until the import has ended.',
  warnings:
    'What to know of imported rows, as sentences, such as how many loads do not say whether fuel is inside: prices do not use them.',
  note: 'Why the loads do not change rates yet; null if they do.',
  rejectedRows: `The first rejected rows, at most ${MAX_LISTED_ROWS}, when the import has ended.`,
  'rejectedRows[].reason': 'Why the row cannot be used.',
  ...REJECTED_CELL('rejectedRows'),
  rejectedFile: 'All rejected rows with their reasons as CSV; null if there are none.',
};

/** The schemas of an upload that the description of the API names. */
export const UPLOAD_SCHEMAS: NamedSchemas = {
  ...UPLOAD_ERROR,
  ...COLUMN_SCHEMAS,
  MarketUpload: { schema: uploadFields, description: 'An upload of loads.', fields: UPLOAD_FIELDS },
  CreatedMarketUpload: {
    schema: createdUploadFields,
    description: 'An upload of loads, with the address for its file.',
    fields: {
      ...UPLOAD_FIELDS,
      upload: 'How to send the file. Absent if an answer is replayed after the time in expiresAt has passed.',
      'upload.url': 'Address that accepts one file. It needs no key; keep it secret.',
      'upload.method': 'Method of the request.',
      'upload.headers': 'Headers that the request must have, by name.',
      'upload.headers.*': 'Value of the header.',
      'upload.expiresAt': 'When the address expires, UTC. A transfer that has begun can end later.',
    },
  },
  RejectedRowsFile: {
    schema: rejectedFileFields,
    description: 'All rejected rows with their reasons.',
    fields: {
      url: 'Address of the CSV file. It needs no key.',
      expiresAt: 'When the address expires, UTC. A repeated call returns a new one.',
    },
  },
};
