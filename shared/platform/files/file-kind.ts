/** What the first bytes of a file say about it. `text`: nothing else; a ZIP file with the parts of a workbook is `xlsx`. */
export type FileKind = 'xlsx' | 'xls' | 'ods' | 'pdf' | 'zip' | 'gzip' | 'image' | 'html' | 'xml' | 'text';

const SAVE_AS = 'Open it in Excel and save it as .xlsx or .csv';

/** Messages of a `FileError` for files without rows that can be read. */
export const UNREADABLE_KINDS: Readonly<Record<Exclude<FileKind, 'xlsx' | 'text'>, string>> = {
  xls: `the file has a password or is an old .xls workbook. ${SAVE_AS}, without a password`,
  ods: 'the file is an OpenDocument spreadsheet (.ods). Save it as .xlsx or .csv',
  pdf: 'the file is a PDF. Send the spreadsheet that it was made from, as .xlsx or .csv',
  zip: 'the file is a ZIP file without an Excel workbook. Unpack it and send the .xlsx or .csv file',
  gzip: 'the file is compressed with gzip. Unpack it and send the .xlsx or .csv file',
  image: 'the file is a picture. Send the spreadsheet as .xlsx or .csv',
  html: `the file is a web page, even if its name ends with .xls. ${SAVE_AS}`,
  xml: `the file is XML, even if its name ends with .xls. ${SAVE_AS}`,
};

const MAGIC: readonly (readonly [FileKind, readonly number[]])[] = [
  ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['gzip', [0x1f, 0x8b]],
  ['image', [0x89, 0x50, 0x4e, 0x47]],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', [0x47, 0x49, 0x46, 0x38]],
];
const ODS_START = 'mimetypeapplication/vnd.oasis.opendocument';
const TEXT_KINDS: readonly (readonly [FileKind, RegExp])[] = [
  ['html', /^\s*(?:<!doctype html|<html|<table|<meta|<head)/i],
  ['xml', /^\s*<\?xml/i],
];

/** Whether a file is a ZIP file, which a workbook is. */
export const isZip = (bytes: Uint8Array): boolean =>
  MAGIC.some((magic) => magic[0] === 'zip' && startsWith(bytes, magic));

const startsWith = (bytes: Uint8Array, [, start]: (typeof MAGIC)[number]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/** The kind of a file by its content; names are not looked at. Whether the content is complete is not checked. */
export function fileKind(bytes: Uint8Array): FileKind {
  const latin1 = new TextDecoder('latin1');
  const [kind] = MAGIC.find((magic) => startsWith(bytes, magic)) ?? [];
  if (kind === 'zip') {
    if (latin1.decode(bytes.subarray(30, 30 + ODS_START.length)) === ODS_START) return 'ods';
    return latin1.decode(bytes).includes('xl/workbook.') ? 'xlsx' : 'zip';
  }
  if (kind !== undefined) return kind;
  const start = latin1.decode(bytes.subarray(0, 200)).replace(/^\xef\xbb\xbf/, '');
  return TEXT_KINDS.find(([, pattern]) => pattern.test(start))?.[0] ?? 'text';
}
