import { LOAD_UPLOADS } from '../../shared/market/upload-operations/load-uploads.ts';
import { createdUploadAnswer } from '../../shared/market/upload-operations/upload-document.ts';
import { createAnnounceHandler } from '../../shared/market/upload-operations/upload-handlers.ts';

/** POST /api/v1/market/uploads. */
export const handler = createAnnounceHandler('create-market-upload', LOAD_UPLOADS, {
  errorFormat: 'general',
  response: createdUploadAnswer,
});
