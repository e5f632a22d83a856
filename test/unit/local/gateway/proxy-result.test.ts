import { describe, expect, it } from 'vitest';
import { readProxyResult } from '../../../../lib/local/gateway/proxy-result.ts';

const read = (payload: unknown) => {
  const result = readProxyResult(payload, true);
  return result && { ...result, body: result.body.toString() };
};

describe("a function's result", () => {
  it('is converted to status, headers and body', () => {
    expect(read({ statusCode: 201, headers: { 'X-A': 'b', 'X-Yes': true }, body: 'text ✓' })).toEqual({
      status: 201,
      headers: { 'Content-Type': 'application/json', 'X-A': 'b', 'X-Yes': 'true' },
      body: 'text ✓',
    });
  });

  it('can omit every member', () => {
    expect(read({})).toEqual({ status: 200, headers: { 'Content-Type': 'application/json' }, body: '' });
    expect(read({ headers: null, multiValueHeaders: null })).toMatchObject({ status: 200 });
    expect(read({ statusCode: 204 })).toMatchObject({ status: 204, body: '' });
    expect(read({ statusCode: 200, body: null })).toMatchObject({ status: 200, body: '' });
    expect(read({ statusCode: '200', body: '' })).toMatchObject({ status: 200 });
  });

  it('has one entry per header name after a merge of both kinds of headers, in any case', () => {
    expect(
      read({
        statusCode: 200,
        headers: { 'content-type': 'text/csv', 'set-cookie': 'x=0', 'X-A': '1' },
        multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'], 'X-A': ['1', '2'] },
      })?.headers,
    ).toEqual({ 'content-type': 'text/csv', 'Set-Cookie': ['a=1', 'b=2', 'x=0'], 'X-A': ['1', '2'] });
  });

  it('can have headers named __proto__ and constructor', () => {
    const headers = JSON.parse('{"constructor":"a","__proto__":"b"}');

    expect(JSON.stringify(read({ headers })?.headers)).toContain('"constructor":"a","__proto__":"b"');
  });

  it('has its body decoded if it is base64', () => {
    const body = Buffer.from([0, 255, 10]).toString('base64');

    expect(readProxyResult({ statusCode: 200, body, isBase64Encoded: true }, true)?.body).toEqual(
      Buffer.from([0, 255, 10]),
    );
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a string', '{"statusCode":200}'],
    ['a list', [{ statusCode: 200 }]],
    ['no member of a proxy result', { ok: true }],
    ['an unknown member', { statusCode: 200, body: '', cookies: [] }],
    ['the error object of Lambda', { errorType: 'Error', errorMessage: 'secret', trace: [] }],
    ['a status that is not a number', { statusCode: 'fine' }],
    ['null as status', { statusCode: null }],
    ['a list as status', { statusCode: [200] }],
    ['an empty status', { statusCode: '' }],
    ['a status out of range', { statusCode: 999 }],
    ['a status with a fraction', { statusCode: 200.5 }],
    ['an object as body', { statusCode: 200, body: { a: 1 } }],
    ['a number as body', { statusCode: 200, body: 1 }],
    ['a string as headers', { statusCode: 200, headers: 'X-A' }],
    ['a number as header', { statusCode: 200, headers: { 'X-N': 1 } }],
    ['a list as header', { statusCode: 200, headers: { 'X-A': ['b'] } }],
    ['a string as multi-value header', { statusCode: 200, multiValueHeaders: { 'X-A': 'b' } }],
    ['an object in a multi-value header', { statusCode: 200, multiValueHeaders: { 'X-A': [{}] } }],
    ['an informational status', { statusCode: 100 }],
    ['a header name that is not valid in HTTP', { statusCode: 200, headers: { 'X A': 'b' } }],
    ['a header with a line break', { statusCode: 200, headers: { 'X-A': 'b\r\nX-C: d' } }],
  ])('is rejected as invalid: %s', (_, payload) => {
    expect(readProxyResult(payload, true)).toBeUndefined();
  });

  it('cannot set headers of the connection; the caller receives Content-Length and Connection renamed', () => {
    const headers = {
      'Content-Length': '3',
      'Transfer-Encoding': 'chunked',
      Connection: 'close',
      'X-A': 'b',
    };

    expect(read({ statusCode: 200, headers, body: 'longer' })?.headers).toEqual({
      'Content-Type': 'application/json',
      'x-amzn-Remapped-Content-Length': '3',
      'x-amzn-Remapped-Connection': 'close',
      'X-A': 'b',
    });
  });

  it('keeps its base64 body encoded if the API has no binary types', () => {
    expect(readProxyResult({ statusCode: 200, body: 'YQ==', isBase64Encoded: true }, false)?.body).toEqual(
      Buffer.from('YQ=='),
    );
  });
});
