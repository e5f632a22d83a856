import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { UPLOAD_CONTENT_SECURITY_POLICY } from '../../web/page-headers.ts';
import type { BucketEngine } from '../engines/buckets.ts';
import { LOCAL_SECRET_KEY } from '../lambda/runtime-environment.ts';
import { readLimitedBody } from './read-limited-body.ts';

/** S3 accepts 5 GB in one request. The body is in memory here. */
const MAX_BODY_BYTES = 512 * 2 ** 20;

/** An error as S3 answers it. */
interface Fault {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** Answers a request with a signed address; false if the path is not that of an object. */
export type SignedRequests = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Answers GET and PUT requests with signed addresses for the objects of a bucket, as S3 does: signature, expiry, signed
 * headers and the condition If-None-Match.
 * @param paths prefixes of the paths of objects, each with a slash at both ends.
 */
export function createSignedRequests(
  engine: Pick<BucketEngine, 'find' | 'put'>,
  bucket: () => string | undefined,
  paths: readonly string[],
  now: () => Date,
): SignedRequests {
  const answerPut = async (request: IncomingMessage, response: ServerResponse, name: string, key: string) => {
    if (request.headers['content-length'] === undefined) {
      return answerFault(response, {
        status: 411,
        code: 'MissingContentLength',
        message: 'You must provide the Content-Length HTTP header.',
      });
    }
    const body = await readLimitedBody(request, MAX_BODY_BYTES);
    if (body === undefined) return answerFault(response, TOO_LARGE);
    if (request.headers['if-none-match'] === '*' && engine.find(name, key) !== undefined) {
      return answerFault(response, EXISTS);
    }
    const { etag } = engine.put(name, key, body, request.headers['content-type'] ?? 'binary/octet-stream');
    response.writeHead(200, { ETag: etag, 'Content-Length': 0 }).end();
  };

  const answerGet = (response: ServerResponse, name: string, key: string, query: URLSearchParams) => {
    const found = engine.find(name, key);
    if (found === undefined) return answerFault(response, MISSING);
    const disposition = query.get('response-content-disposition');
    response.writeHead(200, {
      'Content-Type': query.get('response-content-type') ?? found.contentType,
      ...(disposition === null ? {} : { 'Content-Disposition': disposition }),
      'Content-Length': found.contentLength,
      'Content-Security-Policy': UPLOAD_CONTENT_SECURITY_POLICY,
      'X-Content-Type-Options': 'nosniff',
      ETag: found.etag,
    });
    response.end(found.body);
  };

  return async (request, response) => {
    const { method = '', url = '/' } = request;
    const name = bucket();
    if (name === undefined || !paths.some((path) => url.startsWith(path))) return false;
    const [path = '/', rawQuery = ''] = url.split('?', 2);
    const query = new URLSearchParams(rawQuery);
    const fault = METHODS.has(method) ? signatureFault(request, path, query, now()) : NOT_ALLOWED;
    if (fault !== undefined) {
      request.resume();
      answerFault(response, fault);
      return true;
    }
    const key = decodeURIComponent(path.slice(1));
    if (method === 'PUT') await answerPut(request, response, name, key);
    else answerGet(response, name, key, query);
    return true;
  };
}

const METHODS = new Set(['GET', 'PUT']);

const denied = (message: string): Fault => ({ status: 403, code: 'AccessDenied', message });
const NOT_ALLOWED: Fault = {
  status: 405,
  code: 'MethodNotAllowed',
  message: 'The specified method is not allowed against this resource.',
};
const MISMATCH: Fault = {
  status: 403,
  code: 'SignatureDoesNotMatch',
  message: 'The request signature we calculated does not match the signature you provided.',
};
const TOO_LARGE: Fault = {
  status: 400,
  code: 'EntityTooLarge',
  message: 'Your proposed upload exceeds the maximum allowed size.',
};
const EXISTS: Fault = {
  status: 412,
  code: 'PreconditionFailed',
  message: 'At least one of the pre-conditions you specified did not hold.',
};
const MISSING: Fault = { status: 404, code: 'NoSuchKey', message: 'The specified key does not exist.' };

/** Checks Signature Version 4 in the query of a request. @returns undefined if it is valid. */
function signatureFault(
  { method = '', headers }: IncomingMessage,
  path: string,
  query: URLSearchParams,
  now: Date,
): Fault | undefined {
  const value = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  if (value('Algorithm') !== 'AWS4-HMAC-SHA256') return denied('Access Denied');
  const date = value('Date').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const signedAt = Date.parse(date);
  if (!(now.getTime() <= signedAt + Number(value('Expires')) * 1000)) return denied('Request has expired');
  const [, ...scope] = value('Credential').split('/');
  const signedNames = value('SignedHeaders').split(';');
  const unsigned = Object.keys(headers).filter(
    (name) => name.startsWith('x-amz-') && !signedNames.includes(name),
  );
  if (unsigned.length > 0) return denied('There were headers present in the request which were not signed');
  const canonicalQuery = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, text]) => `${encoded(name)}=${encoded(text)}`)
    .sort();
  const canonical = [
    method,
    path,
    canonicalQuery.join('&'),
    ...signedNames.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signedNames.join(';'),
    'UNSIGNED-PAYLOAD',
  ];
  const text = ['AWS4-HMAC-SHA256', value('Date'), scope.join('/'), sha256(canonical.join('\n'))].join('\n');
  const key = scope.reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${LOCAL_SECRET_KEY}`);
  return hmac(key, text).toString('hex') === value('Signature') ? undefined : MISMATCH;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The encoding of Signature Version 4. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function answerFault(response: ServerResponse, { status, code, message }: Fault): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  response.writeHead(status, {
    'Content-Type': 'application/xml',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
