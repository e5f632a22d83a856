import { type Found, findEquipment, matches } from './find-facts.ts';
import type { Span } from './split-messages.ts';

/** A weight in pounds; null if it is not that of the load. */
export interface FoundWeight extends Found<number | null> {
  /** How it was read, or that it was left out. */
  readonly assumption: string;
}

const POUNDS_IN: readonly (readonly [RegExp, number])[] = [
  [/^(?:kgs?|kilos?|kilograms?)$/i, 2.204_62],
  [/^(?:mts?|metric tons?|tonnes?)$/i, 2_204.62],
  [/^(?:short )?tons?$/i, 2_000],
];
const AMOUNT = '(\\d{1,3}(?:,\\d{3}| 000)+(?:\\.\\d{1,3})?|\\d{1,6}(?:\\.\\d{1,3})?)\\s?(k(?![a-z]))?';
const UNITS = 'lbs?|pounds?|#|kgs?|kilos?|kilograms?|mts?|metric tons?|tonnes?|(?:short )?tons?';
const UNIT_OF_LABEL = new RegExp(`\\b(${UNITS})(?!\\w)`, 'i');
const WEIGHT = new RegExp(
  [
    `(?<![\\w$#.,/-])${AMOUNT}\\s?(${UNITS})(?![\\w-])`,
    `\\b(?:gross|net|cargo|total)?\\s?(?:weight|wgt|wt)\\.?(?: (?:is|of|about|approx\\.?|around)|\\s?[:=~]|\\s?\\(?(?:in )?(?:${UNITS})\\)?){0,3}\\s{0,3}~?${AMOUNT}(?:\\s?(${UNITS})(?![\\w-])|(?![\\w%/-]|[.,]\\d))`,
  ].join('|'),
  'gi',
);
const PIECES =
  'pallets?|plts?|skids?|pieces?|pcs?|drums?|barrels?|bags?|bales?|rolls?|coils?|units?|cases?|crates?|cartons?|bundles?|totes?|bins?';
const LOADS =
  "loads?|truckloads?|containers?|cntrs?|conts?|box(?:es)?|cans?|trucks?|trailers?|vans?|reefers?|flatbeds?|shipments?|moves?|(?:20|40|45|48|53)[\\w']{0,5}";
const PER_LOAD = new RegExp(`^\\s?(?:/|per|an?|each|every)\\s?(?:${LOADS})(?!\\w)`, 'i');
/** "2,000 lbs per pallet" is the weight of a piece, and "44,000 lbs max" a limit. */
const OTHER_AFTER = new RegExp(
  `^\\s?(?:/\\s?[a-z]|per\\b|(?:an?|each|every) (?:${PIECES})\\b|(?:tare|max(?:imum)?|limit|capacity)\\b)`,
  'i',
);
const OTHER_BEFORE =
  /\b(?:max(?:imum)?|limit|capacity|over|above|under|exceeds?|legal|tare|empty|chassis|axle)(?: weight| wgt| wt)?(?: of| is)?\s*:?\s*$/i;
/** "weight per pallet:", "pallet weight" */
const PIECE_BEFORE = new RegExp(
  `\\b(?:(?:per|each|every|one) (?:${PIECES})|(?:${PIECES})(?<!s) (?:weight|wgt|wt)\\.?)(?: is| of| weigh(?:s|ing))?\\s*[:=]?\\s*~?$`,
  'i',
);
const EACH = /^\s?(?:each|apiece)\b/i;
/** "20 pallets at" */
const PIECES_BEFORE = new RegExp(`(?:(\\d{1,4})\\s?)?\\b(?:${PIECES})\\b([^.;\\n]{0,60})$`, 'i');
const LINKED = /^ ?(?:each )?(?:at|of|@|x|weigh(?:ing|s)?)? ?(?:at|about|approx\.?|~)? ?$/i;
/** Less is the weight of a piece. */
const MIN_POUNDS = 500;
/** Gross weight of a truck on Interstate highways, 23 U.S.C. 127: more is not the weight of the pieces of one load. */
const MAX_GROSS_POUNDS = 80_000;

