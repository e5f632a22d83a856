import type { PresignedRequests } from '../../platform/s3/presigned-requests.ts';
import { keyOfUpload } from '../uploads/upload-announcement.ts';
import {
  type AnnouncedKind,
  type AnnounceUploadPorts,
  addUploadAddressUseCase,
  announceUploadUseCase,
} from './announce-upload.ts';
import { readUploadBody } from './read-upload-body.ts';
import { type CreatedUploadAnswer, newUploadDocument } from './upload-document.ts';

const LOADS: AnnouncedKind<CreatedUploadAnswer> = {
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

/** Announces an upload of loads. */
export const createUploadUseCase = (ports: AnnounceUploadPorts) => announceUploadUseCase(ports, LOADS);

/** Adds the address for the file of loads to an answer. */
export const addAddressUseCase = (signed: Pick<PresignedRequests, 'put'>, now: () => Date) =>
  addUploadAddressUseCase(signed, now, LOADS);
