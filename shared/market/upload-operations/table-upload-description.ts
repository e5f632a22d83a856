import * as v from 'valibot';
import { IDEMPOTENCY_CONFLICT_ERROR } from '../../accounts/idempotency/answer-once.ts';
import type {
  FieldTexts,
  NamedSchemas,
  OperationDescription,
} from '../../platform/http/operation-description.ts';
import { COLUMN_FIELD, COLUMNS_FIELD, SHEET_FIELD } from '../../sheets/column-fields.ts';
import type { FileKind } from '../../sheets/table.ts';
import { MAX_LISTED } from '../uploads/table-upload-state.ts';
import { rejectedTableFile, type tableUploadSchemas } from './table-upload-document.ts';
import { tableUploadBody } from './table-uploads.ts';
import { uploadSchemas } from './upload-description.ts';
import { MAX_FILE_NAME_LENGTH, MAX_UNFINISHED_UPLOADS } from './upload-document.ts';

/** What the descriptions of a kind of table say besides the texts of all kinds. */
interface DescribedTables {
  readonly tag: OperationDescription['tag'];
  readonly one: string;
  readonly many: string;
  /** Of schemas: "ContractRate" makes `ContractRateUpload`. */
  readonly name: string;
  readonly notFoundCode: string;
  readonly file: FileKind<string>;
  readonly schemas: ReturnType<typeof tableUploadSchemas>;
  readonly limits: string;
  /** Which rows are written, as sentences. */
  readonly writing: string;
  readonly fields: FieldTexts;
  /** What an ended import shows besides its rows. */
  readonly shown?: string;
}

const namedSchemas = ({ name, many, schemas, fields }: DescribedTables): NamedSchemas =>
  uploadSchemas({
    ...{ name, many, rejectedName: 'RejectedTableFile' },
    schemas: { ...schemas, rejectedFile: rejectedTableFile },
    spelling: {
      ...{ id: 'upload_id', fileName: 'file_name', createdAt: 'created_at', expiresAt: 'expires_at' },
      ...{ rejectedRows: 'rejected_rows', rejectedFile: 'rejected_file', address: 'address' },
    },
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
      ...fields,
    },
  });

/** The descriptions of the operations on uploads of a kind of table. */
export function describeTableUploads(
  kind: DescribedTables,
): Readonly<Record<'create' | 'read' | 'cancel', OperationDescription>> {
  const { tag, one, many, notFoundCode, file, schemas: made, limits, writing, shown = '' } = kind;
  const schemas = namedSchemas(kind);
  const unknown = {
    status: 404,
    code: notFoundCode,
    when: 'The organization has no such upload in the mode of the key, or it is older than 7 days.',
  } as const;
  const answered = (description: string) => ({
    schema: made.answer,
    description,
    fields: {},
  });
  return {
    create: {
      tag,
      summary: `Create an upload of ${many}`,
      description: `Returns an address for a CSV or XLSX file of ${many} of the organization, in the mode of the key: at most ${limits}. Send the file to the address with the method and the headers of the response, within an hour. The import starts by itself; read the upload to follow it. Valid rows are written although others are invalid${writing} An address accepts one file: a second file gets 412. The same file can be imported again: no ${one} is written twice. At most ${MAX_UNFINISHED_UPLOADS} uploads of loads, contract rates and past quotes are unfinished at the same time in the mode of the key.`,
      requestHeaders: ['Idempotency-Key'],
      body: {
        optional: true,
        schema: v.strictObject(tableUploadBody(file)),
        fields: {
          file_name: `Name of the file, to recognize the upload: 1 to ${MAX_FILE_NAME_LENGTH} characters without control characters.`,
          columns: COLUMNS_FIELD,
          'columns.*': COLUMN_FIELD,
          sheet: SHEET_FIELD,
        },
      },
      response: {
        schema: made.createdAnswer,
        description: 'The new upload.',
        fields: {},
      },
      responseHeaders: ['Idempotency-Replayed'],
      errors: [
        { status: 400, when: '`details.errors` names each invalid field.' },
        IDEMPOTENCY_CONFLICT_ERROR,
        {
          status: 409,
          code: 'TOO_MANY_UPLOADS',
          when: 'Too many uploads are unfinished. The message names them.',
        },
      ],
      schemas,
    },
    read: {
      tag,
      summary: `Read an upload of ${many}`,
      description: `Returns the progress of an upload. When the import has ended, it has the number of rows that were written and rejected, and the first rejected rows${shown}. Uploads can be read for 7 days.`,
      response: answered('The upload.'),
      errors: [unknown],
      schemas,
    },
    cancel: {
      tag,
      summary: `Cancel an upload of ${many}`,
      description:
        'Cancels an upload whose import has not ended, so that it no longer counts as unfinished. A file that is sent later is not imported. A running import ends within seconds; rows that it has imported stay. A repeated call has the same effect.',
      response: answered('The cancelled upload.'),
      errors: [unknown, { status: 409, code: 'UPLOAD_ENDED', when: 'The import has ended.' }],
      schemas,
    },
  };
}
