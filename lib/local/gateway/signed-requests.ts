import type { IncomingMessage, ServerResponse } from 'node:http';
import { UPLOAD_CONTENT_SECURITY_POLICY } from '../../web/page-headers.ts';
import type { BucketEngine } from '../engines/buckets.ts';
import { readLimitedBody } from './read-limited-body.ts';

/** S3 accepts 5 GB in one request. The body is in memory here. */
const MAX_BODY_BYTES = 512 * 2 ** 20;

/** Answers a request with a signed address; false if the path is not that of an object. */
export type SignedRequests = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Answers GET and PUT requests with signed addresses for the objects of a bucket, with their expiry and the condition
 * If-None-Match. S3 also checks the signature.
 * @param paths prefixes of the paths of objects, each with a slash at both ends.
 */
export function createSignedRequests(
  engine: Pick<BucketEngine, 'find' | 'put'>,
  bucket: () => string | undefined,
  paths: readonly string[],
  now: () => Date,
): SignedRequests {
  const put = async (request: IncomingMessage, response: ServerResponse, name: string, key: string) => {
    const body = await readLimitedBody(request, MAX_BODY_BYTES);
    if (body === undefined) return answerFault(response, 400, 'EntityTooLarge');
    if (request.headers['if-none-match'] === '*' && engine.find(name, key) !== undefined) {
      return answerFault(response, 412, 'PreconditionFailed');
    }
    const { etag } = engine.put(name, key, body, request.headers['content-type'] ?? 'binary/octet-stream');
    response.writeHead(200, { ETag: etag, 'Content-Length': 0 }).end();
  };

  const get = (response: ServerResponse, name: string, key: string, query: URLSearchParams) => {
    const found = engine.find(name, key);
    if (found === undefined) return answerFault(response, 404, 'NoSuchKey');
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
    const { method, url = '/' } = request;
    const name = bucket();
    if (name === undefined || !paths.some((path) => url.startsWith(path))) return false;
    const [path = '/', query = ''] = url.split('?', 2);
    const parameters = new URLSearchParams(query);
    const key = decodeURIComponent(path.slice(1));
    if (hasExpired(parameters, now())) {
      request.resume();
      answerFault(response, 403, 'AccessDenied', 'Request has expired');
    } else if (method === 'PUT') await put(request, response, name, key);
    else if (method === 'GET') get(response, name, key, parameters);
    else answerFault(response, 405, 'MethodNotAllowed');
    return true;
  };
}

/** An address without a date is never valid. */
function hasExpired(query: URLSearchParams, now: Date): boolean {
  const date = query.get('X-Amz-Date') ?? '';
  const signedAt = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  return !(now.getTime() <= signedAt + Number(query.get('X-Amz-Expires')) * 1000);
}

function answerFault(response: ServerResponse, status: number, code: string, message = code): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  response.writeHead(status, {
    'Content-Type': 'application/xml',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
