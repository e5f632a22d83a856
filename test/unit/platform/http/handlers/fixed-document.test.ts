import { describe, expect, it } from 'vitest';
import { createDocumentHandler } from '../../../../../shared/platform/http/handlers/fixed-document.ts';

const JSON_TEXT = '{"openapi":"3.1.0"}';
const answer = createDocumentHandler(JSON_TEXT);
const get = (tags?: string, name = 'If-None-Match') =>
  answer({ httpMethod: 'GET', headers: tags === undefined ? null : { [name]: tags } });
const TAG = get().headers.ETag ?? '';

describe('a document that is the same for all callers', () => {
  it('is answered with its entity tag, for caches and browsers', () => {
    expect(answer({ httpMethod: 'GET', headers: {}, requestContext: { requestId: 'id' } })).toEqual({
      statusCode: 200,
      headers: {
        'Content-Type': 'application/json',
        'Cache-Control': 'public, max-age=300',
        ETag: expect.stringMatching(/^"[\w-]{43}"$/),
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': 'id',
        'Access-Control-Allow-Origin': '*',
      },
      body: JSON_TEXT,
    });
  });

  it('has another tag when it changes', () => {
    expect(createDocumentHandler('{}')({ httpMethod: 'GET' }).headers.ETag).not.toBe(TAG);
  });

  it.each([
    ['its tag', TAG, 'If-None-Match'],
    ['its tag, in the lower case of HTTP/2', TAG, 'if-none-match'],
    ['a weak tag of a proxy', `W/${TAG}`, 'If-None-Match'],
    ['one of several', `"old" , ${TAG}`, 'If-None-Match'],
    ['any', '*', 'If-None-Match'],
  ])('is not sent again to a caller that has %s', (_case, tags, name) => {
    expect(get(tags, name)).toMatchObject({ statusCode: 304, headers: { ETag: TAG }, body: '' });
  });

  it.each(['', '"old"', TAG.replaceAll('"', ''), `x${TAG}`])('is sent for If-None-Match: %s', (tags) => {
    expect(get(tags)).toMatchObject({ statusCode: 200, body: JSON_TEXT });
  });

  it('has the same headers for HEAD, without a body', () => {
    expect(answer({ httpMethod: 'HEAD' })).toEqual({ ...get(), body: '' });
  });
});
