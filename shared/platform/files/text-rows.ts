import { CsvReader, type SheetRow } from './csv-rows.ts';
import { decodeFile, encodingOf, type FileLimits } from './file-text.ts';
import { bytesOf, type PartPlace, type TextForm } from './read-in-parts.ts';

/** In the order in which equally frequent ones count: commas are also in "Phoenix, AZ". */
const SEPARATORS = ['\t', ';', '|', ','] as const;

/** Rows that decide on the separator, and characters that they have at most. */
const SAMPLE_ROWS = 20;
const SAMPLE_LENGTH = 100_000;
/** Cells in quotes, in which separators and line ends are characters. */
const QUOTED = /(^|[,;\t|\r\n])"(?:[^"]|"")*"/g;
/** A first line for Excel, which hides it. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([,;\t|])"?[ ,;\t|]*(?:\r\r\n|\r\n|\n|\r)/i;

/** Where the rows of a text begin, and what separates its cells. */
interface TextStart {
  readonly separator: string;
  /** Characters of a line `sep=;`. */
  readonly skipped: number;
}

/** The separator is stated in the first line, or is the one that most rows have most often, then that all rows have. */
function startOf(text: string): TextStart {
  const [line = '', stated] = SEPARATOR_LINE.exec(text) ?? [];
  if (stated !== undefined) return { separator: stated, skipped: line.length };
  const lines = text
    .slice(0, SAMPLE_LENGTH)
    .replace(/^\uFEFF/, '')
    .replace(QUOTED, '$1')
    .split(/[\r\n]+/)
    .filter((one) => /[^ ]/.test(one))
    .slice(0, SAMPLE_ROWS);
  const share = (separator: string) => {
    const counts = lines.map((one) => one.split(separator).length - 1).sort((a, b) => a - b);
    return { separator, middle: counts[Math.floor(counts.length / 2)] ?? 0, least: counts[0] ?? 0 };
  };
  const [most] = SEPARATORS.map(share).sort((a, b) => b.middle - a.middle || b.least - a.least);
  return { separator: most === undefined || most.middle === 0 ? ',' : most.separator, skipped: 0 };
}

/** The rows of a file of text, and the character that separates its cells. */
export interface TextRows {
  readonly separator: string;
  readonly rows: readonly SheetRow[];
}

/** Reads a whole file of text. @throws FileError */
export function readTextRows(bytes: Uint8Array, limits: FileLimits): TextRows {
  const text = decodeFile(bytes, limits);
  const { separator, skipped } = startOf(text);
  const reader = new CsvReader(1, separator);
  return { separator, rows: [...reader.read(text.slice(skipped)), ...reader.end()] };
}

/**
 * How a file of text is to be read in parts, by its first bytes.
 * @param isWhole whether the bytes are the whole file.
 * @throws FileError
 */
export function readTextForm(
  bytes: Uint8Array,
  isWhole: boolean,
): { readonly form: TextForm; readonly first: PartPlace } {
  const encoding = encodingOf(bytes, isWhole);
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes.subarray(0, SAMPLE_LENGTH), {
    stream: true,
  });
  const { separator, skipped } = startOf(text);
  const offset = bytesOf(text.slice(0, skipped), encoding);
  return { form: { encoding, separator }, first: { offset, number: 1 } };
}
