import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { QUOTE_UPLOADS } from '../../shared/quotes/imported/quote-uploads.ts';
import { composeAnnouncement } from '../../shared/uploads/compose-upload-operations.ts';
import { definition } from './definition.ts';

export const handler = createApiHandler(
  definition,
  composeAnnouncement('create-quote-upload', QUOTE_UPLOADS),
);
