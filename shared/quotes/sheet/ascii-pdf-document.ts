import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

/** The parts of a pdfkit object with a stream that its types do not have. */
interface StreamObject {
  compress: boolean;
  buffer: Uint8Array[];
  data: Record<string, unknown>;
  finalize(): void;
}

/** The method of a pdfkit document that receives each part of the file. */
interface PartWriter {
  _write(part: string | Uint8Array): void;
}

const FILTERS = ['ASCIIHexDecode', 'FlateDecode'];

/**
 * A PDF file of ASCII characters. API Gateway returns binary bodies only to callers whose first accepted type is declared
 * as binary, which a link in a browser cannot ensure; a text arrives unchanged everywhere. Each stream is deflated and
 * written in hexadecimal; bytes of strings above 127 are octal escapes.
 */
export class AsciiPdfDocument extends PDFDocument {
  override ref(data: Record<string, unknown>): PDFKit.PDFKitReference {
    const reference = super.ref(data);
    const stream = reference as unknown as StreamObject;
    const finalize = stream.finalize.bind(stream);
    stream.compress = false;
    stream.finalize = () => {
      if (stream.buffer.length > 0) {
        const bytes = deflateSync(Buffer.concat(stream.buffer));
        stream.buffer = [Buffer.from(`${bytes.toString('hex')}>`)];
        stream.data.Filter = FILTERS;
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
