import { createHash, createHmac } from 'node:crypto';

/** The shape is the AWS SDK's. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface UnsignedRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case; every one is signed, and must be sent as it is. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Signed in the place of the body's hash, where the body is not at hand. */
  readonly bodyHash?: string;
}

export interface SigningScope {
  readonly region: string;
  /** Signing name of the service. */
  readonly service: string;
  readonly credentials: AwsCredentials;
  readonly now: Date;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/**
 * Signs a request by AWS Signature Version 4, for the few services called without the SDK.
 * @returns the headers to send: those given with date, session token and signature; `host` is signed, and `fetch` sets it.
 */
export function signRequest(request: UnsignedRequest, scope: SigningScope): Record<string, string> {
  const { region, service, credentials } = scope;
  const time = `${scope.now.toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    ...request.headers,
    'x-amz-date': time,
    ...(credentials.sessionToken ? { 'x-amz-security-token': credentials.sessionToken } : {}),
  };
  const signed = Object.entries({ ...headers, host: request.url.host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(request.url),
    ...signed.map(([name, value]) => `${name}:${value.trim().replace(/\s+/g, ' ')}`),
    '',
    names,
    request.bodyHash ?? sha256(request.body),
  ].join('\n');
  const credentialScope = `${day}/${region}/${service}/aws4_request`;
  const toSign = [ALGORITHM, time, credentialScope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${credentials.secretAccessKey}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${credentials.accessKeyId}/${credentialScope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** By name and then by value, escaped in the one way that signatures know. */
const canonicalQuery = ({ searchParams }: URL): string =>
  [...searchParams]
    .map((pair) => pair.map(escaped).join('='))
    .sort()
    .join('&');

const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
