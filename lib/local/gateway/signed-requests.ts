import type { IncomingMessage, ServerResponse } from 'node:http';
import { UPLOAD_CONTENT_SECURITY_POLICY } from '../../web/page-headers.ts';
import type { QueuesAndBuckets } from '../engines/fauxqs.ts';

/** Answers a request with a signed address; false if the path is not that of an object. */
export type SignedRequests = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Answers GET and PUT requests with signed addresses for the objects of a bucket, with their expiry and the condition
 * If-None-Match. S3 also checks the signature.
 * @param paths prefixes of the paths of objects, each with a slash at both ends.
 */
export function createSignedRequests(
  { find, put }: Pick<QueuesAndBuckets, 'find' | 'put'>,
  bucket: string,
  paths: readonly string[],
  now: () => Date,
): SignedRequests {
  return async (request, response) => {
    const { method, url = '/', headers } = request;
    if (!paths.some((path) => url.startsWith(path))) return false;
    const [path = '/', query = ''] = url.split('?', 2);
    const parameters = new URLSearchParams(query);
    const key = decodeURIComponent(path.slice(1));
    const fail = (status: number, code: string, message = code) => {
      request.resume();
      response.writeHead(status, { 'Content-Type': 'application/xml' });
      response.end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
    };
    const found = find(bucket, key);
    if (hasExpired(parameters, now())) fail(403, 'AccessDenied', 'Request has expired');
    else if (method === 'PUT') {
      if (headers['if-none-match'] === '*' && found !== undefined) fail(412, 'PreconditionFailed');
      else {
        const body = Buffer.concat(await request.toArray());
        const { etag } = put(bucket, key, body, headers['content-type'] ?? 'binary/octet-stream');
        response.writeHead(200, { ETag: etag, 'Content-Length': 0 }).end();
      }
    } else if (method !== 'GET') fail(405, 'MethodNotAllowed');
    else if (found === undefined) fail(404, 'NoSuchKey');
    else {
      const disposition = parameters.get('response-content-disposition');
      response.writeHead(200, {
        'Content-Type': parameters.get('response-content-type') ?? found.contentType,
        ...(disposition === null ? {} : { 'Content-Disposition': disposition }),
        'Content-Length': found.contentLength,
        'Content-Security-Policy': UPLOAD_CONTENT_SECURITY_POLICY,
        'X-Content-Type-Options': 'nosniff',
        ETag: found.etag,
      });
      response.end(found.body);
    }
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
