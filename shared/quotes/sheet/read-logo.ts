import { crc32, inflateSync } from 'node:zlib';

/** A logo that browsers and PDF files show. */
export interface Logo {
  readonly mediaType: 'image/png' | 'image/jpeg';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

export const MAX_LOGO_BYTES = 100_000;
export const MAX_LOGO_WIDTH = 2_000;
export const MAX_LOGO_HEIGHT = 1_000;

/** Base64 of the longest logo, after `data:image/jpeg;base64,`. */
export const MAX_LOGO_TEXT = Math.ceil(MAX_LOGO_BYTES / 3) * 4 + 30;

const FORM = /^(?:data:image\/(?:png|jpeg);base64,)?([A-Za-z0-9+/]+={0,2})$/;

const NO_PICTURE =
  'must be a PNG or JPEG file as base64 text, with or without data:image/png;base64, in front of it';
const TOO_LARGE = `must be a file of at most ${MAX_LOGO_BYTES / 1_000} kB. Save it smaller: 600 pixels of width are enough`;
const DAMAGED = 'is a damaged picture. Save it again as PNG or JPEG';

export const logoText = ({ mediaType, bytes }: Pick<Logo, 'mediaType' | 'bytes'>): string =>
  `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;

/** Reads a logo by its bytes, whatever its media type says. @returns a text that says what is wrong, after the field's name. */
export function readLogo(text: string): Logo | string {
  if (text.length > MAX_LOGO_TEXT) return TOO_LARGE;
  const [, base64] = FORM.exec(text) ?? [];
  if (base64 === undefined) return NO_PICTURE;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_LOGO_BYTES) return TOO_LARGE;
  const logo = readPng(bytes) ?? readJpeg(bytes) ?? NO_PICTURE;
  if (typeof logo === 'string') return logo;
  if (logo.width > MAX_LOGO_WIDTH || logo.height > MAX_LOGO_HEIGHT) return tooManyPixels(logo);
  return logo;
}

const tooManyPixels = ({ width, height }: Pick<Logo, 'width' | 'height'>): string =>
  `has ${width} x ${height} pixels, and must have at most ${MAX_LOGO_WIDTH} x ${MAX_LOGO_HEIGHT}. Save it smaller`;

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Samples of a pixel by color type: gray, RGB, palette, gray with alpha, RGB with alpha. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE = 3;

/** Undefined if the bytes are not of a PNG file. A file that pdfkit could fail on is rejected. */
function readPng(bytes: Buffer): Logo | string | undefined {
  if (!bytes.subarray(0, PNG_START.length).equals(PNG_START)) return undefined;
  const chunks = pngChunks(bytes);
  const header = chunks?.[0];
  if (header?.name !== 'IHDR' || header.data.length !== 13 || chunks?.at(-1)?.name !== 'IEND') return DAMAGED;
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const [bits = 0, color = -1, compression, filter, interlace] = header.data.subarray(8);
  const samples = SAMPLES[color];
  if (samples === undefined || compression !== 0 || filter !== 0 || width === 0 || height === 0)
    return DAMAGED;
  if (![1, 2, 4, 8, 16].includes(bits)) return DAMAGED;
  if (width > MAX_LOGO_WIDTH || height > MAX_LOGO_HEIGHT) return tooManyPixels({ width, height });
  if (interlace !== 0) return 'is an interlaced PNG file. Save it without interlacing, or as JPEG';
  const [palette] = chunks.filter(({ name }) => name === 'PLTE');
  const hasMask = chunks.some(({ name }) => name === 'tRNS');
  if (hasMask && (color !== PALETTE || bits !== 8)) {
    return 'is a PNG file with a transparent color. Save it with an alpha channel (32 bits), or as JPEG';
  }
  if (color === PALETTE && (palette === undefined || palette.data.length % 3 !== 0)) return DAMAGED;
  const rowBytes = 1 + Math.ceil((width * bits * samples) / 8);
  return hasRows(chunks, rowBytes, height) ? { mediaType: 'image/png', width, height, bytes } : DAMAGED;
}

interface PngChunk {
  readonly name: string;
  readonly data: Buffer;
}

/** Undefined if a chunk is incomplete or has another checksum. */
function pngChunks(bytes: Buffer): readonly PngChunk[] | undefined {
  const chunks: PngChunk[] = [];
  let at = PNG_START.length;
  while (at < bytes.length) {
    if (at + 12 > bytes.length) return undefined;
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) {
      return undefined;
    }
    chunks.push({ name: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

/** Whether the compressed data are the rows of the picture, each with a known filter. */
function hasRows(chunks: readonly PngChunk[], rowBytes: number, height: number): boolean {
  const packed = Buffer.concat(chunks.flatMap(({ name, data }) => (name === 'IDAT' ? data : [])));
  let rows: Buffer;
  try {
    rows = inflateSync(packed, { maxOutputLength: rowBytes * height });
  } catch {
    return false;
  }
  if (rows.length !== rowBytes * height) return false;
  for (let at = 0; at < rows.length; at += rowBytes) {
    if ((rows[at] ?? 0) > 4) return false;
  }
  return true;
}

/** Baseline, extended and progressive frames. Of others, PDF files show none. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Start of scan; compressed data follow. */
const SCAN = 0xda;

/** Undefined if the bytes are not of a JPEG file. */
function readJpeg(bytes: Buffer): Logo | string | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8 || bytes[2] !== 0xff) return undefined;
  let size: { readonly width: number; readonly height: number } | undefined;
  for (let at = 2; at + 4 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || bytes.readUInt16BE(at + 2) < 2) return DAMAGED;
    if (marker === SCAN) {
      const isWhole = size !== undefined && bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > at;
      return isWhole && size !== undefined ? { mediaType: 'image/jpeg', ...size, bytes } : DAMAGED;
    }
    if (!FRAMES.includes(marker)) continue;
    if (at + 10 > bytes.length) return DAMAGED;
    const [bits, components] = [bytes[at + 4], bytes[at + 9]];
    size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (bits !== 8 || (components !== 1 && components !== 3)) {
      return 'is a JPEG file in CMYK or with more than 8 bits. Save it in RGB';
    }
    if (size.width === 0 || size.height === 0) return DAMAGED;
  }
  return DAMAGED;
}
