/** At the start of a CSV file: Excel then reads it as UTF-8. Readers of this service skip it. */
export const BYTE_ORDER_MARK = '\uFEFF';
