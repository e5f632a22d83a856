import { createDocumentHandler } from '../../shared/platform/http/handlers/fixed-document.ts';
import { readDescription } from './embedded-description.ts';

const answer = createDocumentHandler(readDescription());

/** `GET` and `HEAD /openapi.json`: the description of the API, without an API key. */
export const handler = async (request: Parameters<typeof answer>[0]) => answer(request);
