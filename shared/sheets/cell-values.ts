import { readNumber } from '../platform/text/decimal-number.ts';
import { readDay, type UtcDay, utcDay } from '../platform/time/utc-calendar.ts';

/** A cell that was read, or what to write instead, as the end of a sentence that names the cell. */
export type Read<Value> = { readonly value: Value } | { readonly fault: string };

/** Whether numbers of a file can have a decimal comma: files that are separated by semicolons come from such countries. */
export interface NumberStyle {
  readonly decimalComma: boolean;
}

/** Serial numbers of spreadsheets for 1982 to 2119; smaller ones are more likely other numbers. */
const SERIAL = /^[3-7]\d{4}(?:\.\d+)?$/;
const SERIAL_START = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** Spanish names that differ. */
const MESES: Readonly<Record<string, string>> = { ene: 'jan', abr: 'apr', ago: 'aug', dic: 'dec' };
const monthOf = (name: string): number => {
  const short = name.slice(0, 3).toLowerCase();
  return MONTHS.indexOf(MESES[short] ?? short) + 1;
};

/** Longer cells are no values, and the expressions would take long for them. */
const MAX_LENGTH = 60;
const DATE_FAULT = 'is not a date: write YYYY-MM-DD';
/** Of years with two digits, those from 69 on are in the last century, as spreadsheets read them. */
const fullYear = (year: string): number =>
  year.length === 4 ? Number(year) : Number(year) + (Number(year) < 69 ? 2000 : 1900);

