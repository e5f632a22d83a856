import { SHARED_QUOTES_PATH } from '../../shared/quotes/sharing/share-document.ts';
import { ORGANIZATIONS_PREFIX } from '../../shared/uploads/upload-key.ts';

/** Headers between the distribution and the API. CloudFront sets both, and replaces values that a caller sends. */

/** Secret that only the distribution of the environment knows. */
export const ORIGIN_SECRET_HEADER = 'x-freight-origin';

/** Address of the caller. Unlike the first address in X-Forwarded-For, a caller cannot choose it. */
export const CALLER_ADDRESS_HEADER = 'x-freight-caller-address';

/** Paths of the API behind the distribution; all other paths are pages. */
export const API_PATHS = [
  '/api/*',
  '/v1/*',
  '/mcp',
  `${SHARED_QUOTES_PATH}/*`,
  '/openapi.json',
  '/health',
] as const;

/**
 * Paths of objects with signed addresses, on the origin of the pages: the keys of the bucket of uploads. The console
 * sends files to its own origin.
 */
export const UPLOAD_PATHS = [`/${ORGANIZATIONS_PREFIX}`] as const;
