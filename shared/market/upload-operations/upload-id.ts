import { createSortableIds, SORTABLE_DIGITS, sortableIdTime } from '../../platform/ids/sortable-id.ts';

const PREFIX = 'upl_';
const UPLOAD_ID = new RegExp(`^${PREFIX}${SORTABLE_DIGITS}$`);

/** IDs of uploads, in order of their creation. */
export const createUploadIds = (): ((now: Date) => string) => createSortableIds(PREFIX);

/** When an upload was created, in milliseconds since 1970. */
export const uploadCreatedAt = (id: string): number => sortableIdTime(PREFIX, id);

/** Only such a text may become part of an object key. */
export const isUploadId = (text: string): boolean => UPLOAD_ID.test(text);