/** "20 pallets at 2,000 lbs": a load that has as many pieces of this weight is possible. */
function isOfPiece(pounds: number, before: string, after: string): boolean {
  const [, count = '2', link] = PIECES_BEFORE.exec(before) ?? [];
  const isLinked = link !== undefined && (EACH.test(after) || (link.trim() !== '' && LINKED.test(link)));
  return isLinked && Number(count) > 1 && Number(count) * pounds <= MAX_GROSS_POUNDS;
}

/** Weights of the text, in its order. A weight without its unit is read as pounds, and says so. */
export function findWeights(text: string, range: Span): readonly FoundWeight[] {
  return Array.from(matches(WEIGHT, text, range), (match) => {
    const [whole, digits, thousands, unit, labeled, labeledThousands, labeledUnit] = match;
    const written = digits ?? labeled ?? '';
    const label = whole.slice(0, whole.indexOf(written));
    const weight = weightOf(written, thousands ?? labeledThousands, unit ?? labeledUnit, label);
    const before = text.slice(Math.max(range.start, match.start - 80), match.start);
    const after = text.slice(match.end, Math.min(range.end, match.end + 30));
    const other = PER_LOAD.test(after) ? undefined : OTHER_AFTER.exec(after);
    const limit = OTHER_BEFORE.exec(before) ?? PIECE_BEFORE.exec(before + label);
    const isOther = other || limit || isOfPiece(weight.value ?? 0, before, after);
    const from = limit ? Math.min(match.start, match.start - before.length + limit.index) : match.start;
    const words = text.slice(from, match.end) + (/^[^.,;\n]{0,20}(?!\w)/.exec(after)?.[0] ?? '');
    return { start: match.start, end: match.end, ...(isOther ? leftOut(words) : weight) };
  });
}

const leftOut = (words: string) => ({
  value: null,
  assumption: `"${words.replace(/\s+/g, ' ').trim()}" is not read as the weight of the load.`,
});

/** @param label words that can have the unit, such as "Weight (kg)" */
function weightOf(digits: string, thousands: string | undefined, ownUnit: string | undefined, label: string) {
  const unit = ownUnit ?? UNIT_OF_LABEL.exec(label)?.[1];
  const amount = Number(digits.replace(/[, ]/g, '')) * (thousands ? 1_000 : 1);
  const value = Math.round(amount * (POUNDS_IN.find(([form]) => form.test(unit ?? ''))?.[1] ?? 1));
  const written = `${digits}${thousands ? 'k' : ''}`;
  if (value < MIN_POUNDS) return leftOut(`${written} ${unit ?? ''}`);
  return { value, assumption: unit === undefined ? `The weight ${written} is read as pounds.` : '' };
}

/** The weight in a cell of a column for weights. @param header with the unit, such as "Weight (kg)" */
export function readWeightCell(text: string, { start, end }: Span, header: string): readonly FoundWeight[] {
  const own = findWeights(text, { start, end });
  if (own.length > 0) return own;
  const [, digits, thousands] = new RegExp(`^~?${AMOUNT}$`, 'i').exec(text.slice(start, end).trim()) ?? [];
  return digits === undefined ? [] : [{ start, end, ...weightOf(digits, thousands, undefined, header) }];
}

const LABELED =
  /\b(?:commodity is|(?:commodity|cargo|product|goods|freight)(?: description| type)?\s?[:=])\s{0,3}(?!\d)([^\n\t|;:]{2,60}?)(?=\s*(?:[\n\t|;.]|,\s|$| - ))/gi;
const STOP =
  'so|but|we|i|because|from|to|into|ex|out|off|at|on|in|for|with|w\\/|ready|per|pick(?:s|ing|up)?|pu|going|weigh(?:s|ing)|wt|each|every|and|or|by|via|available|moving|needs?|needing|is|are|was|that|which|this|next|weekly|daily|please|pls|due|delivered|delivering|between|gross|net|total|load(?:s|ing|ed)?|now|today|tomorrow';
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
