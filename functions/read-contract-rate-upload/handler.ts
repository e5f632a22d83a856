import { RATE_UPLOADS } from '../../shared/contracts/uploads/rate-uploads.ts';
import { composeUploadOperation } from '../../shared/market/upload-operations/compose-upload-operations.ts';
import { readTableUploadUseCase } from '../../shared/market/upload-operations/table-uploads.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

export const handler = createApiHandler(
  definition,
  composeUploadOperation('rate_upload_id', (ports) => readTableUploadUseCase(ports, RATE_UPLOADS)),
);
