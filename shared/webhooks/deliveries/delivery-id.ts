import { createSortableIds, firstSortableIdAt, SORTABLE_DIGITS } from '../../platform/ids/sortable-id.ts';

const PREFIX = 'dlv_';
const FORM = new RegExp(`^${PREFIX}${SORTABLE_DIGITS}$`);

/** Makes ids of deliveries, each sorting after the one before. */
export const createDeliveryIds = (): ((now: Date) => string) => createSortableIds(PREFIX);

export const isDeliveryId = (text: string): boolean => FORM.test(text);

/** A text that sorts before every id of a moment (ms since 1970) and later ones, and after all earlier ones. */
export const firstDeliveryIdAt = (ms: number): string => firstSortableIdAt(PREFIX, ms);
