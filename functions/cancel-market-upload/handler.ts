import { cancelUploadUseCase } from '../../shared/market/upload-operations/cancel-upload.ts';
import { composeUploadOperation } from '../../shared/market/upload-operations/compose-upload-operations.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

export const handler = createApiHandler(definition, composeUploadOperation('upload_id', cancelUploadUseCase));
