import { describe, expect, it } from 'vitest';
import { isBinaryType } from '../../../../lib/local/gateway/binary-media-types.ts';

describe('whether a media type is binary', () => {
  it.each<[boolean, string, string[], string | undefined]>([
    [true, 'if it is declared', ['image/png'], 'image/png'],
    [true, 'in any case', ['Image/PNG'], 'image/Png'],
    [true, 'with any parameters', ['multipart/form-data'], 'multipart/form-data; boundary=x'],
    [true, 'if its type is declared with a subtype wildcard', ['application/*'], 'application/pdf'],
    [true, 'if */* is declared', ['*/*'], 'text/plain'],
    [true, 'if */* is declared and the header is missing', ['*/*'], undefined],
    [true, 'if it is the first type that the caller accepts', ['image/png'], 'image/png,image/*,*/*;q=0.8'],
    [false, 'if no type is declared', [], 'image/png'],
    [false, 'if another type is declared', ['image/png'], 'image/jpeg'],
    [false, 'if only the beginning of its name is declared', ['application/json'], 'application/json-seq'],
    [false, 'if it is not the first type that the caller accepts', ['image/png'], 'image/webp,image/png'],
    [false, 'if the caller accepts a subtype wildcard', ['image/png'], 'image/*'],
    [false, 'if the caller accepts */*', ['image/png'], '*/*'],
    [false, 'if only a type wildcard is declared', ['*/png'], 'image/png'],
    [false, 'if the header is not a media type', ['application/*'], 'application'],
    [false, 'if the header is missing', ['image/png'], undefined],
  ])('is %s %s', (expected, _, declared, header) => {
    expect(isBinaryType(declared, header)).toBe(expected);
  });
});
