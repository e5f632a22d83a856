import * as v from 'valibot';
import { KEY_MODES } from '../../platform/account/account.ts';
import { fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { reject, succeed } from '../../platform/http/outcome.ts';
import { columnChoiceOf } from '../../sheets/column-fields.ts';
import type { UploadKind } from '../../uploads/follow-upload.ts';
import { describeUploads, GENERAL_UPLOAD_ERRORS } from '../../uploads/upload-description.ts';
import { fileNameField, uploadParts as of } from '../../uploads/upload-document.ts';
import { UPLOAD_FOLDERS } from '../../uploads/upload-key.ts';
import { type LoadFileState, loadFileState, MAX_ANNOUNCED_BYTES } from './load-file-state.ts';
import { LOAD_FILE } from './read-load-row.ts';

const MAX_WARNINGS = 10;

const rejectedFile = v.object({ url: of.url, expiresAt: of.moment });

const fields = {
  id: v.string(),
  mode: v.picklist(KEY_MODES),
  fileName: of.text,
  state: of.state,
  createdAt: of.moment,
  expiresAt: of.moment,
  step: of.step(['queued', 'reading', 'importing', 'publishing', 'waiting']),
  progress: of.progress,
  rows: v.object({ read: of.count, imported: of.count, duplicates: of.count, rejected: of.count }),
  reason: of.text,
  warnings: v.pipe(v.array(v.string()), v.maxLength(MAX_WARNINGS)),
  error: of.error,
  note: of.text,
  columns: of.columns,
  rejectedRows: of.rejectedRows,
  rejectedFile: v.nullable(rejectedFile),
};
const upload = v.object(fields);
/** `upload` is absent if a stored answer is replayed after the address has expired. */
const created = v.object({
  ...fields,
  upload: v.exactOptional(v.object({ ...of.address, expiresAt: of.moment })),
});
export type UploadDocument = v.InferOutput<typeof upload>;
export interface CreatedUploadAnswer {
  readonly status: 'success';
  readonly data: v.InferOutput<typeof created>;
}

const body = v.strictObject(
  {
    fileName: v.nullish(fileNameField),
    columns: v.exactOptional(columnChoiceOf(LOAD_FILE)),
  },
  'is not a field of this operation',
);

/** Uploads of loads. */
export const LOAD_UPLOADS: UploadKind<LoadFileState, CreatedUploadAnswer> = {
  folder: UPLOAD_FOLDERS.loads,
  schema: loadFileState,
  /** The body may be absent. */
  readBody: (given) => {
    if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given))) {
      return reject({ kind: 'invalid', message: 'The body must be a JSON object.' });
    }
    const parsed = v.safeParse(body, given ?? {});
    if (parsed.success) {
      const { fileName, columns } = parsed.output;
      return succeed({ fileName: fileName ?? null, ...(columns && { columns }) });
    }
    const faults = fieldErrors(parsed.issues).map(({ field, message }) => `${field} ${message}`);
    return reject({ kind: 'invalid', message: faults.join('; ') });
  },
  notFound: () => ({
    kind: 'not-found',
    message: 'There is no such upload. Uploads are removed after 7 days.',
  }),
  answerOf: (id, { mode }, { announced, rows, ended, ...reports }, address) => {
    const { added = 0, known = 0, warnings = [], columns = null, note = null } = ended ?? {};
    const { fileName, createdAt, expiresAt } = announced;
    return {
      status: 'success',
      data: {
        ...{ id, mode, fileName, createdAt, expiresAt, ...reports },
        rows: { read: rows.read, imported: added, duplicates: known, rejected: rows.rejected },
        ...{ warnings, columns, note },
        ...(address && { upload: { ...address, expiresAt } }),
      },
    };
  },
};

export const LOAD_UPLOAD_OPERATIONS = describeUploads({
  ...{ path: '/api/v1/market/uploads', parameter: 'upload_id', errorFormat: 'general' },
  ...{ tag: 'Market', many: 'loads', name: 'Market' },
  spelling: {
    ...{ id: 'id', fileName: 'fileName', createdAt: 'createdAt', expiresAt: 'expiresAt' },
    ...{ rejectedRows: 'rejectedRows', rejectedFile: 'rejectedFile', address: 'upload' },
  },
  ...{ format: 'CSV', limits: '' },
  rules: `An address accepts one file of at most ${MAX_ANNOUNCED_BYTES / 1e6} MB: a second file gets 412, and a larger file is rejected.`,
  shown: ', and its rejected rows when the import has ended.',
  body,
  schemas: { upload, created, rejectedFile },
  rejectedName: 'RejectedRowsFile',
  answerOf: (data) => v.object({ status: v.literal('success'), data }),
  fields: {
    mode: 'Mode of the key that created it; only keys of this mode can read it.',
    'rows.imported': 'Rows that added a load. 0 until the import has ended.',
    'rows.duplicates': 'Rows whose load was already imported. 0 until the import has ended.',
    warnings:
      'What to know of imported rows, in sentences, when the import has ended: how many loads do not say whether fuel is inside (prices do not use these loads), and what was assumed of columns.',
    note: 'Why the loads do not change rates yet; null if they do.',
    'rejectedRows[].reason': 'Why the row cannot be used.',
  },
  errors: GENERAL_UPLOAD_ERRORS,
});
