import { ORGANIZATIONS_PREFIX } from '../../shared/market/uploads/upload-object-names.ts';

/**
 * Paths of objects with signed addresses, on the origin of the pages: the keys of the bucket of uploads. The console
 * sends files to its own origin.
 */
export const UPLOAD_PATHS = [`/${ORGANIZATIONS_PREFIX}`] as const;