function dayOf(year: number, month: number, day: number): Read<UtcDay> {
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  const text = readDay(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`);
  return text === undefined ? { fault: DATE_FAULT } : { value: text };
}

type DateForm = readonly [form: RegExp, read: (...parts: string[]) => Read<UtcDay>];
const DATE_FORMS: readonly DateForm[] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, (y = '', m, d) => dayOf(Number(y), Number(m), Number(d))],
  [/^((?:19|20)\d{2})(\d{2})(\d{2})(?:\d{6})?$/, (y = '', m, d) => dayOf(Number(y), Number(m), Number(d))],
  [/^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/, (m, d, y = '') => dayOf(fullYear(y), Number(m), Number(d))],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/, (d, m, y = '') => dayOf(fullYear(y), Number(m), Number(d))],
  [
    /^(\d{1,2})[- ]?([a-z]{3,9})\.?[-, ]*(\d{4}|\d{2})$/i,
    (d, m = '', y = '') => dayOf(fullYear(y), monthOf(m), Number(d)),
  ],
  [
    /^([a-z]{3,9})\.?[- ](\d{1,2})(?:st|nd|rd|th)?,?[- ](\d{4}|\d{2})$/i,
    (m = '', d, y = '') => dayOf(fullYear(y), monthOf(m), Number(d)),
  ],
];
/** A time after a date is left out. */
const TIME =
  /[T ]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:Z|[A-Z]{2,4}|[+-]\d{2}:?\d{2})?$|(?<=\d{8}|[/-]\d{2}|[/-]\d{4})[T ]+\d{4}(?:\d{2})?$/i;
/** What stands before a date: a weekday, or that it begins a week or a term. */
const BEFORE_DATE =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?|(?:wk|week)\.? (?:of|beginning|commencing|starting)|w\/?[bc]|eff(?:ective)?[.:]?|from:?|as of)\s+/i;
const BEFORE_END = /^(?:exp(?:ires)?[.:]?|thru|through|until|to)\s+/i;

/** A day as spreadsheets write it. With slashes the month comes first, with periods the day. */
export function readDate(cell: string): Read<UtcDay> {
  if (cell.length > MAX_LENGTH) return { fault: DATE_FAULT };
  const text = cell.replace(TIME, '').replace(BEFORE_DATE, '').replace(/^'/, '').trim();
  if (SERIAL.test(text)) return { value: utcDay(new Date(SERIAL_START + Math.floor(Number(text)) * DAY_MS)) };
  for (const [form, read] of DATE_FORMS) {
    const parts = form.exec(text);
    if (parts) return read(...parts.slice(1));
  }
  return { fault: DATE_FAULT };
}

const NO_END =
  /^(?:open(?:[- ]ended)?|ufn|until further notice|no end|ongoing|indefinite(?:ly)?|evergreen|9999-?12-?31|12\/31\/9999|31[./]12[./]9999|2958465)$/i;

/** The last day of a term; undefined for what people write if it has no end. */
export const readEndDate = (cell: string): Read<UtcDay | undefined> =>
  cell === '' || (cell.length <= MAX_LENGTH && NO_END.test(cell.replace(TIME, '')))
    ? { value: undefined }
    : readDate(cell.replace(BEFORE_END, ''));

/** "Not incl.", "not in rate", "no fuel included", "excluded". */
const NOT_INSIDE =
  /\b(?:not|non|never|(?:is|are|do|does)n['\u2019]?t)\b(?:[a-z\s]|\b-\b){1,12}\b(?:incl?|includ\w*|inclusive|inside|all[- ]?in|in (?:the )?(?:price|rate|tariff))\b|\b(?:no|none)\s+(?:(?:fuel|fsc|surcharge)\s+){0,2}(?:is |are )?(?:incl?|includ\w*|in (?:the )?(?:price|rate|tariff))\b|\b(?:exc|ex[ck]l\w*|ex\.? ?(?:fuel|fsc))\b/i;
const APART =
  /^\W*\+|\b(?:without|net of|before|plus|separate\w*|on top|added|addition\w*|extra|schedules?|sched|tables?|matrix|grid|program|doe|eia)\b/i;
const INSIDE =
  /\b(?:in[ck]l?|includ\w*|inclusive|inside|all[- ]?in)\b|(?:^|\b(?:fuel|fsc) )in\W*$|\bin (?:the )?(?:price|rate|tariff|there)\b(?! of)|\bw(?:ith|\/) ?(?:fuel|fsc)\b/i;

/** Whether a text says that fuel is inside a price; undefined if it says nothing of it, or both: "Included (no extra charge)". */
export function isFuelInside(text: string): boolean | undefined {
  if (NOT_INSIDE.test(text)) return false;
  const isInside = INSIDE.test(text);
  return isInside === APART.test(text) ? undefined : isInside;
}

const AMOUNT_FAULT = 'is not an amount: write a number such as 1250.50';

/** What an amount is for, if its cell says so. */
export type AmountUnit = 'mile' | 'load' | 'percent';
export interface Amount {
  readonly value: number;
  readonly unit: AmountUnit | undefined;
  /** Whether fuel is inside, if the cell says it: "$850 all-in", "$1,100 + FSC". */
  readonly isFuelInside?: boolean;
  /** What is to be added for fuel: "18%" of "$850 + 18% FSC". */
  readonly fuel?: string;
}

const UNITS: readonly (readonly [form: RegExp, unit: AmountUnit])[] = [
  [
    /\s*(?:%|\b(?:pct|percent)\b)(?:\s*(?:of )?(?:the )?(?:spot )?(?:market|mkt|spot)\b(?: rate)?)?$/i,
    'percent',
  ],
  [/\s*(?:\/|per|a)\s*(?:mi|mile)\.?$/i, 'mile'],
  [/\s*\brpm$/i, 'mile'],
  [/\s*(?:\/|per|a)\s*(?:load|ld|trip|move|shipment|container|cntr|ctr|day|hr|hour|gal|gallon)\.?$/i, 'load'],
  [/\s*\b(?:flat|ea|each)\.?$/i, 'load'],
];

/** A number, and what is said behind it. */
const WITH_REMARK =
  /^(.*?\d.*?)[\s,(]*((?:\+|\b(?:all|incl|excl|plus|with|w\/|net|before|ex|not?|fuel|fsc)).*)$/i;
export const OF_FUEL = /\b(?:fuel|fsc|baf|all[- ]?in)\b/i;
const FUEL_FIGURE = /(?<![\d.,-])\$?(\d[\d.,]*|\.\d+) ?(%|pct\b|percent\b|(?:\/|per|a) ?mi(?:le)?s?\b)/i;
/** Figures beside these words are no surcharge. */
export const NO_SURCHARGE =
  /\b(?:cap\w*|max\w*|min\w*|up to|no more|exceed\w*|discount\w*|less|off|over|above|below|waived|peg\w*|of (?:the )?(?:fuel|fsc|market|mkt|spot|doe|eia|total))\b/i;
/** Words beside a figure that do not change its meaning: "plus 26% FSC of linehaul". */
const OF_SURCHARGE =
  /\b(?:fuel|fsc|fs|baf|surcharges?|plus|add|added|with|w|of|on|to|for|the|all|a|is|at|be|will|not|in|incl\w*|excl\w*|ex|net|and|appl(?:y|ies|ied)|charged|billed|separate(?:ly)?|extra|top|line ?haul|lh|base|rates?|prices?|flat|fixed|current|loaded|miles?|lanes?|loads?|moves?)\b/gi;

/** The only figure of a text on fuel, as "26%" or "0.52/mi"; undefined without one, or beside others or words of other sense. */
export function fuelFigure(text: string, style: NumberStyle): string | undefined {
  const [figure = '', number = '', unit = ''] = FUEL_FIGURE.exec(text) ?? [];
  const rest = text.replace(figure, '').replace(OF_SURCHARGE, '');
  if (figure === '' || /[\p{L}\d]/u.test(rest) || NO_SURCHARGE.test(text)) return undefined;
  const read = readDecimal(number, style);
  if ('fault' in read) return undefined;
  return `${read.value}${/mi/i.test(unit) ? '/mi' : '%'}`;
}

/**
 * An amount with currency, thousands separators, brackets or a minus at the end for a negative one, a unit, and whether it
 * has the fuel inside.
 */
export function readAmount(cell: string, style: NumberStyle): Read<Amount> {
  if (cell.length > MAX_LENGTH) return { fault: AMOUNT_FAULT };
  const [, before = '', remark = ''] = WITH_REMARK.exec(cell) ?? [];
  const said = OF_FUEL.test(remark) ? isFuelInside(remark) : undefined;
  const fuel = fuelFigure(remark, style);
  // "+ 200 fuel" and "all-in + $75 chassis" have figures that a price cannot be without.
  const isInside = fuel === undefined && /\d/.test(remark) ? undefined : said;
  const text = isInside === undefined ? cell : before;
  const found = UNITS.find(([form]) => form.test(text));
  const bare = (found ? text.replace(found[0], '') : text)
    .replace(/^(?:us\s?)?\$|(?:us\s?)?\$$|(?<![a-z])usd(?![a-z])|\bus dollars?\b/gi, '')
    .trim();
  const inBrackets = /^\((.*)\)$/.exec(bare);
  const isNegative = inBrackets !== null || /-$/.test(bare) || /^-/.test(bare);
  const digits = (inBrackets?.[1] ?? bare)
    .replace(/^-|-$/g, '')
    .replace(/^(?:us\s?)?\$/i, '')
    .trim();
  const read = readDecimal(digits, style);
  if ('fault' in read) return read;
  const value = isNegative ? -read.value : read.value;
  return {
    value: {
      value,
      unit: found?.[1],
      ...(isInside !== undefined && { isFuelInside: isInside }),
      ...(isInside === false && fuel !== undefined && { fuel }),
    },
  };
}

/**
 * The price of a move. Three decimals can be thousands ("1.250"), also in a file without other signs of it; a price a mile
 * can have them.
 */
export function readPrice(cell: string, style: NumberStyle): Read<Amount> {
  const read = readAmount(cell, style);
  const [, whole = '', part = ''] = /(?<![\d.,])([1-9]\d{0,2})\.(\d{3})(?![\d.,])/.exec(cell) ?? [];
  if (part === '' || 'fault' in read || (read.value.unit ?? 'load') !== 'load') return read;
  const thousands = whole + part;
  return {
    fault: `can be ${thousands} or ${whole}.${part}: write ${thousands} or ${whole}.${part.slice(0, 2)}`,
  };
}

/**
 * A number without its sign. Commas in threes are thousands, and one before one or two digits, or after a single 0, is a decimal
 * comma, because that cannot be thousands.
 */
export function readDecimal(text: string, { decimalComma }: NumberStyle): Read<number> {
  const plain = text.replace(/(?<=\d)[ '](?=\d{3}\b)/g, '');
  if (decimalComma && /^[1-9]\d{0,2}[.,]\d{3}$/.test(plain)) {
    const [thousands, decimals] = [plain.replace(/[.,]/, ''), plain.replace(/[.,]/, ',')];
    return { fault: `can be ${thousands} or ${decimals}: write ${thousands} or ${decimals}0` };
  }
  // Both separators say which one is for thousands.
  const isEuropean = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(plain);
  const isUs = (!decimalComma && !isEuropean) || /^\d{1,3}(?:,\d{3})+\.\d+$/.test(plain);
  const number = !isUs
    ? plain.replaceAll(/\.(?=\d{3}(?:\D|$))/g, '').replace(/,(?=\d+$)/, '.')
    : /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(plain) && !plain.startsWith('0')
      ? plain.replaceAll(',', '')
      : plain.replace(/^(\d+),(\d{1,2})$/, '$1.$2').replace(/^0,(\d{3,4})$/, '0.$1');
  const value = /e/i.test(number) ? Number.NaN : readNumber(number);
  return Number.isNaN(value) || value < 0 ? { fault: AMOUNT_FAULT } : { value };
}

export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year';
const PERIODS: readonly (readonly [form: RegExp, period: Period])[] = [
  [/\b(?:day|daily|days|dly)\b/i, 'day'],
  [/\b(?:wk|wkly|week|weekly|weeks)\b/i, 'week'],
  [/\b(?:mo|mon|mth|month|monthly|months)\b/i, 'month'],
  [/\b(?:qtr|quarter|quarterly|quarters)\b/i, 'quarter'],
  [/\b(?:yr|yrly|year|yearly|yrs|annual|annually|annum|annualized|ann)\b/i, 'year'],
];
/** "Q1" beside another period, or as the name of a bid, is no period of a volume. */
const NAMED_QUARTER = /\bq[1-4]\b/i;
/** The period that a text names; undefined if it names none or several. */
export function periodIn(text: string): Period | undefined {
  const words = text.replaceAll(/[_/]/g, ' ');
  const found = PERIODS.flatMap(([form, period]) => (form.test(words) ? [period] : []));
  if (found.length === 1) return found[0];
  if (found.length > 0) return undefined;
  return NAMED_QUARTER.test(words) && !/\b(?:bids?|rfps?|rfqs?|tenders?)\b/i.test(words)
    ? 'quarter'
    : undefined;
}

/** A number or a range, and words. */
const VOLUME =
  /^[~\u2248]?\s*(\d[\d.,']*(?: \d{3})*)(?:\s*(?:-|\u2013|to)\s*(\d[\d.,']*))?\s*\+?\s*(\D{0,30})$/;
/** Whether a volume is a range such as "2-3/wk", of which the middle is read. */
export const isRange = (cell: string): boolean => VOLUME.exec(cell.slice(0, MAX_LENGTH))?.[2] !== undefined;
/** Words beside the number of a volume. */
const OF_VOLUME =
  /\b(?:loads?|lds?|ctrs?|containers?|units?|shipments?|trucks?|trips?|moves?|feus?|x|per|a|an|each|every|times|approx|est)\b/gi;
/** Loads a week of one load in each period. A month is a twelfth of 52 weeks, and a week has 5 working days. */
const WEEKLY: Readonly<Record<Period, number>> = {
  day: 5,
  week: 1,
  month: 12 / 52,
  quarter: 4 / 52,
  year: 1 / 52,
};

const NUMBERS: Readonly<Record<string, string>> = {
  ...{ once: '1', one: '1', twice: '2', two: '2', three: '3', daily: '1 daily' },
};

/** Loads a week; of a range its middle. @param period of the column, for a cell that names none. */
export function readVolume(cell: string, style: NumberStyle, period: Period | undefined): Read<number> {
  const text = cell
    .slice(0, MAX_LENGTH)
    // "weekly 5", of two columns.
    .replace(/^([a-z]+) (\d[\d.,]*)$/i, '$2 $1')
    .replace(/^(?:once|one|twice|two|three|daily)\b/i, (word) => NUMBERS[word.toLowerCase()] ?? word);
  const [, first = '', last = first, words = ''] = VOLUME.exec(text) ?? [];
  const named = words
    .replace(/\bp\.?\s?a\b\.?/i, 'annum')
    .replaceAll(/[()/.-]/g, ' ')
    .replaceAll(OF_VOLUME, ' ')
    .trim();
  // Nobody has thousandths of a load: a person wrote thousands with a period.
  const thousands = [first, last].find((digits) => /^[1-9]\d{0,2}\.\d{3}$/.test(digits));
  if (thousands !== undefined)
    return { fault: `can be ${thousands.replace('.', '')} or ${thousands}: write it without a period` };
  const [from, to] = [readDecimal(first, style), readDecimal(last, style)];
  if (
    first === '' ||
    'fault' in from ||
    'fault' in to ||
    from.value > to.value ||
    (named !== '' && periodIn(named) === undefined)
  )
    return { fault: 'is not a number of loads: write a number such as 5 or 260/yr' };
  const of = periodIn(named) ?? period;
  if (of === undefined) {
    return {
      fault:
        'does not say if it is a week, a month, or a year: write it as 5/wk, 20/mo, or 260/yr, or name it in the header',
    };
  }
  return { value: ((from.value + to.value) / 2) * WEEKLY[of] };
}

const YES = /^(?:y|yes|true|1|x|s\u00ed?|ja)$/i;
const NO = /^(?:n|no|false|0|nein)$/i;

/** Yes or no. */
export function readYesNo(cell: string): Read<boolean> {
  if (YES.test(cell)) return { value: true };
  return NO.test(cell) ? { value: false } : { fault: 'is neither yes nor no' };
}

export const isAmount = (cell: string): boolean =>
  [false, true].some((decimalComma) => 'value' in readAmount(cell, { decimalComma }));

/** Money, and not a number of something: it has a currency or cents. */
export const isMoney = (cell: string): boolean =>
  /\$|\busd\b|\d[.,]\d{2}(?:0{2})?(?!\d)/i.test(cell) && isAmount(cell);

/** Not a serial number, which can be a ZIP code. */
export const isDay = (cell: string) => /[-/., ]|^20\d{6}$/.test(cell) && 'value' in readDate(cell);

const FOREIGN_MONEY =
  /\b(?:cad|cdn|mxn|mxp|eur|gbp|cny|rmb|(?:canadian|cad) dollars?|euros?|pesos?)\b|(?:^|\W)(?:c|ca|mx)\$|[\u20ac\u00a3]/i;
/** The currency that a text names, if it is not the dollar of the United States. */
export const foreignMoney = (text: string): string | undefined => FOREIGN_MONEY.exec(text)?.[0].trim();
export const isCurrency = (cell: string): boolean =>
  /^(?:usd|us ?\$|\$|us dollars?)$/i.test(cell) || (cell.length < 20 && foreignMoney(cell) !== undefined);
