import { composeAnnouncement } from '../../shared/market/upload-operations/compose-upload-operations.ts';
import { LOAD_UPLOADS } from '../../shared/market/upload-operations/load-uploads.ts';
import { createdUploadAnswer } from '../../shared/market/upload-operations/upload-document.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';

/** POST /api/v1/market/uploads. */
export const handler = createApiHandler({
  errorFormat: 'general',
  response: createdUploadAnswer,
  ...composeAnnouncement('create-market-upload', LOAD_UPLOADS),
});
