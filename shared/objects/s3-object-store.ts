import { setTimeout as pause } from 'node:timers/promises';
import { type AwsCredentials, sha256, signRequest } from '../aws/sign-request.ts';
import type { ObjectStore, Unchanged } from './object-store.ts';

export interface S3Bucket {
  readonly bucket: string;
  readonly region: string;
  readonly credentials: () => Promise<AwsCredentials>;
  /** Instead of AWS's own, where another service stands for S3: the bucket is in its paths then. */
  readonly endpoint?: string | undefined;
  /** Between tries; tests have it not wait. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** A part of 8 MiB takes S3 a tenth of a second; what takes this long is lost. */
const TIMEOUT_MS = 30_000;
/** The same of gigabytes in one request. */
const LONG_TIMEOUT_MS = 240_000;
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;

/** Signed for a body that is sent as it is read; HTTPS guards it then. */
const UNSIGNED = 'UNSIGNED-PAYLOAD';

const ABSENT = 404;
const NOT_MET = 412;
/** Another write of the same key is under way. */
const CONFLICT = 409;

class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
}

interface Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Statuses that are answers, beside success. */
  readonly expected?: readonly number[];
}

/**
 * A bucket of S3, called without its SDK client, which would be larger than a function's bundle may be. What fails for a
 * reason of S3's is tried again; a write whose answer was lost is then there already, or its condition is not met.
 * @throws ObjectStoreError where S3 refuses, or fails every time.
 */
export function createS3ObjectStore({ bucket, pause: wait = pause, ...service }: S3Bucket): ObjectStore {
  const base =
    service.endpoint === undefined
      ? `https://${bucket}.s3.${service.region}.amazonaws.com`
      : `${service.endpoint}/${bucket}`;

  const signed = async (
    { method, key, headers = {} }: Call,
    body: Uint8Array | undefined,
    bodyHash: string,
  ) => {
    const url = new URL(`${base}/${pathOf(key)}`);
    const scope = {
      region: service.region,
      service: 's3',
      credentials: await service.credentials(),
      now: new Date(),
    };
    const request = {
      method,
      url,
      headers: { ...headers, 'x-amz-content-sha256': bodyHash },
      body: body ?? '',
      bodyHash,
    };
    return { url, headers: signRequest(request, scope) };
  };

  const once = async (call: Call): Promise<Response> => {
    const { url, headers } = await signed(call, call.body, sha256(call.body ?? ''));
    return fetch(url, {
      method: call.method,
      headers,
      ...(call.body === undefined ? {} : { body: call.body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  };

  /** Takes the answer whole, so that a connection lost meanwhile is tried again, too. */
  const send = async (call: Call) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await once(call)
        .then(async (response) => ({
          status: response.status,
          ok: response.ok,
          tag: tagIn(response),
          bytes: new Uint8Array(await response.arrayBuffer()),
        }))
        .catch((error: unknown) => ({ error }));
      if (!('error' in answer) && (answer.ok || call.expected?.includes(answer.status))) return answer;
      const reason = 'error' in answer ? String(Object(answer.error).name) : `status ${answer.status}`;
      const passes = 'error' in answer || answer.status >= 500 || answer.status === CONFLICT;
      if (!passes || attempt === ATTEMPTS)
        throw new ObjectStoreError(`${call.method} ${call.key}: ${reason}`);
      await wait(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
    }
  };

  return {
    tagOf: async (key) => {
      const { status, tag } = await send({ method: 'HEAD', key, expected: [ABSENT] });
      return status === ABSENT ? undefined : tag;
    },

    read: async (key) => {
      const { status, tag, bytes } = await send({ method: 'GET', key, expected: [ABSENT] });
      return status === ABSENT ? undefined : { tag, bytes };
    },

    readPart: async (key, tag, { offset, length }) => {
      const range = `bytes=${offset}-${offset + length - 1}`;
      const headers = { range, ...(tag === undefined ? {} : conditionHeader({ tag })) };
      const { ok, bytes } = await send({ method: 'GET', key, headers, expected: [ABSENT, NOT_MET] });
      return ok ? bytes : undefined;
    },

    write: async (key, body, condition) => {
      const headers = condition === undefined ? {} : conditionHeader(condition);
      // A key whose object went away meanwhile answers 404 to a condition on it.
      const expected = condition === undefined ? [] : [NOT_MET, ABSENT];
      const { ok, tag } = await send({ method: 'PUT', key, headers, body, expected });
      return ok ? tag : undefined;
    },

    writeParts: async (key, length, parts) => {
      const call: Call = { method: 'PUT', key, headers: { 'content-length': String(length) } };
      const { url, headers } = await signed(call, undefined, UNSIGNED);
      const response = await fetch(url, {
        method: 'PUT',
        headers,
        body: ReadableStream.from(parts),
        duplex: 'half',
        signal: AbortSignal.timeout(LONG_TIMEOUT_MS),
      });
      if (!response.ok) throw new ObjectStoreError(`PUT ${key}: status ${response.status}`);
    },

    remove: async (key) => {
      await send({ method: 'DELETE', key, expected: [ABSENT] });
    },
  };
}

const conditionHeader = ({ tag }: Unchanged): Record<string, string> =>
  tag === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${tag}"` };

/** Without its quotes, as events name it. */
const tagIn = ({ headers }: Response): string => (headers.get('etag') ?? '').replaceAll('"', '');

/** Escaped in the one way that signatures know; slashes stay. */
const pathOf = (key: string): string =>
  key
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
