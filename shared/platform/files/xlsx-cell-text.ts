/** How the number of a cell is shown, by its number format. */
export type NumberStyle =
  | { readonly as: 'number' | 'percent' | 'date' | 'time' }
  /** Digits with zeros in front, in groups that hyphens separate: ZIP codes. Above the limit, the next style is meant. */
  | {
      readonly as: 'digits';
      readonly groups: readonly number[];
      readonly upTo?: number;
      readonly next?: NumberStyle;
    };

const NUMBER: NumberStyle = { as: 'number' };
const DATE: NumberStyle = { as: 'date' };
const TIME: NumberStyle = { as: 'time' };

/** Formats without a code in the file (ECMA-376, 18.8.30), with those of East Asian versions. */
export function builtInStyle(id: number): NumberStyle {
  if (id === 9 || id === 10) return { as: 'percent' };
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return DATE;
  return id >= 18 && id <= 21 ? TIME : NUMBER;
}

const DIGITS = /^0{2,}(?:-0+)*$/;

/** Characters of a format code, as in Excel. */
const MAX_FORMAT = 255;

/** The style of a format code: `00000`, `m/d/yyyy`, `0.0%`, `[<=99999]00000;00000\-0000`. */
export function styleOfFormat(code: string): NumberStyle {
  // Brackets that do not close take quadratic time.
  if (code.length > MAX_FORMAT) return NUMBER;
  const [first = '', second = ''] = code.split(';');
  const style = styleOfSection(first);
  const upTo = /\[<=(\d+)\]/.exec(first)?.[1];
  if (style.as === 'digits' && upTo !== undefined) {
    return { ...style, upTo: Number(upTo), next: styleOfSection(second) };
  }
  return style;
}

function styleOfSection(section: string): NumberStyle {
  // A hyphen is a literal with and without a backslash or quotes; other literals are no part of the pattern.
  const bare = section.replace(/\\-|"-"/g, '-').replace(/"[^"]*"|\\.|_.|\*./g, '');
  const pattern = bare.replace(/\[[^\]]*\]/g, '').trim();
  if (DIGITS.test(pattern)) return { as: 'digits', groups: pattern.split('-').map(({ length }) => length) };
  if (pattern.endsWith('%')) return { as: 'percent' };
  if (/^general$/i.test(pattern) || /\[(?:h+|m+|s+)\]/i.test(bare)) return NUMBER;
  // An exponent has an E, an era of Japan as well: both have no day.
  if (/[yd]|mmm/i.test(pattern)) return DATE;
  return /[hs]/i.test(pattern) ? TIME : NUMBER;
}

/** A number in decimal digits without an exponent, with the 15 digits that Excel keeps. */
function plainNumber(value: number): string {
  const exact = Number(value.toPrecision(15));
  const text = String(exact);
  if (!text.includes('e')) return text;
  return Math.abs(exact) >= 1
    ? String(BigInt(exact))
    : exact.toFixed(20).replace(/0+$/, '').replace(/\.$/, '');
}

const MS_PER_DAY = 86_400_000;
/** Of both systems: 9999-12-31. */
const LAST_SERIAL = 2_958_465;

/** A serial as `YYYY-MM-DD`, with ` HH:MM` unless it is midnight; undefined if it is no date. */
function dateText(serial: number, uses1904: boolean): string | undefined {
  if (serial < 0 || serial >= LAST_SERIAL + 1) return undefined;
  // Excel counts a February 29, 1900, that did not exist.
  const epoch = uses1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const minutes = Math.round(serial * 1440);
  const text = new Date(epoch + minutes * (MS_PER_DAY / 1440)).toISOString();
  const time = text.slice(11, 16);
  return time === '00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${time}`;
}

function digitsText(value: number, groups: readonly number[]): string {
  if (!Number.isSafeInteger(value) || value < 0) return plainNumber(value);
  const length = groups.reduce((sum, group) => sum + group, 0);
  let rest = String(value).padStart(length, '0');
  const last: string[] = [];
  for (const group of groups.slice(1).reverse()) {
    last.unshift(rest.slice(-group));
    rest = rest.slice(0, -group);
  }
  return [rest, ...last].join('-');
}

/** The text of a number as a person reads it in the cell. @param uses1904 whether serials count from 1904. */
export function numberText(value: number, style: NumberStyle, uses1904: boolean): string {
  switch (style.as) {
    case 'percent':
      return `${plainNumber(value * 100)}%`;
    case 'date':
      return dateText(value, uses1904) ?? plainNumber(value);
    case 'time': {
      if (value >= 1) return dateText(value, uses1904) ?? plainNumber(value);
      return dateText(value, true)?.slice(11).padStart(5, '00:00') ?? plainNumber(value);
    }
    case 'digits':
      return style.upTo !== undefined && value > style.upTo
        ? numberText(value, style.next ?? NUMBER, uses1904)
        : digitsText(value, style.groups);
    default:
      return plainNumber(value);
  }
}

/** A date as ISO 8601 text, which cells of the type `d` have, in the form of `numberText`. */
export function isoDateText(text: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/.exec(text) ?? [];
  if (day === undefined) return text;
  return time === undefined || time === '00:00' ? day : `${day} ${time}`;
}
