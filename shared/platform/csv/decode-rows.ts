import { endOfRows } from './rows-in-part.ts';
import { rejectZeroBytes } from './utf8.ts';

const UTF8 = { fatal: true } as const;

/**
 * The text of a file or of a part that ends at the end of a row. Each row is UTF-8, or else Windows-1252: spreadsheets
 * export both, and pasted rows mix them. A byte order mark at the start is left out.
 * @throws an error for which `isNotUtf8` is true, for zero bytes: the text is UTF-16.
 */
export function decodeRows(bytes: Uint8Array): string {
  rejectZeroBytes(bytes);
  const whole = decodeUtf8(bytes);
  if (whole !== undefined) return whole;
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = endOfRows(bytes, at, 1) ?? bytes.length;
    const row = bytes.subarray(at, end);
    rows.push(decodeUtf8(row, at > 0) ?? new TextDecoder('windows-1252').decode(row));
    at = end;
  }
  return rows.join('');
}

/** Undefined if the bytes are not UTF-8. @param keepsMark whether U+FEFF at the start belongs to a cell. */
function decodeUtf8(bytes: Uint8Array, keepsMark = false): string | undefined {
  try {
    return new TextDecoder('utf-8', { ...UTF8, ignoreBOM: keepsMark }).decode(bytes);
  } catch {
    return undefined;
  }
}
