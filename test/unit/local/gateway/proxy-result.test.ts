import { describe, expect, it } from '@jest/globals';
import { readProxyResult } from '../../../../lib/local/gateway/proxy-result.ts';

const read = (payload: unknown) => {
  const result = readProxyResult(payload, true);
  return result && { ...result, body: result.body.toString() };
};

describe("a function's answer", () => {
  it('becomes status, headers and body', () => {
    expect(read({ statusCode: 201, headers: { 'X-A': 'b', 'X-Yes': true }, body: 'text ✓' })).toEqual({
      status: 201,
      headers: { 'Content-Type': 'application/json', 'X-A': 'b', 'X-Yes': 'true' },
      body: 'text ✓',
    });
  });

  it('may leave everything out', () => {
    expect(read({})).toEqual({ status: 200, headers: { 'Content-Type': 'application/json' }, body: '' });
    expect(read({ headers: null, multiValueHeaders: null })).toMatchObject({ status: 200 });
    expect(read({ statusCode: 204 })).toMatchObject({ status: 204, body: '' });
    expect(read({ statusCode: 200, body: null })).toMatchObject({ status: 200, body: '' });
    expect(read({ statusCode: '200', body: '' })).toMatchObject({ status: 200 });
  });

  it('puts both kinds of headers together, each name once, whatever its case', () => {
    expect(
      read({
        statusCode: 200,
        headers: { 'content-type': 'text/csv', 'set-cookie': 'x=0', 'X-A': '1' },
        multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'], 'X-A': ['1', '2'] },
      })?.headers,
    ).toEqual({ 'content-type': 'text/csv', 'Set-Cookie': ['a=1', 'b=2', 'x=0'], 'X-A': ['1', '2'] });
  });

  it('may name a header like the inside of an object', () => {
    const headers = JSON.parse('{"constructor":"a","__proto__":"b"}');

    expect(JSON.stringify(read({ headers })?.headers)).toContain('"constructor":"a","__proto__":"b"');
  });

  it('is decoded when it is base64', () => {
    const body = Buffer.from([0, 255, 10]).toString('base64');

    expect(readProxyResult({ statusCode: 200, body, isBase64Encoded: true }, true)?.body).toEqual(
      Buffer.from([0, 255, 10]),
    );
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', '{"statusCode":200}'],
    ['a list', [{ statusCode: 200 }]],
    ['nothing of a response', { ok: true }],
    ['a member that no response has', { statusCode: 200, body: '', cookies: [] }],
    ['what Lambda answers for an error', { errorType: 'Error', errorMessage: 'secret', trace: [] }],
    ['a status that is none', { statusCode: 'fine' }],
    ['no status', { statusCode: null }],
    ['a list as status', { statusCode: [200] }],
    ['an empty status', { statusCode: '' }],
    ['a status out of range', { statusCode: 999 }],
    ['a fraction', { statusCode: 200.5 }],
    ['an object as body', { statusCode: 200, body: { a: 1 } }],
    ['a number as body', { statusCode: 200, body: 1 }],
    ['a text as headers', { statusCode: 200, headers: 'X-A' }],
    ['a number as header', { statusCode: 200, headers: { 'X-N': 1 } }],
    ['a list as header', { statusCode: 200, headers: { 'X-A': ['b'] } }],
    ['a text where a list of headers belongs', { statusCode: 200, multiValueHeaders: { 'X-A': 'b' } }],
    ['an object in a list of headers', { statusCode: 200, multiValueHeaders: { 'X-A': [{}] } }],
    ['a status that is not final', { statusCode: 100 }],
    ['a header that HTTP does not know', { statusCode: 200, headers: { 'X A': 'b' } }],
    ['a header with a line break', { statusCode: 200, headers: { 'X-A': 'b\r\nX-C: d' } }],
  ])('is no valid one: %s', (_, payload) => {
    expect(readProxyResult(payload, true)).toBeUndefined();
  });

  it('does not meddle with the connection to the caller, who can still see most of what it tried', () => {
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

  it('is returned as base64 if the API has no binary types', () => {
    expect(readProxyResult({ statusCode: 200, body: 'YQ==', isBase64Encoded: true }, false)?.body).toEqual(
      Buffer.from('YQ=='),
    );
  });
});
