import * as v from 'valibot';
import { prefersType } from '../../platform/http/accepted-type.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { invalidParameters } from '../request/quote-rejections.ts';

export const SHEET_FORMATS = ['html', 'pdf'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

/** Query parameters of a sheet. */
export const sheetParameters = v.object({
  format: v.exactOptional(v.picklist(SHEET_FORMATS, 'must be html or pdf')),
});

/** How operations that answer a sheet are described. */
export const SHEET_DESCRIPTION = {
  query: {
    schema: sheetParameters,
    fields: { format: '`html` or `pdf`. Default: by the header `Accept`, else HTML.' },
  },
  response: {
    schema: v.string(),
    description: 'The sheet.',
    mediaType: 'text/html',
    otherMediaTypes: ['application/pdf'],
    fields: {},
  },
  responseHeaders: ['Content-Disposition'],
} as const;

/**
 * The format of a sheet: the parameter `format`, else PDF if `Accept` prefers it to HTML, else HTML.
 * @param accept the header `Accept`.
 */
export function readSheetFormat(query: Readonly<Record<string, string>>, accept = ''): Outcome<SheetFormat> {
  const parsed = v.safeParse(sheetParameters, query);
  if (!parsed.success) {
    return reject(invalidParameters([{ field: 'format', message: parsed.issues[0].message }]));
  }
  const accepted = prefersType(accept, 'application/pdf', 'text/html') ? 'pdf' : 'html';
  const { format = accepted } = parsed.output;
  return succeed(format);
}
