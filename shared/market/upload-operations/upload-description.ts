import type * as v from 'valibot';
import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import { COLUMN_SCHEMAS } from '../../sheets/column-fields.ts';
import {
  createdUploadFields,
  MAX_LISTED_ROWS,
  rejectedFileFields,
  uploadErrorFields,
  uploadFields,
} from './upload-document.ts';

/** How a format spells the fields that uploads of every kind have. */
interface Spelling {
  readonly id: string;
  readonly fileName: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly rejectedRows: string;
  readonly rejectedFile: string;
  /** Where the file is sent. */
  readonly address: string;
}

interface DescribedUploads {
  readonly spelling: Spelling;
  readonly many: string;
  /** Of the schema: "Market" makes `MarketUpload`. */
  readonly name: string;
  readonly rejectedName: string;
  readonly schemas: Readonly<Record<'upload' | 'created' | 'rejectedFile', v.GenericSchema>>;
  /** Texts of fields that other kinds do not have, or that differ. */
  readonly fields: FieldTexts;
}

export function uploadSchemas({
  spelling,
  many,
  name,
  rejectedName,
  schemas,
  fields: own,
}: DescribedUploads): NamedSchemas {
  const { id, fileName, createdAt, expiresAt, rejectedRows, rejectedFile, address } = spelling;
  const fields: FieldTexts = {
    [id]: 'Id of the upload.',
    [fileName]: 'Name of the file, as given; null if none was given.',
    [createdAt]: 'When the upload was created, UTC.',
    [expiresAt]: 'Until when the file can be sent, UTC.',
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
    [rejectedRows]: `The first rejected rows, at most ${MAX_LISTED_ROWS}, when the import has ended.`,
    [`${rejectedRows}[].line`]:
      'Row as a spreadsheet counts it, from 1: a line break inside a cell does not start a row.',
    [`${rejectedRows}[].header`]:
      'Header of the column that is wrong, or of the first of several. Absent if none is.',
    [`${rejectedRows}[].value`]:
      'Text of its cell, of at most 100 characters and without control characters. Absent if it is empty.',
    [rejectedFile]: 'All rejected rows with their reasons as CSV; null if there are none.',
    ...own,
  };
  return {
    UploadError: {
      schema: uploadErrorFields,
      description: 'Why an upload is rejected or failed.',
      fields: {
        code: 'FILE_INVALID: the message says what to correct. COLUMNS_NOT_UNDERSTOOD: a column is missing, or is not understood and could be needed; rename it, or send `columns`. FILE_TOO_LARGE: split the file. IMPORT_CRASHED: two runs ended while they worked on the file; split it. IMPORT_EXPIRED: the import waited too long; upload the file again. LOAD_LIMIT_REACHED, CONTRACT_RATE_LIMIT_REACHED: the organization has the maximum of loads or contract rates.',
        message: 'The same as `reason` of the upload.',
      },
    },
    ...COLUMN_SCHEMAS,
    [rejectedName]: {
      schema: schemas.rejectedFile,
      description: 'All rejected rows with their reasons.',
      fields: {
        url: 'Address of the CSV file. It needs no key.',
        [expiresAt]: 'When the address expires, UTC. A repeated call returns a new one.',
      },
    },
    [`${name}Upload`]: { schema: schemas.upload, description: `An upload of ${many}.`, fields },
    [`Created${name}Upload`]: {
      schema: schemas.created,
      description: `An upload of ${many}, with the address for its file.`,
      fields: {
        ...fields,
        [address]: `How to send the file. Absent if an answer is replayed after the time in ${expiresAt} has passed.`,
        [`${address}.url`]: 'Address that accepts one file. It needs no key; keep it secret.',
        [`${address}.method`]: 'Method of the request.',
        [`${address}.headers`]: 'Headers that the request must have, by name.',
        [`${address}.headers.*`]: 'Value of the header.',
        [`${address}.${expiresAt}`]:
          'When the address expires, UTC. A transfer that has begun can end later.',
      },
    },
  };
}

export const UPLOAD_SCHEMAS = uploadSchemas({
  ...{ name: 'Market', many: 'loads', rejectedName: 'RejectedRowsFile' },
  spelling: {
    ...{ id: 'id', fileName: 'fileName', createdAt: 'createdAt', expiresAt: 'expiresAt' },
    ...{ rejectedRows: 'rejectedRows', rejectedFile: 'rejectedFile', address: 'upload' },
  },
  schemas: { upload: uploadFields, created: createdUploadFields, rejectedFile: rejectedFileFields },
  fields: {
    mode: 'Mode of the key that created it; only keys of this mode can read it.',
    'rows.imported': 'Rows that added a load. 0 until the import has ended.',
    'rows.duplicates': 'Rows whose load was already imported. 0 until the import has ended.',
    warnings:
      'What to know of imported rows, in sentences, when the import has ended: how many loads do not say whether fuel is inside (prices do not use these loads), and what was assumed of columns.',
    note: 'Why the loads do not change rates yet; null if they do.',
    'rejectedRows[].reason': 'Why the row cannot be used.',
  },
});
