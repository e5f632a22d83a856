import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createS3Client } from '../../../../shared/platform/s3/s3-client.ts';
import { createS3ObjectStore, type ObjectStore } from '../../../../shared/platform/s3/s3-object-store.ts';
import { createInMemoryObjects } from '../../../support/in-memory-objects.ts';
import { type S3StandIn, startS3StandIn } from '../../../support/s3-stand-in.ts';

const bytes = (text: string) => Buffer.from(text);
const text = (of: Uint8Array | undefined) => (of === undefined ? undefined : Buffer.from(of).toString());

async function* parts(...all: string[]): AsyncGenerator<Uint8Array> {
  for (const part of all) yield bytes(part);
}

let s3: S3StandIn;
beforeAll(async () => {
  s3 = await startS3StandIn();
});
afterAll(() => s3.stop());

let buckets = 0;
const overS3 = (): ObjectStore => {
  buckets += 1;
  const client = createS3Client({
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test', sessionToken: 'test' },
    endpoint: s3.endpoint,
  });
  return createS3ObjectStore({ client, bucket: `bucket-${buckets}` });
};

describe.each([
  ['in memory', () => createInMemoryObjects()],
  ['S3', overS3],
])('an object store: %s', (_, create) => {
  let objects: ObjectStore;
  beforeEach(() => {
    objects = create();
  });

  it('returns written bytes and their tag', async () => {
    const tag = await objects.write('one', bytes('first'));
    expect(tag).toMatch(/^[0-9a-f]+$/);
    expect(await objects.tagOf('one')).toBe(tag);
    const found = await objects.read('one');
    expect([text(found?.bytes), found?.tag]).toEqual(['first', tag]);

    expect(await objects.write('one', bytes('second'))).not.toBe(tag);
    expect(text((await objects.read('one'))?.bytes)).toBe('second');
  });

  it('returns undefined for a missing object', async () => {
    expect(await objects.tagOf('none')).toBeUndefined();
    expect(await objects.read('none')).toBeUndefined();
    expect(await objects.readPart('none', undefined, { offset: 0, length: 1 })).toBeUndefined();
    await expect(objects.remove('none')).resolves.toBeUndefined();
  });

  it('reads a byte range up to the end while the tag matches', async () => {
    const tag = await objects.write('one', bytes('0123456789'));
    const read = (offset: number, length: number, of = tag) =>
      objects.readPart('one', of, { offset, length });

    expect(text(await read(0, 4))).toBe('0123');
    expect(text(await read(8, 4))).toBe('89');
    expect(text(await read(10, 4))).toBe('');
    expect(await read(0, 4, 'another')).toBeUndefined();
    await objects.write('one', bytes('other'));
    expect(await read(0, 4)).toBeUndefined();
    expect(text(await objects.readPart('one', undefined, { offset: 0, length: 3 }))).toBe('oth');
  });

  it('writes on the condition that the object is unchanged', async () => {
    const first = await objects.write('one', bytes('a'), { tag: undefined });
    expect(first).toBeDefined();
    expect(await objects.write('one', bytes('b'), { tag: undefined })).toBeUndefined();
    const second = await objects.write('one', bytes('c'), { tag: first });
    expect(second).toBeDefined();
    expect(await objects.write('one', bytes('d'), { tag: first })).toBeUndefined();
    expect(text((await objects.read('one'))?.bytes)).toBe('c');

    await objects.remove('one');
    expect(await objects.write('one', bytes('e'), { tag: second })).toBeUndefined();
    expect(await objects.read('one')).toBeUndefined();
  });

  it('permits one of several concurrent writers', async () => {
    const tags = await Promise.all(
      ['a', 'b', 'c'].map((one) => objects.write('one', bytes(one), { tag: undefined })),
    );
    expect(tags.filter((tag) => tag !== undefined)).toHaveLength(1);
  });

  it('writes an object in parts', async () => {
    await objects.writeParts('one', 9, parts('abc', 'def', 'ghi'));
    expect(text((await objects.read('one'))?.bytes)).toBe('abcdefghi');
    await objects.writeParts('one', undefined, parts('of ', 'unknown ', 'length'));
    expect(text((await objects.read('one'))?.bytes)).toBe('of unknown length');
  });

  it('writes an object in parts that is larger than a request', async () => {
    const large = 'x'.repeat(6 * 2 ** 20);
    const condition = { tag: undefined };
    const tag = await objects.writeParts('one', 3 * large.length, parts(large, large, large), condition);
    expect(tag).toBe(await objects.tagOf('one'));
    expect((await objects.read('one'))?.bytes.length).toBe(3 * large.length);
    await objects.writeParts('two', undefined, parts(large, large));
    expect((await objects.read('two'))?.bytes.length).toBe(2 * large.length);
    await expect(
      objects.writeParts('one', 3 * large.length, parts(large, large, large), condition),
    ).resolves.toBeUndefined();
  });

  it('writes in parts on the same condition', async () => {
    const first = await objects.writeParts('one', 3, parts('a', 'bc'), { tag: undefined });
    expect(first).toBe(await objects.tagOf('one'));
    expect(await objects.writeParts('one', 1, parts('d'), { tag: undefined })).toBeUndefined();
    expect(await objects.writeParts('one', 1, parts('e'), { tag: first })).not.toBe(first);
    expect(await objects.writeParts('one', 1, parts('f'), { tag: first })).toBeUndefined();
    expect(text((await objects.read('one'))?.bytes)).toBe('e');

    await objects.remove('one');
    expect(await objects.writeParts('one', 1, parts('g'), { tag: first })).toBeUndefined();
    expect(await objects.read('one')).toBeUndefined();
  });

  it.each(['a b/c+d.csv', "it's (1)!*.csv", 'é/€/🚢.csv', 'a%20b.csv', 'a//b', 'q?x=1&y#z'])(
    'keeps the key %s as it is',
    async (key) => {
      await objects.write(key, bytes(key));
      expect(text((await objects.read(key))?.bytes)).toBe(key);
      expect(await objects.tagOf(`${key}x`)).toBeUndefined();
    },
  );
});

