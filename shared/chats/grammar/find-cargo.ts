import { type Found, findEquipment, matches } from './find-facts.ts';
import type { Span } from './split-messages.ts';

/** Pounds of the cargo. A weight without its unit is read as pounds, and says so. */
export interface FoundWeight extends Found<number> {
  readonly assumption: string;
}

const POUNDS_IN: readonly (readonly [RegExp, number])[] = [
  [/^(?:kgs?|kilos?|kilograms?)$/i, 2.204_62],
  [/^(?:mts?|metric tons?|tonnes?)$/i, 2_204.62],
  [/^(?:short )?tons?$/i, 2_000],
];
const AMOUNT = '(\\d{1,3}(?:,\\d{3})+|\\d{1,6}(?:\\.\\d{1,3})?)\\s?(k(?![a-z]))?';
const UNIT = '(lbs?|pounds?|#|kgs?|kilos?|kilograms?|mts?|metric tons?|tonnes?|(?:short )?tons?)';
const WEIGHT = new RegExp(
  [
    `(?<![\\w$#.,/-])${AMOUNT}\\s?${UNIT}(?![\\w/-])`,
    `\\b(?:gross|net|cargo|total)?\\s?(?:weight|wgt|wt)\\.?(?: (?:is|of|about|approx\\.?|around)|\\s?[:=~]|\\s?\\((?:lbs?|kgs?)\\)\\s?:?){0,2}\\s{0,3}~?${AMOUNT}(?![\\w,.%/-])`,
  ].join('|'),
  'gi',
);
/** "2,000 lbs each" is the weight of a piece, and "max 44,000 lbs" a limit. */
const OF_PIECE = /^\s?(?:each|apiece|\/|per|a (?:pallet|piece|drum|skid|bag|roll|coil|unit))/i;
const LIMIT =
  /\b(?:max(?:imum)?|limit(?: of| is)?|capacity(?: of)?|over|above|under|exceeds?|legal)\s*:?\s*$/i;
/** Less is the weight of a piece. */
const MIN_POUNDS = 500;

/** Weights of the cargo of a load. */
export function findWeights(text: string, range: Span): readonly FoundWeight[] {
  const found: FoundWeight[] = [];
  for (const match of matches(WEIGHT, text, range)) {
    const [whole, digits, thousands, unit, bare, bareThousands] = match;
    const written = digits ?? bare ?? '';
    const amount = Number(written.replaceAll(',', '')) * ((thousands ?? bareThousands) ? 1_000 : 1);
    const named = unit ?? /\((lbs?|kgs?)\)/i.exec(whole)?.[1];
    const pounds = Math.round(amount * (POUNDS_IN.find(([form]) => form.test(named ?? ''))?.[1] ?? 1));
    const isLoad =
      pounds >= MIN_POUNDS &&
      !OF_PIECE.test(text.slice(match.end, match.end + 20)) &&
      !LIMIT.test(text.slice(Math.max(range.start, match.start - 20), match.start));
    if (!isLoad) continue;
    const assumption =
      named === undefined ? `The weight ${written}${bareThousands ? 'k' : ''} is read as pounds.` : '';
    found.push({ value: pounds, start: match.start, end: match.end, assumption });
  }
  return found;
}

/** The weight in a cell of a column for weights. @param header with the unit, such as "Weight (kg)" */
export function readWeightCell(text: string, { start, end }: Span, header: string): readonly FoundWeight[] {
  const own = findWeights(text, { start, end });
  if (own.length > 0) return own;
  const [, digits, thousands] = new RegExp(`^~?${AMOUNT}$`, 'i').exec(text.slice(start, end).trim()) ?? [];
  if (digits === undefined) return [];
  const unit = new RegExp(`\\b${UNIT}(?![\\w])`, 'i').exec(header)?.[1];
  const amount = Number(digits.replaceAll(',', '')) * (thousands ? 1_000 : 1);
  const value = Math.round(amount * (POUNDS_IN.find(([form]) => form.test(unit ?? ''))?.[1] ?? 1));
  const assumption =
    unit === undefined ? `The weight ${digits}${thousands ? 'k' : ''} is read as pounds.` : '';
  return value < MIN_POUNDS ? [] : [{ value, start, end, assumption }];
}

const LABELED =
  /\b(?:commodity is|(?:commodity|cargo|product|goods|freight)(?: description| type)?\s?[:=])\s{0,3}(?!\d)([^\n\t|;:]{2,60}?)(?=\s*(?:[\n\t|;.]|,\s|$| - ))/gi;
const STOP =
  'from|to|into|ex|out|off|at|on|in|for|with|w\\/|ready|per|pick(?:s|ing|up)?|pu|going|weigh(?:s|ing)|wt|each|every|and|or|by|via|available|moving|needs?|needing|is|are|was|that|which|this|next|weekly|daily|please|pls|due|delivered|delivering|between|gross|net|total|load(?:s|ing|ed)?|now|today|tomorrow';
const WORD = `(?!(?:${STOP}|the|our|your|these|those|them|it|all|same|any|above|below|a|an|haz(?:mat)?|choice|yours|ours|mine)\\b)[a-z][a-z'-]{1,20}`;
const OF = new RegExp(
  `\\b(?:lbs?|pounds|kgs?|mts?|tons?|tonnes|containers?|cntrs?|boxes|truckloads?|loads?|vans?|reefers?|trailers?|flatbeds?|pallets|skids|drums|bags|bales|cases|crates|rolls|coils|bundles|totes|standards?|cubes?|(?:20|40|45|53)\\S{0,6}) of (${WORD}(?: ${WORD}){0,3})`,
  'gi',
);

/** What is moved: "commodity: tile", "container of ceramic tile", "22 pallets of dog food". */
export function findCommodities(text: string, range: Span): readonly Found<string>[] {
  const found: Found<string>[] = [];
  for (const form of [LABELED, OF])
    for (const match of matches(form, text, range)) {
      const value = (match[1] ?? '').trim();
      const start = match.start + match[0].lastIndexOf(value);
      const span = { start, end: start + value.length };
      const isOther = /^(?:n\/?a|none|tbd|tba|\?+|-+)$/i.test(value) || findEquipment(text, span).length > 0;
      const overlaps = found.some((one) => one.start < span.end && span.start < one.end);
      if (value !== '' && !isOther && !overlaps) found.push({ ...span, value });
    }
  return found;
}
