import { strToU8, Zip, ZipDeflate } from 'fflate';

/** A value of a cell; "" leaves it empty. Texts stay texts: no formula is written. */
export type SheetCell =
  | string
  | number
  /** Money in USD, shown with two decimals. */
  | { readonly usd: number }
  /** YYYY-MM-DD. */
  | { readonly day: string };

/** The text of a cell in a CSV file. */
export const cellText = (cell: SheetCell): string =>
  typeof cell === 'object' ? String('usd' in cell ? cell.usd : cell.day) : String(cell);

/** Indexes of cell styles in `STYLES`. */
const STYLE = { usd: 1, day: 2, header: 3 } as const;
/** Excel cuts no text: a longer one makes the file invalid. */
const MAX_CELL = 32_767;
const COLUMN_WIDTH = 18;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET_PART = 'xl/worksheets/sheet1.xml';

const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Parts before the sheet. @param sheet its name, without the characters that Excel forbids there. */
const partsOf = (sheet: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/><Override PartName="/${SHEET_PART}" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
  '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeText(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations([
    ['worksheet', 'worksheets/sheet1.xml'],
    ['styles', 'styles.xml'],
  ]),
  'xl/styles.xml': STYLES,
});

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML does not allow most control characters: Excel has its own notation for them, and for texts that look like it. */
const escapeText = (text: string): string =>
  text
    .slice(0, MAX_CELL)
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
    .replace(
      /[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );

const textCell = (text: string, style: string): string =>
  text === ''
    ? '<c/>'
    : `<c t="inlineStr"${style}><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`;

const MS_PER_DAY = 86_400_000;
const EXCEL_DAY_0 = Date.UTC(1899, 11, 30);

function cellXml(cell: SheetCell): string {
  if (typeof cell === 'string') return textCell(cell, '');
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if ('usd' in cell) return `<c s="${STYLE.usd}"><v>${cell.usd}</v></c>`;
  return `<c s="${STYLE.day}"><v>${(Date.parse(cell.day) - EXCEL_DAY_0) / MS_PER_DAY}</v></c>`;
}

/** Writes a workbook of one sheet part by part: the header is bold and stays in view. */
export class XlsxWriter {
  readonly #zip: Zip;
  readonly #sheet: ZipDeflate;
  #written: Uint8Array[] = [];

  constructor(sheet: string, header: readonly string[]) {
    this.#zip = new Zip((error, bytes) => {
      if (error) throw error;
      this.#written.push(bytes);
    });
    for (const [name, text] of Object.entries(partsOf(sheet))) {
      const part = new ZipDeflate(name);
      this.#zip.add(part);
      part.push(strToU8(text), true);
    }
    this.#sheet = new ZipDeflate(SHEET_PART, { level: 6 });
    this.#zip.add(this.#sheet);
    const cells = header.map((name) => textCell(name, ` s="${STYLE.header}"`)).join('');
    this.#push(
      `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${Math.max(1, header.length)}" width="${COLUMN_WIDTH}" customWidth="1"/></cols><sheetData><row>${cells}</row>`,
    );
  }

  #push(xml: string, isLast = false): void {
    this.#sheet.push(strToU8(xml), isLast);
  }

  /** Adds rows. @returns the next bytes of the file, which can be none. */
  add(rows: readonly (readonly SheetCell[])[]): Uint8Array {
    this.#push(rows.map((cells) => `<row>${cells.map(cellXml).join('')}</row>`).join(''));
    return this.#take();
  }

  /** @returns the last bytes of the file. */
  end(): Uint8Array {
    this.#push('</sheetData></worksheet>', true);
    this.#zip.end();
    return this.#take();
  }

  #take(): Uint8Array {
    const bytes = Buffer.concat(this.#written);
    this.#written = [];
    return bytes;
  }
}
