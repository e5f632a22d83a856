import * as v from 'valibot';
import type { NamedSchemas } from './operation-description.ts';

/** `pagination` of a list that is read by cursor. */
export const cursorPage = v.object({
  next_cursor: v.nullable(v.string()),
  limit: v.pipe(v.number(), v.integer()),
});

export const CURSOR_PAGE_SCHEMA: NamedSchemas = {
  CursorPagination: {
    schema: cursorPage,
    description: 'Position of the page.',
    fields: {
      next_cursor: 'Cursor of the next page; null on the last page.',
      limit: 'Maximum items of the page.',
    },
  },
};
