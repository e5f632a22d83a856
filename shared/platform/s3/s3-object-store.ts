import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { failureReason, statusOf } from '../aws/failure-reason.ts';
import { addressableKey, hasDotSegment } from './object-path.ts';

/** Content of an object. The tag (ETag) changes with every write of the key. */
export interface StoredObject {
  readonly bytes: Uint8Array;
  readonly tag: string;
}

/** Condition that an object still has a tag; undefined: that the object does not exist. */
export interface UnchangedCondition {
  readonly tag: string | undefined;
}

/** A byte range of an object, of at least one byte. */
export interface ObjectPart {
  readonly offset: number;
  readonly length: number;
}

export interface S3Bucket {
  readonly client: S3Client;
  readonly bucket: string;
}

const ABSENT = 404;
/** Another conditional write of the same key is in progress. The SDK does not retry this error. */
const CONFLICT = 409;
const NOT_MET = 412;
const BEYOND_END = 416;

/** Attempts of a read with an interrupted body, and of a write with a conflict. */
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;

/** Part size of a multipart upload, and concurrent parts, which are in memory. S3 permits 10,000 parts. */
const PART_BYTES = 8 * 2 ** 20;
const PARTS_AT_ONCE = 2;

class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
}

/**
 * An object store in an S3 bucket. If the response of a conditional write is lost, the retry does not meet the condition,
 * and the caller must read the stored object.
 * @throws ObjectStoreError if S3 rejects a request or every attempt fails; UnaddressableKeyError for a key with dot
 * segments, which only `keys` and `remove` support.
 */
export function createS3ObjectStore({ client, bucket: Bucket }: S3Bucket) {
  /** @returns undefined for an error with an expected status. */
  const calling = async <Answer>(
    method: string,
    key: string,
    expected: readonly number[],
    call: (Key: string) => Promise<Answer>,
  ): Promise<Answer | undefined> => {
    const Key = addressableKey(key);
    try {
      return await call(Key);
    } catch (error) {
      if (expected.includes(statusOf(error) ?? 0)) return undefined;
      throw new ObjectStoreError(`${method} ${key}: ${failureReason(error)}`);
    }
  };

  /** Reads the whole body. The SDK retries errors before the body, but not errors while the body is read. */
  const get = async (request: GetObjectCommandInput): Promise<StoredObject> => {
    for (let attempt = 1; ; attempt++) {
      const { Body, ETag } = await client.send(new GetObjectCommand(request));
      try {
        return { tag: tagIn(ETag), bytes: (await Body?.transformToByteArray()) ?? new Uint8Array() };
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await pauseBefore(attempt);
      }
    }
  };

  return {
    /** The current tag of an object; undefined if it does not exist. */
    tagOf: (key: string) =>
      calling('HEAD', key, [ABSENT], async (Key) =>
        tagIn((await client.send(new HeadObjectCommand({ Bucket, Key }))).ETag),
      ),

    /** Reads a whole small object; undefined if it does not exist. */
    read: (key: string) => calling('GET', key, [ABSENT], (Key) => get({ Bucket, Key })),

    /**
     * Reads a byte range, which is shorter at the end of the object. Undefined if the object does not exist or no longer
     * has the tag. @param tag undefined: any tag.
     */
    readPart: async (
      key: string,
      tag: string | undefined,
      { offset, length }: ObjectPart,
    ): Promise<Uint8Array | undefined> => {
      const Range = `bytes=${offset}-${offset + length - 1}`;
      const condition = tag === undefined ? {} : conditionOf({ tag });
      return calling('GET', key, [ABSENT, NOT_MET], (Key) =>
        get({ Bucket, Key, Range, ...condition }).then(
          ({ bytes }) => bytes,
          (error: unknown) => {
            if (statusOf(error) === BEYOND_END) return new Uint8Array();
            throw error;
          },
        ),
      );
    },

    /** @returns the new tag; undefined if the condition is not met and nothing was written. */
    write: (key: string, Body: Uint8Array, condition?: UnchangedCondition) =>
      calling('PUT', key, unmet(condition), (Key) =>
        unlessConflict(async () => {
          const request = new PutObjectCommand({ Bucket, Key, Body, ...conditionOf(condition) });
          return tagIn((await client.send(request)).ETag);
        }),
      ),

    /** As `write`, for an object that is too large for memory. @param ContentLength of all parts; undefined: unknown. */
    writeParts: (
      key: string,
      ContentLength: number | undefined,
      parts: AsyncIterable<Uint8Array>,
      condition?: UnchangedCondition,
    ) =>
      calling('PUT', key, unmet(condition), async (Key) => {
        const upload = new Upload({
          client,
          params: { Bucket, Key, Body: Readable.from(parts), ContentLength, ...conditionOf(condition) },
          partSize: PART_BYTES,
          queueSize: PARTS_AT_ONCE,
        });
        return tagIn((await upload.done()).ETag);
      }),

    /** Idempotent. */
    remove: async (key: string): Promise<void> => {
      if (!hasDotSegment(key)) {
        await calling('DELETE', key, [ABSENT], (Key) =>
          client.send(new DeleteObjectCommand({ Bucket, Key })),
        );
        return;
      }
      // DeleteObjects has keys in the request body, where dot segments are kept.
      const Delete = { Objects: [{ Key: key }], Quiet: true };
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
      if (Errors.length > 0) throw new ObjectStoreError(`DELETE ${key}: ${Errors[0]?.Code}`);
    },

    /** Pages of the keys with a prefix. */
    keys: async function* (prefix: string): AsyncIterable<readonly string[]> {
      // Keys are URL-encoded in the response, so that they may contain characters that XML does not permit.
      const listing = { Bucket, Prefix: prefix, EncodingType: 'url' } as const;
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, listing)) {
        yield Contents.map(({ Key = '' }) => decodeURIComponent(Key.replaceAll('+', ' ')));
      }
    },
  };
}

export type ObjectStore = ReturnType<typeof createS3ObjectStore>;

/** The ETag without quotes, as in S3 events. */
const tagIn = (etag = ''): string => etag.replaceAll('"', '');

const conditionOf = (condition: UnchangedCondition | undefined) => {
  if (condition === undefined) return {};
  return condition.tag === undefined ? { IfNoneMatch: '*' } : { IfMatch: `"${condition.tag}"` };
};

/** A condition on the ETag of a deleted object fails with 404. */
const unmet = (condition: UnchangedCondition | undefined): readonly number[] =>
  condition === undefined ? [] : [NOT_MET, ABSENT];

async function unlessConflict<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (statusOf(error) !== CONFLICT || attempt === ATTEMPTS) throw error;
      await pauseBefore(attempt);
    }
  }
}

const pauseBefore = (attempt: number): Promise<unknown> =>
  wait(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
