import { LOAD_UPLOADS } from '../../shared/market/importing/load-uploads.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeUploadCancellation } from '../../shared/uploads/compose-upload-operations.ts';
import { definition } from './definition.ts';

export const handler = createApiHandler(definition, composeUploadCancellation(LOAD_UPLOADS));
