import { RATE_UPLOADS } from '../../shared/contracts/uploads/rate-uploads.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeUploadCancellation } from '../../shared/uploads/compose-upload-operations.ts';
import { definition } from './definition.ts';

export const handler = createApiHandler(definition, composeUploadCancellation(RATE_UPLOADS));
