import { createHash } from 'node:crypto';
import type { S3Request } from './s3-requests.ts';

/** Of what XML takes for its own, and of the returns that its readers make line feeds of. */
const XML_SIGNS = /[&<>"'\r\n\t]/g;

/**
 * The request that deletes an object whose key no path can have: the key is in its body, as it is. It answers 200 with
 * the keys that it could not delete, and why.
 */
export function s3Deletion(key: string): S3Request {
  const escaped = key.replace(XML_SIGNS, (sign) => `&#${sign.charCodeAt(0)};`);
  const body = Buffer.from(`<Delete><Object><Key>${escaped}</Key></Object><Quiet>true</Quiet></Delete>`);
  // S3 asks for it here, though the signature holds a hash of the body.
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') };
  return { method: 'POST', key: '', query: '?delete', headers, body };
}
