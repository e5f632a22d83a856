import { describe, expect, it } from '@jest/globals';
import { type SigningScope, signRequest } from '../../../shared/aws/sign-request.ts';

/** Key, time and scope of the published Signature Version 4 test suite. */
const SCOPE: SigningScope = {
  region: 'us-east-1',
  service: 'service',
  credentials: {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  },
  now: new Date('2015-08-30T12:36:00Z'),
};
const URL_OF_SUITE = new URL('https://example.amazonaws.com/');

function signatureOf(headers: Record<string, string>): string | undefined {
  return headers.authorization?.replace(/^.*Signature=/, '');
}

describe('signing a request', () => {
  it.each([
    ['get-vanilla', '', 'GET', {}, '', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    [
      'get-vanilla-query-order-key-case',
      '?Param2=value2&Param1=value1',
      'GET',
      {},
      '',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    ['post-vanilla', '', 'POST', {}, '', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      'post-x-www-form-urlencoded',
      '',
      'POST',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'Param1=value1',
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    ],
  ])('gives the signature of the test suite for %s', (_, query, method, headers, body, signature) => {
    const url = new URL(query, URL_OF_SUITE);
    const signed = signRequest({ method, url, headers, body }, SCOPE);
    expect(signatureOf(signed)).toBe(signature);
    expect(signed['x-amz-date']).toBe('20150830T123600Z');
  });

  /** Examples of Amazon S3's own documentation. */
  it.each([
    [
      'a range of an object',
      'GET',
      'https://examplebucket.s3.amazonaws.com/test.txt',
      { range: 'bytes=0-9' },
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'an object, by the hash of its content alone',
      'PUT',
      'https://examplebucket.s3.amazonaws.com/test%24file.text',
      { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
  ])('gives the signature that S3 documents for %s', (_, method, url, more, bodyHash, signature) => {
    const headers = { ...more, 'x-amz-content-sha256': bodyHash };
    const signed = signRequest(
      { method, url: new URL(url), headers, body: '', bodyHash },
      {
        region: 'us-east-1',
        service: 's3',
        credentials: {
          accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
          secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
        },
        now: new Date('2013-05-24T00:00:00Z'),
      },
    );
    expect(signatureOf(signed)).toBe(signature);
  });

  it('names what is signed, the session token and the port of the host with it', () => {
    const credentials = { ...SCOPE.credentials, sessionToken: 'token' };
    const request = {
      method: 'POST',
      url: new URL('http://127.0.0.1:8080/v2/routes'),
      headers: { 'content-type': 'application/json' },
      body: '{}',
    };
    const signed = signRequest(request, { ...SCOPE, credentials });
    expect(signed['x-amz-security-token']).toBe('token');
    expect(signed.authorization).toContain('Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request');
    expect(signed.authorization).toContain(
      'SignedHeaders=content-type;host;x-amz-date;x-amz-security-token,',
    );
    const elsewhere = signRequest(
      { ...request, url: new URL('http://127.0.0.1:8081/v2/routes') },
      { ...SCOPE, credentials },
    );
    expect(signatureOf(elsewhere)).not.toBe(signatureOf(signed));
  });
});
