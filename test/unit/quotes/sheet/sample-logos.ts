import { crc32, deflateSync } from 'node:zlib';

function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG file with 8 bits a sample. @param rows filter byte and samples of each row. */
export function pngFile(
  {
    width,
    height,
    color,
    interlace = 0,
  }: Readonly<Record<'width' | 'height' | 'color', number>> & { readonly interlace?: number },
  rows: Buffer,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, color, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const size = { width: 2, height: 2 };
const rgb = pngFile(
  { ...size, color: 2 },
  Buffer.from([0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 255, 255, 255, 255]),
);
const rgba = pngFile({ ...size, color: 6 }, Buffer.alloc(18, 0));

/** Frame header and scan of a JPEG file. Its compressed data are not a picture, which only a viewer sees. */
export const jpegFile = (width: number, height: number, components = 3): Buffer =>
  Buffer.from([
    ...[0xff, 0xd8],
    ...[0xff, 0xc0, 0, 8 + 3 * components, 8, height >> 8, height & 255, width >> 8, width & 255, components],
    ...Array.from({ length: components }, (_, index) => [index + 1, 0x11, 0]).flat(),
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xff, 0xd9],
  ]);

/** Logos as callers send them, with the media type of their bytes. */
export const LOGOS: Readonly<Record<string, readonly [string, string]>> = {
  'of RGB': [rgb.toString('base64'), 'image/png'],
  'with an alpha channel': [`data:image/png;base64,${rgba.toString('base64')}`, 'image/png'],
  'as JPEG': [jpegFile(2, 2).toString('base64'), 'image/jpeg'],
};
