import { expect, it } from 'vitest';
import { readSheetFormat } from '../../../../shared/quotes/sheet/sheet-format.ts';

it.each([
  [undefined, 'html'],
  ['', 'html'],
  ['*/*', 'html'],
  ['application/json', 'html'],
  ['text/html', 'html'],
  ['application/pdf', 'pdf'],
  ['Application/PDF; q=0.5, */*', 'pdf'],
  ['text/html,application/xhtml+xml,application/pdf;q=0.8', 'html'],
  ['text/html;q=0.1, application/pdf;q=0.8', 'pdf'],
  ['text/html, application/pdf', 'html'],
  ['application/pdf;q=0', 'html'],
  ['application/pdf;q=x', 'html'],
  [',;,;q=', 'html'],
])('Accept %j gives %s', (accept, format) => {
  expect(readSheetFormat({}, accept)).toEqual({ ok: true, body: format });
});

it('the parameter takes precedence over Accept', () => {
  expect(readSheetFormat({ format: 'html' }, 'application/pdf')).toMatchObject({ body: 'html' });
  expect(readSheetFormat({ format: 'pdf' }, 'text/html')).toMatchObject({ body: 'pdf' });
});

it.each(['PDF', 'doc', 'html '])('the format %j is rejected', (format) => {
  expect(readSheetFormat({ format }, 'text/html')).toMatchObject({
    ok: false,
    rejection: {
      kind: 'invalid',
      details: { errors: [{ field: 'format', message: 'must be html or pdf' }] },
    },
  });
});
