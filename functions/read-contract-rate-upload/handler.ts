import { RATE_UPLOADS } from '../../shared/contracts/uploads/rate-uploads.ts';
import { composeUploadReading } from '../../shared/market/upload-operations/compose-upload-operations.ts';
import { tableUploads } from '../../shared/market/upload-operations/table-uploads.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

export const handler = createApiHandler(
  definition,
  composeUploadReading('rate_upload_id', tableUploads(RATE_UPLOADS)),
);
