import * as v from 'valibot';
import { rfpDocument } from './rfp-document.ts';

/** The answer of a list of RFPs. */
export const listRfpsAnswer = v.object({
  rfps: v.array(rfpDocument),
  pagination: v.object({ next_cursor: v.nullable(v.string()), limit: v.pipe(v.number(), v.integer()) }),
});
