import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { normalizeText } from '../../platform/text/bounded-text.ts';
import type { QuoteSheet, SheetBlock } from './quote-sheet.ts';
import type { Logo } from './read-logo.ts';

/** UTF-16 units; much more than any text of a sheet has. */
const MAX_NORMALIZED_LENGTH = 2_000;

/** Scripts that the fonts have and that need neither joining nor another direction. */
const UNPRINTABLE =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}(?<![#*\d\u00a9\u00ae\u2122])/gu;

/** Characters that change the direction of the text around them, and other invisible ones. */
const INVISIBLE = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

/** A text for the PDF file: a character of another script, or a pictogram, becomes a box. */
export function printableText(text: string): string {
  const whole = text.toWellFormed();
  return (normalizeText(whole, 'NFC', MAX_NORMALIZED_LENGTH) ?? whole)
    .replace(INVISIBLE, '')
    .replace(UNPRINTABLE, '\u25a1');
}

/** The parts of a pdfkit object with a stream that its types do not have. */
interface StreamObject {
  compress: boolean;
  buffer: Uint8Array[];
  data: Record<string, unknown>;
  finalize(): void;
}

interface PartWriter {
  _write(part: string | Uint8Array): void;
}

/**
 * A PDF file of ASCII characters. API Gateway returns binary bodies only to callers whose first accepted type is declared
 * as binary, which a link in a browser cannot ensure; a text arrives unchanged everywhere. Each stream is deflated and
 * written in hexadecimal; bytes of strings above 127 are octal escapes.
 */
class AsciiPdfDocument extends PDFDocument {
  override ref(data: Record<string, unknown>): PDFKit.PDFKitReference {
    const reference = super.ref(data);
    const stream = reference as unknown as StreamObject;
    const finalize = stream.finalize.bind(stream);
    stream.compress = false;
    stream.finalize = () => {
      const { Filter: own, DecodeParms: parameters } = stream.data;
      if (stream.buffer.length > 0) {
        const bytes = Buffer.concat(stream.buffer);
        // Pictures are compressed already.
        const packed = own === undefined ? deflateSync(bytes) : bytes;
        stream.buffer = [Buffer.from(`${packed.toString('hex')}>`)];
        stream.data.Filter = ['ASCIIHexDecode', own ?? 'FlateDecode'];
        if (parameters !== undefined) stream.data.DecodeParms = [null, parameters];
      }
      finalize();
    };
    return reference;
  }

  /** Outside of streams, only strings and the comment of the header have such bytes. */
  _write(part: string | Uint8Array): void {
    const { _write: write } = PDFDocument.prototype as unknown as PartWriter;
    write.call(this, typeof part === 'string' ? part.replace(/[^\n\x20-\x7e]/g, octalEscape) : part);
  }
}

const octalEscape = (character: string): string =>
  `\\${(character.charCodeAt(0) & 0xff).toString(8).padStart(3, '0')}`;

export interface SheetFonts {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

/** Names in the fonts. pdfkit parses a font again each time that it is selected by anything else. */
const REGULAR = 'DejaVuSans';
const BOLD = 'DejaVuSans-Bold';

/** Points: 1/72 inch. */
const MARGIN = 56;
const LABEL_WIDTH = 130;
const TEXT = '#1a1f26';
const LABEL = '#4a5560';
const LINE = '#c9d0d8';

/** The sheet as a PDF file of ASCII characters, US Letter, tagged. The same sheet gives the same bytes. */
export async function sheetPdf(sheet: QuoteSheet, fonts: SheetFonts): Promise<string> {
  const { title, sender, createdAt } = sheet;
  const document = new AsciiPdfDocument({
    size: 'LETTER',
    margin: MARGIN,
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    // Without a font, pdfkit reads the metrics of Helvetica from a file.
    font: Buffer.from(fonts.regular) as unknown as string,
    info: { Title: printableText(`${title} - ${sender.name}`), CreationDate: createdAt, ModDate: createdAt },
  });
  const parts: Uint8Array[] = [];
  document.on('data', (part: Uint8Array) => parts.push(part));
  const ended = new Promise((resolve, reject) => document.once('end', resolve).once('error', reject));
  document.font(Buffer.from(fonts.bold));
  // Each new page selects this font.
  document.options.font = REGULAR;
  write(document, sheet);
  document.end();
  await ended;
  return Buffer.concat(parts).toString('latin1');
}

function write(document: AsciiPdfDocument, sheet: QuoteSheet): void {
  const root = document.struct('Document');
  document.addStructure(root);
  const { margins, width: pageWidth } = document.page;
  const width = pageWidth - margins.left - margins.right;

  const paragraph = (type: string, text: string, size: number, font = REGULAR) => {
    document.font(font).fontSize(size).fillColor(TEXT);
    document.text(printableText(text), { structParent: root, structType: type, width });
  };
  const heading = (text: string, level = 2) => {
    // A heading is not the last line of a page.
    if (document.y > document.page.height - margins.bottom - 80) document.addPage();
    document.moveDown(1.2);
    paragraph(`H${level}`, text, level === 2 ? 13 : 11, BOLD);
    document.moveDown(0.3);
  };
  const table = ({ columns, rows, total }: Extract<SheetBlock, { kind: 'table' }>) => {
    const structure = document.struct('Table');
    root.add(structure);
    document.font(REGULAR).fontSize(10).fillColor(TEXT);
    const row = (cells: readonly string[], font: object) =>
      cells.map((text, index) => ({
        text: printableText(text),
        type: index === 0 ? ('TH' as const) : ('TD' as const),
        align: alignOf(index, cells),
        font,
      }));
    document.table({
      structParent: structure,
      columnStyles: columns.map((column) => ({ width: column.width ?? '*' })),
      rowStyles: { border: [0, 0, 0.75, 0], borderColor: LINE },
      defaultStyle: { padding: [5, 4, 5, 0] },
      data: [
        columns.map(({ title }, index) => ({
          text: title,
          type: 'TH' as const,
          font: { src: BOLD, size: 10 },
          textColor: LABEL,
          align: alignOf(index, columns),
        })),
        ...rows.map((cells) => row(cells, { src: REGULAR, size: 10 })),
        ...(total ? [row(total, { src: BOLD, size: 12 })] : []),
      ],
    } as PDFKit.Mixins.TableOptionsWithData);
    document.x = margins.left;
  };

  const { sender } = sheet;
  if (sender.logo !== undefined) writeLogo(document, root, sender.logo, sender.name);
  paragraph('P', sender.name, 12, BOLD);
  for (const line of sender.lines) paragraph('P', line, 9);
  document.moveDown(0.8);
  paragraph('H1', sheet.title, 17, BOLD);
  document.moveDown(0.8);

  const writeBlock = (block: SheetBlock) => {
    switch (block.kind) {
      case 'quote':
        return heading(block.text);
      case 'notice':
        paragraph('P', block.text, 11, BOLD);
        return document.moveDown(0.8);
      case 'facts':
        for (const fact of block.facts) writeFact(document, root, fact, width);
        return;
      case 'table':
        heading(block.title, block.level);
        if (block.note !== undefined) {
          paragraph('P', block.note, 10);
          document.moveDown(0.4);
        }
        return table(block);
      case 'terms':
        heading(block.title);
        for (const line of block.text.split('\n')) {
          if (line.trim() === '') document.moveDown(0.6);
          else paragraph('P', line, 9);
        }
    }
  };
  for (const block of sheet.blocks) writeBlock(block);
}

const alignOf = (index: number, { length }: readonly unknown[]) =>
  ({ x: index === length - 1 ? 'right' : 'left', y: 'top' }) as const;

/** Points. */
const LOGO_WIDTH = 180;
const LOGO_HEIGHT = 60;

/** A logo is not enlarged above 72 pixels per inch. */
function writeLogo(
  document: AsciiPdfDocument,
  root: PDFKit.PDFStructureElement,
  { bytes, width, height }: Logo,
  name: string,
): void {
  const scale = Math.min(LOGO_WIDTH / width, LOGO_HEIGHT / height, 1);
  const { x, y } = document;
  const size = { width: width * scale, height: height * scale };
  const figure = document.struct('Figure', { alt: printableText(name) }, () => {
    document.image(Buffer.from(bytes), x, y, size);
  });
  root.add(figure);
  document.x = x;
  document.y = y + size.height + 10;
}

/** A label and its text next to each other, on one page. */
function writeFact(
  document: AsciiPdfDocument,
  root: PDFKit.PDFStructureElement,
  [label, text]: readonly [label: string, value: string],
  width: number,
): void {
  const { left, bottom } = document.page.margins;
  const value = printableText(text);
  document.font(REGULAR).fontSize(10);
  const height = document.heightOfString(value, { width: width - LABEL_WIDTH });
  if (document.y + height > document.page.height - bottom) document.addPage();
  const { y } = document;
  document.fillColor(LABEL).text(label, left, y, {
    width: LABEL_WIDTH - 10,
    structParent: root,
    structType: 'P',
  });
  document.fillColor(TEXT).text(value, left + LABEL_WIDTH, y, {
    width: width - LABEL_WIDTH,
    structParent: root,
    structType: 'P',
  });
  document.x = left;
  document.y += 3;
}
