import * as v from 'valibot';
import { integerParameter } from './integer-parameter.ts';
import type { NamedSchemas } from './operation-description.ts';

/** `pagination` of a list that is read by cursor. */
export const cursorPage = v.object({
  next_cursor: v.nullable(v.string()),
  limit: v.pipe(v.number(), v.integer()),
});

/** Query parameters of such a list. @param parseCursor undefined for a text that is no `next_cursor`. */
export const pageParameters = (parseCursor: (text: string) => unknown, most = 100) => ({
  cursor: v.exactOptional(
    v.pipe(
      v.string(),
      v.check((text) => parseCursor(text) !== undefined, 'must be the next_cursor of a previous page'),
    ),
  ),
  limit: integerParameter(most, 20, `must be an integer from 1 to ${most}`),
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
