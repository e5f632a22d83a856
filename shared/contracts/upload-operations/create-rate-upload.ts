import {
  type AnnouncedKind,
  type AnnounceUploadPorts,
  addUploadAddressUseCase,
  announceUploadUseCase,
} from '../../market/upload-operations/announce-upload.ts';
import type { PresignedRequests } from '../../platform/s3/presigned-requests.ts';
import { rateUploadKey } from '../uploads/rate-upload-key.ts';
import { type CreatedRateUploadAnswer, newRateUploadDocument } from './rate-upload-document.ts';
import { readRateUploadBody } from './read-rate-upload-body.ts';

const RATES: AnnouncedKind<CreatedRateUploadAnswer> = {
  keyOf: rateUploadKey,
  readBody: readRateUploadBody,
  answerOf: (id, _, announced) => ({ upload: newRateUploadDocument(id, announced) }),
  uploadOf: ({ upload }) => ({ id: upload.upload_id, expiresAt: upload.expires_at }),
  withAddress: ({ upload }, { headers, ...put }) => ({
    upload: { ...upload, address: { ...put, headers: { ...headers }, expires_at: upload.expires_at } },
  }),
};

/** Announces an upload of contract rates. */
export const createRateUploadUseCase = (ports: AnnounceUploadPorts) => announceUploadUseCase(ports, RATES);

/** Adds the address for the file of contract rates to an answer. */
export const addRateFileAddressUseCase = (signed: Pick<PresignedRequests, 'put'>, now: () => Date) =>
  addUploadAddressUseCase(signed, now, RATES);
