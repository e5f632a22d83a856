import { createSortableIds, firstSortableIdAt, SORTABLE_DIGITS } from '../../platform/ids/sortable-id.ts';

const PREFIX = 'dlv_';
const FORM = new RegExp(`^${PREFIX}${SORTABLE_DIGITS}$`);

/** Makes delivery ids that sort in the order of their creation. */
export const createDeliveryIds = (): ((now: Date) => string) => createSortableIds(PREFIX);

export const isDeliveryId = (text: string): boolean => FORM.test(text);

/** A text that sorts before all ids made at `ms` (since 1970) or later, and after all earlier ids. */
export const firstDeliveryIdAt = (ms: number): string => firstSortableIdAt(PREFIX, ms);
