import { composeUploadCancellation } from '../../shared/market/upload-operations/compose-upload-operations.ts';
import { LOAD_UPLOADS } from '../../shared/market/upload-operations/load-uploads.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

export const handler = createApiHandler(definition, composeUploadCancellation('upload_id', LOAD_UPLOADS));
