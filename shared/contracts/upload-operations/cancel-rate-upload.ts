import { type CancelUploadPorts, cancelUnlessEnded } from '../../market/upload-operations/cancel-upload.ts';
import { rateUploadKey } from '../uploads/rate-upload-key.ts';
import type { RateUploadAnswer } from './rate-upload-document.ts';
import { readRateUploadUseCase } from './read-rate-upload.ts';

/** Cancels an upload of contract rates. */
export const cancelRateUploadUseCase = (ports: CancelUploadPorts) =>
  cancelUnlessEnded<RateUploadAnswer>(ports, {
    keyOf: rateUploadKey,
    read: readRateUploadUseCase(ports),
    stateOf: ({ upload }) => upload.state,
  });
