import { describe, expect, it } from '@jest/globals';
import { isBinaryType } from '../../../../lib/local/gateway/binary-media-types.ts';

describe('a type is binary', () => {
  it.each<[boolean, string, string[], string | undefined]>([
    [true, 'when it is declared', ['image/png'], 'image/png'],
    [true, 'in any case', ['Image/PNG'], 'image/Png'],
    [true, 'whatever its parameters', ['multipart/form-data'], 'multipart/form-data; boundary=x'],
    [true, 'when its family is declared', ['application/*'], 'application/pdf'],
    [true, 'when everything is declared', ['*/*'], 'text/plain'],
    [true, 'when everything is declared and nothing said', ['*/*'], undefined],
    [true, 'when it is the first that a caller accepts', ['image/png'], 'image/png,image/*,*/*;q=0.8'],
    [false, 'when nothing is declared', [], 'image/png'],
    [false, 'when another is declared', ['image/png'], 'image/jpeg'],
    [false, 'when only its beginning is declared', ['application/json'], 'application/json-seq'],
    [false, 'when it is not the first that a caller accepts', ['image/png'], 'image/webp,image/png'],
    [false, 'when the caller accepts a whole family', ['image/png'], 'image/*'],
    [false, 'when the caller accepts everything', ['image/png'], '*/*'],
    [false, 'when the family is left open', ['*/png'], 'image/png'],
    [false, 'when it is no type', ['application/*'], 'application'],
    [false, 'when nothing is set', ['image/png'], undefined],
  ])('%s %s', (expected, _, declared, header) => {
    expect(isBinaryType(declared, header)).toBe(expected);
  });
});
