import { keyOfUpload } from '../uploads/upload-announcement.ts';
import type { AnnouncedKind } from './announce-upload.ts';
import { readUploadBody } from './read-upload-body.ts';
import { type CreatedUploadAnswer, newUploadDocument } from './upload-document.ts';

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