describe.each([
  ['in memory', () => createInMemoryObjects()],
  ['S3', overS3],
])('keys of an object store: %s', (_, create) => {
  it('are listed by prefix in pages', async () => {
    const objects = create();
    const under = ['a/1', 'a/2 and + more.csv', 'a/é&<>.csv', 'a/b/c', 'a/z'];
    for (const key of [...under, 'ab', 'b/1']) await objects.write(key, bytes(key));

    const pages: (readonly string[])[] = [];
    for await (const page of objects.keys('a/')) pages.push(page);
    expect(pages.flat().sort()).toEqual(under.sort());
    expect(pages.length).toBe(3);
    for await (const page of objects.keys('none/')) expect(page).toEqual([]);
  });
});

describe('the store over S3', () => {
  it.each(['a/../b', 'a/./b', '..', 'a/..'])(
    'asks for nothing under the key %s, which a URL makes another of',
    async (key) => {
      const objects = overS3();
      const before = s3.calls.length;
      const unaddressable = expect.objectContaining({ name: 'UnaddressableKeyError' });

      await expect(objects.tagOf(key)).rejects.toEqual(unaddressable);
      await expect(objects.read(key)).rejects.toEqual(unaddressable);
      await expect(objects.readPart(key, undefined, { offset: 0, length: 1 })).rejects.toEqual(unaddressable);
      await expect(objects.write(key, bytes('a'))).rejects.toEqual(unaddressable);
      await expect(objects.writeParts(key, 1, parts('a'))).rejects.toEqual(unaddressable);
      expect(s3.calls.length).toBe(before);
    },
  );

  it.each(['a/../b', `a/./"it's" <é> &amp;\r\n.csv`, '..', 'b/..'])(
    'deletes the key %s, and no other',
    async (key) => {
      const objects = overS3();
      const bucket = `bucket-${buckets}`;
      for (const one of ['a', 'b', 'a/b', key]) s3.put(bucket, one);

      await objects.remove(key);
      expect(s3.keys(bucket)).toEqual(['a', 'b', 'a/b']);
    },
  );

  it('fails if such a key cannot be deleted', async () => {
    await expect(overS3().remove('../kept')).rejects.toThrow('DELETE ../kept: AccessDenied');
  });

  it('retries S3 errors and interrupted bodies', async () => {
    const objects = overS3();
    s3.faults.push('fails', 'breaks off', undefined, 'fails', 'breaks off');

    expect(await objects.write('one', bytes('a'))).toBeDefined();
    expect(text((await objects.read('one'))?.bytes)).toBe('a');
  });

  it('reports an unmet condition if the response of an applied write was lost', async () => {
    const objects = overS3();
    s3.faults.push('does it and breaks off');

    expect(await objects.write('one', bytes('a'), { tag: undefined })).toBeUndefined();
    expect(text((await objects.read('one'))?.bytes)).toBe('a');
  });

  it('fails after all attempts and names the request and the reason', async () => {
    const objects = overS3();
    s3.faults.push('fails', 'fails', 'fails', 'fails', 'fails');

    await expect(objects.read('one')).rejects.toThrow('GET one: status 503');
    expect(s3.faults).toEqual([]);
  });

  it('does not retry a forbidden request', async () => {
    const objects = overS3();
    s3.faults.push('rejects');
    const before = s3.calls.length;

    await expect(objects.tagOf('one')).rejects.toThrow('HEAD one: status 403');
    expect(s3.calls.length).toBe(before + 1);
  });
});
