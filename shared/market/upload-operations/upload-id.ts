import { createSortableIds, SORTABLE_DIGITS } from '../../platform/ids/sortable-id.ts';

const PREFIX = 'upl_';
const UPLOAD_ID = new RegExp(`^${PREFIX}${SORTABLE_DIGITS}$`);

/** IDs of uploads, in order of their creation. */
export const createUploadIds = (): ((now: Date) => string) => createSortableIds(PREFIX);

/** Only such a text may become part of an object key. */
export const isUploadId = (text: string): boolean => UPLOAD_ID.test(text);
