import { type AwsCredentials, signRequest } from '../../shared/aws/sign-request.ts';
import { createS3Requests } from '../../shared/objects/s3-requests.ts';

/** Operations of AWS that are called without a client of their own. */
export interface SignedCalls {
  /** Of the JSON protocol: `target` is interface and operation. */
  json(service: string, target: string, body: object): Promise<unknown>;
  /** Of the query protocol; the answer is XML. */
  query(service: string, fields: Readonly<Record<string, string>>): Promise<string>;
  /** Of the REST protocol: GET of a path, with a query. */
  rest(service: string, path: string): Promise<unknown>;
  /** What a bucket of S3 is set to: `about` as its query names it, "encryption"; the answer is XML. */
  bucket(name: string, about: string): Promise<string>;
}

interface Account {
  readonly region: string;
  readonly credentials: AwsCredentials;
}

class AwsRefusedError extends Error {
  override readonly name = 'AwsRefusedError';
}

/** Calls with the operator's credentials; what is refused throws, with the service's words. */
export function createSignedCalls({ region, credentials }: Account): SignedCalls {
  const send = async (
    service: string,
    {
      method,
      path,
      headers,
      body,
    }: { method: string; path: string; headers: Record<string, string>; body: string },
  ): Promise<string> => {
    const url = new URL(path, process.env.AWS_ENDPOINT_URL ?? `https://${service}.${region}.amazonaws.com`);
    const scope = { region, service, credentials, now: new Date() };
    const response = await fetch(url, {
      method,
      headers: signRequest({ method, url, headers, body }, scope),
      ...(body === '' ? {} : { body }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (response.ok) return text;
    throw new AwsRefusedError(
      `${service} answers ${response.status}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`,
    );
  };
  return {
    json: async (service, target, body) =>
      JSON.parse(
        await send(service, {
          method: 'POST',
          path: '/',
          headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
          body: JSON.stringify(body),
        }),
      ),
    query: (service, fields) =>
      send(service, {
        method: 'POST',
        path: '/',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
    bucket: async (name, about) => {
      const { send: ask } = createS3Requests({
        bucket: name,
        region,
        credentials: async () => credentials,
        endpoint: process.env.AWS_ENDPOINT_URL,
      });
      const { bytes } = await ask({ method: 'GET', key: '', query: `?${about}` });
      return Buffer.from(bytes).toString();
    },
    rest: async (service, path) =>
      JSON.parse(await send(service, { method: 'GET', path, headers: {}, body: '' })),
  };
}
