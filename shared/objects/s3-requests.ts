import { setTimeout as pause } from 'node:timers/promises';
import { type AwsCredentials, sha256, signRequest } from '../aws/sign-request.ts';
import { objectPath, UnaddressableKeyError } from './object-path.ts';

export interface S3Bucket {
  readonly bucket: string;
  readonly region: string;
  readonly credentials: () => Promise<AwsCredentials>;
  /** Instead of AWS's own, where another service stands for S3: the bucket is in its paths then. */
  readonly endpoint?: string | undefined;
  /** Most that writing an object in parts may take. */
  readonly longTimeoutMs?: number;
  /** Between tries; tests have it not wait. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE' | 'POST';
  readonly key: string;
  /** With its question mark. */
  readonly query?: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Statuses that are answers, beside success. */
  readonly expected?: readonly number[];
}

export interface S3Answer {
  readonly ok: boolean;
  readonly status: number;
  /** The object's, without quotes, as events name it; "" where the answer has none. */
  readonly tag: string;
  readonly bytes: Uint8Array;
}

/** A part of 8 MiB takes S3 a tenth of a second; what takes this long is lost. */
const TIMEOUT_MS = 30_000;
/** Gigabytes in one request, inside AWS. */
const LONG_TIMEOUT_MS = 240_000;
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;

/** Another write of the same key is under way. */
const CONFLICT = 409;

/** Signed for a body that is sent as it is read; HTTPS guards it then. */
const UNSIGNED = 'UNSIGNED-PAYLOAD';

export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
}

/** Sends requests to a bucket, signed. What fails for a reason of S3's, or of the network's, is tried again. */
export function createS3Requests({ bucket, pause: wait = pause, ...service }: S3Bucket) {
  const { endpoint, region, longTimeoutMs = LONG_TIMEOUT_MS } = service;
  const base =
    endpoint === undefined ? `https://${bucket}.s3.${region}.amazonaws.com` : `${endpoint}/${bucket}`;

  const signed = async ({ method, key, query = '', headers = {} }: S3Request, bodyHash: string) => {
    const url = new URL(`${base}/${objectPath(key)}${query}`);
    const scope = { region, service: 's3', credentials: await service.credentials(), now: new Date() };
    const signedHeaders = { ...headers, 'x-amz-content-sha256': bodyHash };
    return { url, headers: signRequest({ method, url, headers: signedHeaders, body: '', bodyHash }, scope) };
  };

  /** Takes the answer whole, so that a connection lost meanwhile is a failure, too. */
  const once = async (request: S3Request): Promise<S3Answer> => {
    const { url, headers } = await signed(request, sha256(request.body ?? ''));
    const response = await fetch(url, {
      method: request.method,
      headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return {
      ok: response.ok,
      status: response.status,
      tag: tagOf(response),
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  };

  return {
    /** @throws ObjectStoreError where S3 refuses, or fails every time; UnaddressableKeyError. */
    send: async (request: S3Request): Promise<S3Answer> => {
      const { method, key, expected = [] } = request;
      for (let attempt = 1; ; attempt++) {
        const answer = await once(request).catch((error: unknown) => {
          if (error instanceof UnaddressableKeyError) throw error;
          return { failure: String(Object(error).name) };
        });
        if (!('failure' in answer) && (answer.ok || expected.includes(answer.status))) return answer;
        const passes = 'failure' in answer || answer.status >= 500 || answer.status === CONFLICT;
        if (!passes || attempt === ATTEMPTS) {
          const reason = 'failure' in answer ? answer.failure : `status ${answer.status}`;
          throw new ObjectStoreError(`${method} ${key}: ${reason}`);
        }
        await wait(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
      }
    },

    /** Sends a body as it is read, once; its length is among the headers, since S3 takes none that it is not told. */
    stream: async (
      of: Omit<S3Request, 'method' | 'body'>,
      body: AsyncIterable<Uint8Array>,
    ): Promise<Pick<S3Answer, 'ok' | 'tag'>> => {
      const { url, headers } = await signed({ ...of, method: 'PUT' }, UNSIGNED);
      const response = await fetch(url, {
        method: 'PUT',
        headers,
        body: ReadableStream.from(body),
        duplex: 'half',
        signal: AbortSignal.timeout(longTimeoutMs),
      });
      const { ok, status } = response;
      if (ok || of.expected?.includes(status)) return { ok, tag: tagOf(response) };
      throw new ObjectStoreError(`PUT ${of.key}: status ${status}`);
    },
  };
}

const tagOf = ({ headers }: Response): string => (headers.get('etag') ?? '').replaceAll('"', '');
