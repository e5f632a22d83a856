import * as v from 'valibot';
import { fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { boundedText, NO_CONTROL } from '../../platform/text/bounded-text.ts';
import { columnChoiceOf } from '../../sheets/column-fields.ts';
import { LOAD_FILE } from '../importing/read-load-row.ts';
import { keyOfUpload } from '../uploads/upload-announcement.ts';
import type { AnnouncedKind, UploadRequest } from './announce-upload.ts';
import { type CreatedUploadAnswer, MAX_FILE_NAME_LENGTH, newUploadDocument } from './upload-document.ts';

/** How uploads of loads are announced. */
export const LOAD_UPLOADS: AnnouncedKind<CreatedUploadAnswer> = {
  keyOf: keyOfUpload,
  readBody: readUploadBody,
  answerOf: (id, { mode }, announced) => ({
    status: 'success',
    data: newUploadDocument(id, mode, announced),
  }),
  uploadOf: ({ data }) => data,
  withAddress: ({ status, data }, { headers, ...put }) => ({
    status,
    data: { ...data, upload: { ...put, headers: { ...headers }, expiresAt: data.expiresAt } },
  }),
};

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

/** Reads the body of an announcement, which may be absent. */
export function readUploadBody(body: unknown): Outcome<UploadRequest> {
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
}
