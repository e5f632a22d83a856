import { hasDotSegment } from './object-path.ts';
import type { ObjectStore, Unchanged } from './object-store.ts';
import { s3Deletion } from './s3-deletion.ts';
import { createS3Requests, ObjectStoreError, type S3Bucket } from './s3-requests.ts';

const ABSENT = 404;
const NOT_MET = 412;
const BEYOND_END = 416;

/** `fetch` would unpack what somebody stored as packed, and a part of it cannot be; its bytes are what is asked for. */
const AS_STORED = '?response-content-encoding=identity';

/**
 * A bucket of S3, called without its SDK client, which would make a function's bundle larger than it may be. A write whose
 * answer was lost is sent again, and on a condition is not met then: whoever asks has to look what is there.
 * @throws ObjectStoreError where S3 refuses, or fails every time; UnaddressableKeyError where a URL would make
 * another key of one: only `keys` and `remove` know such.
 */
export function createS3ObjectStore(bucket: S3Bucket): ObjectStore {
  const { send, stream } = createS3Requests(bucket);
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
      const expected = [ABSENT, NOT_MET, BEYOND_END];
      const { ok, status, bytes } = await send({ method: 'GET', key, query: AS_STORED, headers, expected });
      if (status === BEYOND_END) return new Uint8Array();
      return ok ? bytes : undefined;
    },

    write: async (key, body, condition) => {
      const { ok, tag } = await send({ method: 'PUT', key, body, ...onCondition(condition) });
      return ok ? tag : undefined;
    },

    writeParts: async (key, length, parts, condition) => {
      const { headers, expected } = onCondition(condition);
      const { ok, tag } = await stream(
        { key, headers: { ...headers, 'content-length': String(length) }, expected },
        parts,
      );
      return ok ? tag : undefined;
    },

    remove: async (key) => {
      if (hasDotSegment(key)) {
        const { bytes } = await send(s3Deletion(key));
        const [reason] = textsIn(Buffer.from(bytes).toString(), 'Code');
        if (reason !== undefined) throw new ObjectStoreError(`DELETE ${key}: ${reason}`);
        return;
      }
      await send({ method: 'DELETE', key, expected: [ABSENT] });
    },

    keys: async function* (prefix) {
      let after: string | undefined;
      do {
        // Keys are escaped in the answer, so that they may hold whatever XML does not.
        const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', prefix });
        if (after !== undefined) query.set('continuation-token', after);
        const { bytes } = await send({ method: 'GET', key: '', query: `?${query}` });
        const page = Buffer.from(bytes).toString();
        yield textsIn(page, 'Key').map((key) => decodeURIComponent(key.replaceAll('+', ' ')));
        [after] = textsIn(page, 'NextContinuationToken');
      } while (after !== undefined);
    },
  };
}

/** What elements of an XML document hold, where that is text without signs of XML's own. */
const textsIn = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) => text);

const conditionHeader = ({ tag }: Unchanged): Record<string, string> =>
  tag === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${tag}"` };

/** A key whose object went away meanwhile answers 404 to a condition on it. */
const onCondition = (condition: Unchanged | undefined) =>
  condition === undefined
    ? { headers: {}, expected: [] }
    : { headers: conditionHeader(condition), expected: [NOT_MET, ABSENT] };
