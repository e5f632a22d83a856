import * as v from 'valibot';
import { IDEMPOTENCY_CONFLICT_ERROR } from '../accounts/idempotency/answer-once.ts';
import type {
  DescribedError,
  FieldTexts,
  NamedSchemas,
  OperationDescription,
} from '../platform/http/operation-description.ts';
import { COLUMN_FIELD, COLUMN_SCHEMAS, COLUMNS_FIELD, SHEET_FIELD } from '../sheets/column-fields.ts';
import type { FileKind } from '../sheets/table.ts';
import { MAX_LISTED } from './table-state.ts';
import { tableUploadBody } from './table-uploads.ts';
import {
  MAX_FILE_NAME_LENGTH,
  MAX_LISTED_ROWS,
  MAX_UNFINISHED_UPLOADS,
  rejectedTableFile,
  uploadErrorFields,
} from './upload-document.ts';

/** How a format spells the fields that uploads of every kind have. `address`: where the file is sent. */
type Spelling = Readonly<
  Record<'id' | 'fileName' | 'createdAt' | 'expiresAt' | 'rejectedRows' | 'rejectedFile' | 'address', string>
>;

/** What the descriptions of a kind say besides the texts of all kinds. */
interface DescribedUploads {
  readonly tag: OperationDescription['tag'];
  readonly path: string;
  /** Name of the id in the path. */
  readonly parameter: string;
  readonly errorFormat: 'quotes' | 'general';
  readonly many: string;
  /** Of schemas: "Market" makes `MarketUpload`. */
  readonly name: string;
  readonly rejectedName: string;
  readonly spelling: Spelling;
  readonly format: string;
  /** Of the file, before the sentence ends. */
  readonly limits: string;
  /** What becomes of the file, as sentences. */
  readonly rules: string;
  /** What an ended import shows. */
  readonly shown: string;
  readonly body: v.GenericSchema;
  readonly schemas: Readonly<Record<'upload' | 'created' | 'rejectedFile', v.GenericSchema>>;
  readonly answerOf: (upload: v.GenericSchema) => v.GenericSchema;
  /** Texts of fields that other kinds do not have, or that differ. */
  readonly fields: FieldTexts;
  readonly errors: Readonly<Record<'create' | 'read' | 'cancel', readonly DescribedError[]>>;
}

/** The operations on uploads of a kind, as their definitions have them. */
export function describeUploads(kind: DescribedUploads) {
  const { tag, path, parameter, errorFormat, many, errors } = kind;
  const general = { tag, schemas: namedSchemas(kind) };
  const one = { ...general, path: `${path}/{${parameter}}`, tables: {} };
  const answered = (schema: v.GenericSchema, description: string) => ({
    response: { schema: kind.answerOf(schema), description, fields: {} },
  });
  return {
    create: {
      ...general,
      method: 'POST',
      path,
      summary: `Create an upload of ${many}`,
      description: `Returns an address for a ${kind.format} file of ${many} of the organization, in the mode of the key${kind.limits}. Send the file to the address with the method and the headers of the response, within an hour. The import starts by itself; read the upload to follow it. ${kind.rules} At most ${MAX_UNFINISHED_UPLOADS} uploads of loads, contract rates and past quotes are unfinished at the same time in the mode of the key.`,
      requestHeaders: ['Idempotency-Key'],
      body: {
        optional: true,
        schema: kind.body,
        fields: {
          [kind.spelling.fileName]:
            `Name of the file, to recognize the upload: 1 to ${MAX_FILE_NAME_LENGTH} characters without control characters.`,
          columns: COLUMNS_FIELD,
          'columns.*': COLUMN_FIELD,
          ...(errorFormat === 'quotes' && { sheet: SHEET_FIELD }),
        },
      },
      ...answered(kind.schemas.created, 'The new upload.'),
      errors: errors.create,
      tables: { idempotency: ['GetItem', 'PutItem'], market: ['UpdateItem'] },
      leadingKeys: { market: ['uploads#*'] },
    },
    read: {
      ...one,
      method: 'GET',
      summary: `Read an upload of ${many}`,
      description: `Returns the progress of an upload${kind.shown} Uploads can be read for 7 days.`,
      ...answered(kind.schemas.upload, 'The upload.'),
      errors: errors.read,
    },
    cancel: {
      ...one,
      method: 'DELETE',
      summary: `Cancel an upload of ${many}`,
      description:
        'Cancels an upload whose import has not ended, so that it no longer counts as unfinished. A file that is sent later is not imported. A running import ends within seconds; rows that it has imported stay. A repeated call has the same effect.',
      ...answered(kind.schemas.upload, 'The cancelled upload.'),
      errors: [...errors.read, ...errors.cancel],
    },
  } as const;
}

