import { createHash } from 'node:crypto';
import type { ObjectStore, StoredObject } from '../../shared/platform/s3/s3-object-store.ts';

export interface InMemoryObjects extends ObjectStore {
  readonly all: Map<string, StoredObject>;
  /** Stores an uploaded object. @returns its tag. */
  put(key: string, content: string | Uint8Array): string;
  /** The text of an object. @throws Error if it does not exist. */
  text(key: string): string;
}

/** Objects in memory; `fail` is called before each call, and may throw. */
export function createInMemoryObjects(fail: (call: string) => void = () => {}): InMemoryObjects {
  const all = new Map<string, StoredObject>();
  const put = (key: string, content: string | Uint8Array): string => {
    const bytes = Buffer.from(content);
    const tag = createHash('md5').update(bytes).digest('hex');
    all.set(key, { bytes, tag });
    return tag;
  };
  return {
    all,
    put,
    text: (key) => {
      const found = all.get(key);
      if (found === undefined) throw new Error(`there is no ${key}`);
      return Buffer.from(found.bytes).toString();
    },
    tagOf: async (key) => {
      fail('tag');
      return all.get(key)?.tag;
    },
    read: async (key) => {
      fail('read');
      return all.get(key);
    },
    readPart: async (key, tag, { offset, length }) => {
      fail('part');
      const found = all.get(key);
      if (found === undefined || (tag !== undefined && found.tag !== tag)) return undefined;
      return found.bytes.slice(offset, offset + length);
    },
    write: async (key, bytes, condition) => {
      fail('write');
      if (condition !== undefined && all.get(key)?.tag !== condition.tag) return undefined;
      return put(key, bytes);
    },
    writeParts: async (key, length, parts, condition) => {
      fail('parts');
      const chunks: Uint8Array[] = [];
      for await (const chunk of parts) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      if (length !== undefined && bytes.length !== length)
        throw new Error(`${bytes.length} bytes instead of ${length}`);
      if (condition !== undefined && all.get(key)?.tag !== condition.tag) return undefined;
      return put(key, bytes);
    },
    remove: async (key) => {
      fail('remove');
      all.delete(key);
    },
    keys: async function* (prefix) {
      const found = [...all.keys()].filter((key) => key.startsWith(prefix)).sort();
      for (let at = 0; at < found.length; at += 2) yield found.slice(at, at + 2);
    },
  };
}
