import * as v from 'valibot';
import { fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { reject, succeed } from '../../platform/http/outcome.ts';
import { boundedText, NO_CONTROL } from '../../platform/text/bounded-text.ts';
import { columnChoiceOf } from '../../sheets/column-fields.ts';
import { LOAD_FILE } from '../importing/read-load-row.ts';
import { accountUploadKey } from '../uploads/upload-key.ts';
import { API_FOLDER } from '../uploads/upload-object-names.ts';
import { uploadResultSchema } from '../uploads/upload-result.ts';
import { textForCaller, type UploadKind } from './follow-upload.ts';
import { type CreatedUploadAnswer, MAX_FILE_NAME_LENGTH } from './upload-document.ts';

const LENGTH = `must be a text of 1 to ${MAX_FILE_NAME_LENGTH} characters`;

/** Name of a file, to recognize its upload. */
export const fileNameField = v.pipe(
  boundedText(MAX_FILE_NAME_LENGTH, LENGTH, (fault) => (fault === 'control' ? NO_CONTROL : LENGTH), {
    minLength: 1,
  }),
  v.minLength(1, LENGTH),
  v.check((name) => name.isWellFormed(), 'must be well-formed Unicode'),
);

export const uploadBodyFields = v.strictObject(
  {
    fileName: v.nullish(fileNameField),
    columns: v.exactOptional(columnChoiceOf(LOAD_FILE)),
  },
  'is not a field of this operation',
);

export const LOAD_UPLOADS: UploadKind<CreatedUploadAnswer, v.InferOutput<typeof uploadResultSchema>> = {
  folder: API_FOLDER,
  /** The body may be absent. */
  readBody: (body) => {
    if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
      return reject({ kind: 'invalid', message: 'The body must be a JSON object.' });
    }
    const parsed = v.safeParse(uploadBodyFields, body ?? {});
    if (parsed.success) {
      const { fileName, columns } = parsed.output;
      return succeed({ fileName: fileName ?? null, ...(columns && { columns }) });
    }
    const faults = fieldErrors(parsed.issues).map(({ field, message }) => `${field} ${message}`);
    return reject({ kind: 'invalid', message: faults.join('; ') });
  },
  resultSchema: uploadResultSchema,
  shares: {
    reading: [0, 0.5],
    importing: [0.5, 0.4],
    publishing: [0.9, 0],
    finished: [1, 0],
    waiting: [0, 0],
  },
  notFound: () => ({
    kind: 'not-found',
    message: 'There is no such upload. Uploads are removed after 7 days.',
  }),
  answerOf: (id, account, { announced, rows, result, ...reports }) => {
    const { added = 0, known = 0, warnings = [], columns = null, note } = result ?? {};
    const { fileName, createdAt, expiresAt } = announced;
    return {
      status: 'success',
      data: {
        ...{ id, mode: account.mode, fileName, createdAt, expiresAt, ...reports },
        rows: { read: rows.read, imported: added, duplicates: known, rejected: rows.rejected },
        ...{ warnings, columns },
        note: textForCaller(note, accountUploadKey(account, API_FOLDER, id), announced),
      },
    };
  },
  uploadOf: ({ data }) => data,
  withAddress: ({ status, data }, address) => ({
    status,
    data: { ...data, upload: { ...address, expiresAt: data.expiresAt } },
  }),
};