const UNKNOWN = {
  status: 404,
  when: 'The organization has no such upload in the mode of the key, or it is older than 7 days.',
} as const;
const HAS_ENDED = { status: 409, when: 'The import has ended.' } as const;

/** The errors of operations in the general format, which has no codes for them. */
export const GENERAL_UPLOAD_ERRORS: DescribedUploads['errors'] = {
  create: [
    { status: 400, when: 'Fields are invalid; the message names each.' },
    {
      status: 409,
      when: 'Too many uploads are unfinished: the message names them. Or the Idempotency-Key was used with another body, or a call with it is being answered.',
    },
  ],
  read: [UNKNOWN],
  cancel: [HAS_ENDED],
};

interface DescribedTables
  extends Pick<DescribedUploads, 'tag' | 'path' | 'parameter' | 'many' | 'name' | 'limits' | 'fields'> {
  readonly one: string;
  readonly notFoundCode: string;
  readonly file: FileKind<string>;
  /** Which rows are written, as sentences. */
  readonly writing: string;
  /** What an ended import shows besides its rows. */
  readonly shown?: string;
  readonly schemas: Omit<DescribedUploads['schemas'], 'rejectedFile'>;
}

/** The operations on uploads of a kind of table, in the format of quotes. */
export const describeTableUploads = ({ shown = '', ...kind }: DescribedTables) =>
  describeUploads({
    ...kind,
    errorFormat: 'quotes',
    spelling: {
      ...{ id: 'upload_id', fileName: 'file_name', createdAt: 'created_at', expiresAt: 'expires_at' },
      ...{ rejectedRows: 'rejected_rows', rejectedFile: 'rejected_file', address: 'address' },
    },
    format: 'CSV or XLSX',
    limits: `: at most ${kind.limits}`,
    rules: `Valid rows are written although others are invalid${kind.writing} An address accepts one file: a second file gets 412. The same file can be imported again: no ${kind.one} is written twice.`,
    shown: `. When the import has ended, it has the number of rows that were written and rejected, and the first rejected rows${shown}.`,
    body: v.strictObject(tableUploadBody(kind.file)),
    schemas: { ...kind.schemas, rejectedFile: rejectedTableFile },
    rejectedName: 'RejectedTableFile',
    answerOf: (upload) => v.object({ upload }),
    fields: {
      'rows.created': 'Rows that created an item. 0 until the import has ended.',
      'rows.replaced': 'Rows that replaced a stored item with other values. 0 until the import has ended.',
      'rows.unchanged': 'Rows whose item was stored with the same values. 0 until the import has ended.',
      notes:
        'What was noticed when the file was read, such as skipped rows and hidden columns, as sentences.',
      'notes[]': 'A sentence.',
      'rejected_rows[].reason': 'Why the row cannot be used.',
      warnings: `What was assumed of a row, and rates that start or end in the past; at most ${MAX_LISTED}.`,
      'warnings[].line': 'Line of the row.',
      'warnings[].message': 'The warning, as a sentence.',
      ...kind.fields,
    },
    errors: {
      create: [
        { status: 400, when: '`details.errors` names each invalid field.' },
        IDEMPOTENCY_CONFLICT_ERROR,
        {
          status: 409,
          code: 'TOO_MANY_UPLOADS',
          when: 'Too many uploads are unfinished. The message names them.',
        },
      ],
      read: [{ ...UNKNOWN, code: kind.notFoundCode }],
      cancel: [{ ...HAS_ENDED, code: 'UPLOAD_ENDED' }],
    },
  });

function namedSchemas({
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
