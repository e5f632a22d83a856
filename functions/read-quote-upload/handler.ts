import { composeUploadReading } from '../../shared/market/upload-operations/compose-upload-operations.ts';
import { tableUploads } from '../../shared/market/upload-operations/table-uploads.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { QUOTE_UPLOADS } from '../../shared/quotes/imported/quote-uploads.ts';
import { definition } from './definition.ts';

export const handler = createApiHandler(
  definition,
  composeUploadReading('quote_upload_id', tableUploads(QUOTE_UPLOADS)),
);
