import { RATE_UPLOAD_DESCRIPTIONS } from '../../shared/contracts/upload-operations/rate-upload-description.ts';

export const description = RATE_UPLOAD_DESCRIPTIONS.read;
