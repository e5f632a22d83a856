import { FileError } from './file-error.ts';
import { fileKind, UNREADABLE_KINDS } from './file-kind.ts';

/** What a kind of file may have at most. */
export interface FileLimits {
  readonly bytes: number;
  /** Rows below the header. The exact limit counts records, which are known only after decoding. */
  readonly rows: number;
}

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A file may have empty rows and line breaks inside quotes, but not more line ends than this for each row. */
const LINE_ENDS_PER_ROW = 4;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Line ends of a file, counted by the more frequent one of line feed and return. */
function countLineEnds(bytes: Uint8Array): number {
  let [feeds, returns] = [0, 0];
  for (const byte of bytes) {
    if (byte === LINE_FEED) feeds += 1;
    else if (byte === RETURN) returns += 1;
  }
  return Math.max(feeds, returns);
}

/**
 * The text of a file, without a byte order mark. A file that is too large is refused before it is decoded.
 * @throws FileError if the file is too large or is no text.
 */
export function decodeFile(bytes: Uint8Array, limits: FileLimits): string {
  if (bytes.length > limits.bytes) {
    throw new FileError(`the file has ${bytes.length} bytes; at most ${limits.bytes} are allowed`);
  }
  const lineEnds = countLineEnds(bytes);
  if (lineEnds > LINE_ENDS_PER_ROW * (limits.rows + 1)) {
    throw new FileError(`the file has ${lineEnds} lines; at most ${limits.rows} rows are allowed`);
  }
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** Bytes that show UTF-16 without a byte order mark: a spreadsheet's header has this many letters. */
const SAMPLE_BYTES = 200;

/**
 * The encoding of a file: by its byte order mark; UTF-16 by NUL at every other byte; else UTF-8, or what spreadsheets
 * write instead of it.
 * @param isWhole whether the bytes are the whole file, not only its start.
 * @throws FileError if the bytes are no text.
 */
export function encodingOf(bytes: Uint8Array, isWhole = true): Encoding {
  rejectOtherKinds(bytes);
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  if (even > sample.length / 4 && odd === 0) return 'utf-16be';
  rejectZeroBytes(bytes);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return 'utf-8';
  } catch {
    return isMacText(bytes) ? 'macintosh' : 'windows-1252';
  }
}

/** @throws FileError: a NUL is valid UTF-8, but no spreadsheet writes one. */
export function rejectZeroBytes(bytes: Uint8Array): void {
  if (bytes.includes(0))
    throw new FileError('the file has NUL characters, so it is no text: save it as CSV UTF-8');
}

/**
 * Whether words make sense only as Mac text: its accented letters are where Windows-1252 has punctuation, which does
 * not stand between lower-case letters, apart from an apostrophe.
 */
function isMacText(bytes: Uint8Array): boolean {
  const isLetter = (byte: number | undefined) => byte !== undefined && byte >= 0x61 && byte <= 0x7a;
  let [mac, windows] = [0, 0];
  bytes.forEach((byte, at) => {
    if (byte < 0x80 || !isLetter(bytes[at - 1]) || !isLetter(bytes[at + 1])) return;
    if (byte >= 0xc0) windows += 1;
    else if (byte <= 0x9f && byte !== 0x92) mac += 1;
  });
  return mac > windows;
}

const WORKBOOK = 'the file is a workbook, which is not read here. Save the sheet as CSV UTF-8';

/** @throws FileError for files that people send instead of text. */
function rejectOtherKinds(bytes: Uint8Array): void {
  const kind = fileKind(bytes);
  if (kind !== 'text') throw new FileError(kind === 'xlsx' ? WORKBOOK : UNREADABLE_KINDS[kind]);
}
