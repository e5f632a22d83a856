import * as v from 'valibot';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { invalidParameters } from '../pricing/quote-rejections.ts';

export const SHEET_FORMATS = ['html', 'pdf'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

/** Query parameters of a sheet. */
export const sheetParameters = v.object({
  format: v.exactOptional(v.picklist(SHEET_FORMATS, 'must be html or pdf')),
});

/**
 * The format of a sheet: the parameter `format`, else PDF if `Accept` prefers it to HTML, else HTML.
 * @param accept the header `Accept`.
 */
export function readSheetFormat(query: Readonly<Record<string, string>>, accept = ''): Outcome<SheetFormat> {
  const parsed = v.safeParse(sheetParameters, query);
  if (!parsed.success) {
    return reject(invalidParameters([{ field: 'format', message: parsed.issues[0].message }]));
  }
  const { format = acceptedFormat(accept) } = parsed.output;
  return succeed(format);
}

function acceptedFormat(accept: string): SheetFormat {
  const pdf = weightOf(accept, 'application/pdf');
  return pdf > 0 && pdf > weightOf(accept, 'text/html') ? 'pdf' : 'html';
}

/** Weight of a media type in `Accept`, 0 to 1; wildcards do not count. */
function weightOf(accept: string, type: string): number {
  const weights = accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) return 0;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
    return weight === undefined ? 1 : Number(weight) || 0;
  });
  return Math.max(...weights);
}
