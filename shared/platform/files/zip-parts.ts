import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { FileError } from './file-error.ts';

/** Parts of a ZIP file by name. Nothing is expanded until it is read. */
export interface ZipParts {
  readonly names: readonly string[];
  /** The expanded content in pieces. @throws FileError if the part is missing, broken or larger than it declares. */
  read(name: string): AsyncGenerator<Uint8Array>;
}

const MAX_PARTS = 2_000;
/** Deflate reaches 1,032:1; worksheets of empty formatted rows about 100:1. */
const MAX_RATIO = 250;
/** Parts that stay below this size may have any ratio. */
const SMALL_BYTES = 1024 * 1024;

const BROKEN =
  'the file is damaged or incomplete. Open it in Excel, save it again as .xlsx and send the copy';
const TOO_LARGE =
  'the file is too large after it is unpacked. Copy the rows into a new workbook, save it as .xlsx and send that';
const PASSWORD = 'the file has a password. Save it without a password and send the copy';

/** Runs the library, whose errors are all about the content of the file. */
async function unlessBroken<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof FileError ? error : new FileError(BROKEN);
  }
}

/**
 * Opens a ZIP file. What its directory declares is checked before anything is expanded; while a part is read, it cannot
 * become larger than declared.
 * @param uncompressedBytes of all parts, at most.
 * @throws FileError
 */
export async function openZip(bytes: Uint8Array, uncompressedBytes: number): Promise<ZipParts> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map<string, Entry>();
  let [packed, unpacked] = [0, 0];
  const zip: ZipFile = await unlessBroken(async () => {
    const opened = await fromBufferPromise(content, { lazyEntries: true, autoClose: false });
    if (opened.entryCount > MAX_PARTS) throw new FileError(TOO_LARGE);
    for await (const entry of opened.eachEntry()) {
      if (entry.isEncrypted()) throw new FileError(PASSWORD);
      packed += entry.compressedSize;
      unpacked += entry.uncompressedSize;
      const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
      const isBomb = entry.uncompressedSize > SMALL_BYTES && ratio > MAX_RATIO;
      if (isBomb || unpacked > uncompressedBytes) throw new FileError(TOO_LARGE);
      // Parts that share bytes, or a name, are made to mislead a reader.
      if (packed > content.length || entries.has(entry.fileName)) throw new FileError(BROKEN);
      entries.set(entry.fileName, entry);
    }
    return opened;
  });

  return {
    names: [...entries.keys()],
    async *read(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new FileError(BROKEN);
      const stream = await unlessBroken(() => zip.openReadStreamPromise(entry));
      let sum = 0;
      const pieces: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
      try {
        for (;;) {
          const { done, value } = await unlessBroken(() => pieces.next());
          if (done) break;
          sum = crc32(value, sum);
          yield value;
        }
      } finally {
        stream.destroy();
      }
      if (sum !== entry.crc32) throw new FileError(BROKEN);
    },
  };
}
