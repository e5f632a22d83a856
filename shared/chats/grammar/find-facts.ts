import { readAccessorialText } from '../../costs/accessorials/read-accessorial-text.ts';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import { readEquipmentType } from '../../costs/equipment/read-equipment-type.ts';
import { type Period, readVolume } from '../../sheets/cell-values.ts';
import type { Span } from './split-messages.ts';

/** A part of one of the texts of a chat. */
export interface Sourced extends Span {
  /** Number of the text, or the subject; undefined while one text is read. */
  readonly source?: number | 'subject';
}

/** A value with the part of the text that says it. */
export interface Found<Value> extends Sourced {
  readonly value: Value;
}

/** Runs an expression over a range of the text; positions are those of the whole text. */
export function* matches(
  form: RegExp,
  text: string,
  { start, end }: Span,
): Generator<RegExpExecArray & Span> {
  for (const match of text.slice(start, end).matchAll(form)) {
    const from = start + match.index;
    yield Object.assign(match, { start: from, end: from + match[0].length });
  }
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'one two three four five six seven eight nine ten eleven twelve'
      .split(' ')
      .map((word, at) => [word, at + 1]),
  ),
  ...{ a: 1, an: 1, once: 1, twice: 2, dozen: 12, fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50 },
};

const UNIT = `(?:-? ?(?:foot(?:er)?s?|feet|ft)\\b\\.?|')?`;
const SIZE = `(?:20|40|45|48|53|twenty|forty|fourty|forty-five|fifty-three)`;
const KIND =
  '(?:h(?:igh|i)[- ]?cu(?:be|b)s?|h(?:igh|i)(?= ?(?:[.,;)]|$|\n))|h\\/?cs?|hqs?|st|std|standards?|dry(?: vans?)?|dvs?|dcs?|gps?|general purpose|reefers?|rf|rfr|rh|refrigerated|flat ?racks?|frs?|open[- ]?tops?|ots?|iso(?: tanks?)?|tanks?|tks?|flat ?beds?|flats|flat(?= ?(?:[.,;)]|$|\n))|fb|vans?|containers?|cntrs?|conts?|box(?:es)?|trailers?|dom(?:estic)?s?)';
/** A size with words for kind, height and frame; or words that need no size; or a size type of ISO 6346. */
const KIND_FIRST =
  '(?:h(?:igh|i)[- ]?cubes?|hcs?|hqs?|reefers?|rf|refrigerated|standard|std|dry|open[- ]?top|flat ?rack|containers?)';
const EQUIPMENT = new RegExp(
  [
    `(?<![\\w$.#-])(${KIND_FIRST}[- ,]{0,2}(?:20|40|45)(?![\\d/.,:%]| ?(?:deg|\u00b0|[fc]\\b))${UNIT}(?: (?:hc|hq|high cubes?|st|std|standard))?)(?![\\w])`,
    `(?<![\\w$.,#-]|\\d\\/)(?:\\d{1,2} ?x ?)?(${SIZE} ?${UNIT}(?:[- ]?'?s?[- ]?${KIND}(?![a-z0-9])){1,4}'?)`,
    `(?<![\\w$.,#-])(?:\\d{1,2} ?[x*] ?)?(${SIZE}(?:-? ?(?:foot(?:er)?s?|feet|ft)\\b|'s?|s))(?! ?(?:long|in length|lengths?|wide|tall|beams?|pipes?|bars?|poles?)\\b)(?![\\w])`,
    `(?<![\\w])((?:teu|feu)s?)(?![\\w])`,
    `(?<=\\b(?:one|two|three|four|five|a|another|single) )((?:20|40|45)s?)(?= (?:from|to|ex|out of|and|or|at)\\b)`,
    `(?<![\\w])((?:2[02]|4[0-5]|l[0-5])[grutkp][0-9])(?![\\w])`,
    `(?<![\\w])((?:dry |temp.controlled )?vans?|(?:refrigerated|reefer) (?:trailers?|trucks?|vans?)|(?:53|48)(?:'|ft)? ?${KIND}|flat ?racks?|open[- ]?tops?|iso[- ]?tanks?|tank containers?|flat ?beds?|flats(?= ?(?:\\(|[:,.;\\n]|$))|(?:step|drop)[- ]?decks?|conestogas?|power[- ]only|hot[- ]?shots?|reefers?|rfrs?|refers?(?= (?:trailer|load|van|truck|from|frm|needed|out of))|ftl)(?![\\w])`,
  ].join('|'),
  'gi',
);
const SPOKEN: readonly (readonly [RegExp, string])[] = [
  [/forty-five/i, '45'],
  [/fifty-three/i, '53'],
  [/twenty/i, '20'],
  [/fou?rty/i, '40'],
  [/\bh(?:igh|i)[- ]?cu(?:be|b)s?/gi, 'hc'],
  [/\bhi(?:gh)?$/i, 'hc'],
  [/\bbox(?:es)?\b/gi, 'container'],
  [/\bfooters?\b|\bfoots\b/gi, 'ft'],
  [
    /(containers?|reefer|tank|trailer|van|flat ?bed|flat ?rack|open[- ]?top|standard|hc|hq|dv|gp|cntr|dc|teu|feu)s\b/gi,
    '$1',
  ],
  [/containers/gi, 'container'],
  [/h\/c/i, 'hc'],
  [/^(?:rfrs?|refers?)$/i, 'reefer'],
  [/\bflats?$/i, 'flatbed'],
  [/(\d\d'?)s$/, '$1'],
];

/** Types of equipment that a range names. */
export function findEquipment(text: string, range: Span): readonly Found<EquipmentType>[] {
  const found: Found<EquipmentType>[] = [];
  for (const match of matches(EQUIPMENT, text, range)) {
    const words = match.slice(1).find((group) => group !== undefined) ?? '';
    const spelled = SPOKEN.reduce((spoken, [form, word]) => spoken.replace(form, word), words);
    // Of a container without a kind, only the length is known.
    const value =
      readEquipmentType(spelled) ??
      readEquipmentType(spelled.replace(/\b(?:st|std|standard)\b/i, '')) ??
      (/^(?:20|40|45)\D*$/.test(spelled) ? readEquipmentType(`${spelled.slice(0, 2)}'`) : undefined);
    const start = match.start + match[0].indexOf(words);
    if (value !== undefined && !isPrice(text, start)) found.push({ value, start, end: start + words.length });
  }
  // "Reefer ... 40' RF": the words with a length say more.
  const isBare = ({ start, end }: Span) => /^reefers?$/i.test(text.slice(start, end));
  const hasSized = found.some((one) => !isBare(one) && one.value.includes('reefer'));
  return found.filter((one) => !isBare(one) || !hasSized);
}

const isPrice = (text: string, start: number): boolean =>
  /[$\u20ac#]\s?$/.test(text.slice(Math.max(0, start - 2), start));

const NUMBER =
  '(\\d{1,3}(?:,\\d{3}){1,2}|\\d{1,5}(?:\\.\\d)?|one|once|two|twice|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|a dozen)';
const UNTIL = `(?:\\s?(?:-|to|or)\\s?(\\d{1,5}|two|three|four|five|six|seven|eight|nine|ten|twelve))?`;
const LOADS =
  '(?:[ -]?(?:x|times)(?= ?[/a-z])| of (?:them|these|those)|[ -]?(?:x ?)?(?:more |full |dry |import |export |total |loaded )?(?:loads?|ctrs?|cntrs?|containers?|units?|box(?:es)?|shipments?|moves?|truckloads?|trucks?|cans?|teus?|feus?|flatbeds?|reefers?|(?:dry )?vans?|trailers?|drays?|(?:x ?)?(?:20|40|45|53|twenty|forty)[^\\s,;|]{0,8}(?: (?:foot|ft|high|cubes?|containers?|hc|hq|reefers?|standards?|boxes|rf)){0,3}|forty-foot(?: high cubes?)?))?';
const EACH =
  '(?:(?<=x|times)\\s?(wk|week|month|mo|day|yr|year)\\b|\\s?(?:\\/|@|per|each|every|a|an|in a)\\s?(?:single )?((?:working |business |week ?|work ?)?day|wk|week|mo|mth|month|qtr|quarter|yr|year|annum)\\b|\\s?p(?:\\.\\s?w\\.?|\\/?wk?)(?!\\w)|\\s?(daily|weekly|wkly|monthly|quarterly|annually|annual|yearly)\\b|\\s(?:every (other|second|two|three|four|[2-4](?:nd|rd|th)?)|(alternate)) (?:week|wk)s?\\b)';
const VOLUME = new RegExp(`(?:(?<=\\bx)|(?<![\\w$#./'-]|\\d,))${NUMBER}${UNTIL}${LOADS}${EACH}`, 'gi');
const VOLUME_LAST = new RegExp(
  `\\b(day|daily|week(?:ly)?|wkly|month(?:ly)?|annual(?:ly)?|year(?:ly)?)(?: (?:vol(?:ume)?|loads?|qty|containers?|moves?|volumes?))(?: (?:is|of|about|approx|at|around))?\\s?[:=~]?\\s?(?:about |approx\\.? |~)?${NUMBER}\\b`,
  'gi',
);

const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const NEXT_DAY = '(?:\\s?(?:, ?and|,|and|&|\\+|\\/)\\s?(?:on |every |each )?';
/** "Two boxes every Monday", "Tuesdays and Thursdays": as many loads a week as days. */
const ON_DAYS = new RegExp(
  `(?:(?<![\\w$#./'-])${NUMBER}${LOADS} (?:on )?)?\\b((?:every|each) ${DAY}${NEXT_DAY}${DAY}s?)*|${DAY}s${NEXT_DAY}${DAY}s)*)(?!\\w)`,
  'gi',
);
const NOT_ON_DAYS = /(?:\b(?:closed|open|except|not|no|never|but|excluding)|n't)(?: \w+)?\s*$/i;

const OF_LOADS =
  /\b(?:ship|load|move|pull|run|dray|haul|pick|go|deliver)\w*\b|\b(?:boxe?s?|containers?|trucks?|freight|lane|volume)\b/i;

/** "Per quarter we run 39 containers plus 13 from ...", "Annual volumes: A to B 520 loads": the period stands before the numbers. */
const PERIOD_FIRST =
  /(?<![\d/] ?|\$\d{1,6} )\b(?:(?:per|each|every|in a) (day|week|wk|month|quarter|year)\b,? (?=(?:we|they|it|about|approx|around|roughly|there|i|our|us)\b)|(daily|weekly|monthly|quarterly|annual|yearly) (?:volumes?|loads|counts?)\s?:\s)/gi;
const COUNT = new RegExp(
  `(?<![\\w$#./'-]|\\d,)${NUMBER} (?:loads?|containers?|cntrs?|boxes|shipments?|moves?|truckloads?|trucks?|(?:dry )?vans?|reefers?|flatbeds?|cans|from|out of)\\b`,
  'gi',
);

const numberOf = (text: string): string =>
  String(NUMBER_WORDS[text.toLowerCase().replace(/^a /, '')] ?? text);
const PERIODS: readonly (readonly [RegExp, Period])[] = [
  [/^(?:day|daily|.*day)/i, 'day'],
  [/^(?:mo|mth)/i, 'month'],
  [/^(?:q)/i, 'quarter'],
  [/^(?:y|ann)/i, 'year'],
];
const periodOf = (text: string): Period => PERIODS.find(([form]) => form.test(text))?.[1] ?? 'week';

/** Every how many weeks. */
const weeksOf = (words: string | undefined): number =>
  words === undefined ? 1 : Number.parseInt(numberOf(words), 10) || 2;

const weekly = (digits: string, period: Period): number | undefined => {
  const read = readVolume(digits, { decimalComma: false }, period);
  return 'value' in read && read.value > 0 && read.value <= 10_000
    ? Math.max(0.01, Math.round(read.value * 100) / 100)
    : undefined;
};

/** Loads a week. A number without a period is a count of this one request. */
export function findVolumes(text: string, range: Span): readonly Found<number>[] {
  const found: Found<number>[] = [];
  const add = (value: number | undefined, { start, end }: Span) => {
    const overlaps = found.some((other) => other.start < end && start < other.end);
    if (value !== undefined && !overlaps) found.push({ value, start, end });
  };
  for (const match of matches(VOLUME, text, range)) {
    const [, first = '', last, times, period, adverb, weeks, alternate] = match;
    if (isPrice(text, match.start)) continue;
    const of = periodOf(times ?? period ?? adverb ?? 'week');
    const low = weekly(numberOf(first), of);
    const high = last === undefined ? low : weekly(numberOf(last), of);
    if (low !== undefined && high !== undefined && high >= low)
      add(Math.round(((low + high) / 2 / weeksOf(weeks ?? alternate)) * 100) / 100, match);
  }
  for (const match of found.length > 0 ? [] : matches(ON_DAYS, text, range)) {
    const [, count, days = ''] = match;
    const value = Number(numberOf(count ?? '1')) * (days.match(new RegExp(DAY, 'gi'))?.length ?? 0);
    const before = text.slice(Math.max(range.start, match.start - 60), match.start);
    const clause = before.split(/[.;!?\n]/).at(-1) ?? '';
    const isOfLoads = count !== undefined || clause.trim() === '' || OF_LOADS.test(clause);
    if (isOfLoads) add(NOT_ON_DAYS.test(before) || value === 0 ? undefined : value, match);
  }
  for (const match of matches(PERIOD_FIRST, text, range)) {
    const rest = { start: match.end, end: Math.min(range.end, match.end + 200) };
    for (const count of matches(COUNT, text, rest))
      add(weekly(numberOf(count[1] ?? ''), periodOf(match[1] ?? match[2] ?? '')), count);
  }
  for (const match of matches(VOLUME_LAST, text, range))
    add(weekly(numberOf(match[2] ?? ''), periodOf(match[1] ?? '')), match);
  return found;
}

/** The type in a cell of a column for equipment, where a bare length is enough. */
export function readEquipmentCell(text: string, span: Span): readonly Found<EquipmentType>[] {
  const cell = text.slice(span.start, span.end);
  const value = readEquipmentType(/^\d{2}$/.test(cell) ? `${cell}'` : cell);
  return value === undefined ? findEquipment(text, span) : [{ ...span, value }];
}

/** The volume in a cell of a column for volumes. @param period of its header. */
export function readVolumeCell(
  text: string,
  { start, end }: Span,
  period: Period | undefined,
): Found<number> | undefined {
  const cell = text.slice(start, end);
  const value = weekly(cell.trim().replace(/^~|\+$/g, ''), period ?? 'week');
  return value === undefined ? undefined : { value, start, end };
}

/** How mails write the names of the tariff, where they write them in another way. */
const REQUIREMENTS: readonly (readonly [name: string, form: RegExp])[] = [
  [
    'overweight',
    /\b(?:over ?-?weight|ovr ?w(?:ei|ie)?gh?t|o\/?wt?(?= |\b(?:[^/]|$))|heavy ?weight|hvy wt)\b/gi,
  ],
  ['triaxle', /\b(?:tri|3)[- ]?ax(?:le|el|ls?)?s?\b/gi],
  ['hazmat', /\bhaz(?:mat|ardous)?\b|\bun ?\d{4}\b|\bimdg\b|\bdangerous goods\b|\bDG\b|\bhazmt\b/gi],
  ['genset', /\bgen[- ]?sets?\b/gi],
  ['drop_and_pick', /\bdrop ?(?:and|&|-|\/|n|\+) ?(?:pick|hook|pull|swap)s?\b|\bd ?& ?[ph]\b/gi],
  ['chassis_split', /\bchassis[- ]?split\b|\bsplit chassis\b|\bchas split\b/gi],
  [
    'chassis',
    /\b(?:need|needs|ur|require|requires|supply|supplies|provide|provides|include|includes|including|incl\.?|with|w\/|plus|your|\+|&|and|furnish)\s{0,2}(?:the |yo?u?r |a |own )?chas(?:s?i[es])?\b(?!,? ?(?:split|fees?|is ours))|\bchas(?:s?i[es])?(?=\s?:?\s{0,40}(?:\[ ?x ?\]|yes\b|y\b))|(?<=^|[,;/|\t\n-]\s{0,3})chas(?:s?i[es])?(?=\s{0,3}(?:[,;/|\t.\n+&-]|$|needed|req|incl|too|please|pls))|\bchas(?:s?i[es])?(?=\s{0,2}(?:\+|&|\/|and\b|plus\b|w\/|with\b)\s{0,2}(?:pre-? ?pull|haz|tri|o(?:ver|vr)|gen-? ?set|drop|stor|lift|stop|resi))|(?<=[&+]\s{0,2})chas(?:s?i[es])?\b(?!,? ?(?:split|fees?|is ours))|\b(?:you|u) (?:bring|supply|provide|furnish|need|want|require) (?:the |a |our )?chas(?:s?i[es])?\b|\bchas(?:s?i[es])?(?: is| are)? (?:yours|urs)\b|\bchas(?:s?i[es])? (?:by|from|frm) (?:you|u|(?:the )?(?:carrier|trucker|vendor))\b|\b(?:no|not|dont|don't) (?:\w+ ){0,2}chas(?:s?i[es])?\b[^.;\n]{0,24}\b(?:yours|urs|(?:you|u) (?:bring|supply|provide|furnish))\b|\binclusive (?:of )?(?:the )?chas(?:s?i[es])?\b|(?<=\b\d{1,2} ?(?:x|days?)(?: of)? )chas(?:s?i[es])?\b(?! split)|\bchas(?:s?i[es])?(?= (?:for )?\d{1,2} days?\b(?! free))|\bchas(?:s?i[es])?(?: fees?)? (?:needed|need|reqd?|required|included|incl|rental|from you|provided by you|to be provided|on you|usage)\b/gi,
  ],
  ['prepull', /\bpre-? ?pulls?(?:ed|ing)?\b/gi],
  [
    'storage',
    /\bstorage\b|\bstg\b|\bstore (?:it|them)\b|\byard nights?\b|\bnights? in (?:your|our|the|ur) yard\b/gi,
  ],
  ['liftgate', /\blift-? ?gate\b/gi],
  ['residential', /\bresiden(?:tial|ce)\b|\bresi\b|\bprivate (?:home|house)\b/gi],
  ['limited_access', /\b(?:limited|lmtd|ltd)[- ]?access\b/gi],
  [
    'inside_delivery',
    /\binside[- ]?(?:delivery|dlv|del|dely)\b|\b(?:br(?:ing|ought)|carr(?:y|ied)|take|taken|moved?|placed?|deliver(?:ed)?)\b(?: \w+){0,3} inside\b(?=\s*(?:[.,;!?\n)]|$|and\b|please\b|pls\b|for\b))/gi,
  ],
  [
    'tank_cleaning',
    /\btank[- ]?(?:wash|clean)\w*|\bwash(?:ed|ing)?[- ]?outs?\b|\b(?:wash|clean)(?:ed|ing)? (?:of )?(?:the )?tank\b|\btank (?:(?:is|has|needs|must|to|be|gets) ){1,4}(?:wash|clean)ed\b/gi,
  ],
  [
    'team_drivers',
    /\bteams?(?: (?:drivers?|service|run|req\w*|pref\w*|needed|transit))|\bteam(?=,? (?:guar|transit|req|driver|needed|only))|\bdriver team\b|\b(?:a|needs?|with|w\/) team\b(?! (?:member|of|at|in|is|will|has|lead))|\bteams?(?=\s?:\s?(?:y|yes|x|true|req\w*)\b)|(?<=[,;/|] ?)team(?=\s*(?:[,;/|.]|$))/gi,
  ],
  ['guaranteed', /\bguar(?:anteed?)?\b\.?(?! (?:gum|meal|beans?|seeds?)\b)/gi],
  [
    'stop_off',
    /\bstop-? ?offs?\b|\bextra stop\b|\b(?:one|1|a) stop (?:in|at)\b|\bmulti-?stop\b|\bdrop \d{1,3} (?:\w+ ){1,3}(?:in|at)\b|\bdrop (?:half|part|some)\b/gi,
  ],
  ['tarp', /\btarp(?:s|ed|ing)?\b/gi],
  ['detention', /\bdetention\b/gi],
  ['layover', /\blayover\b/gi],
];
const NOT_BEFORE =
  /\b(?:no|not|non|without|w\/o|\w{2,6}n't|never|nor|neither)[ -]?(?:(?:any|an?|the|on|need(?:ed|s)?|require[ds]?|want|have|use|for|to|be|it) ){0,4}$/i;
const NOT_AFTER =
  /^\s?(?:is |are |was )?(?:not (?:needed|required|necessary)|n\/a|isn't (?:needed|required)|won't be|no is necessary|no necessary|:? ?\[ ?\]| ?: ?(?:n|no|none|n\/a)\b|not req)/i;

/** A name of the tariff, with its quantity if the text has one. */
export interface FoundRequirement extends Found<string> {
  readonly quantity?: number;
}

const QUANTITY = '(\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)';
const TIME = '(day|night|hour|hr)s?';
/** "3 days of storage", "2x chassis", "storage for 3 days", "detention x2". */
const BEFORE_NAME = new RegExp(`(?<![\\w$.,/-])${QUANTITY} ?(?:${TIME}|x)(?: of)? ?$`, 'i');
const AFTER_NAME = new RegExp(
  `^ ?(?:[:(-] ?|for )?(?:x ?${QUANTITY}|${QUANTITY} ?${TIME})(?![\\w/])(?! free)`,
  'i',
);

/** A requirement with the quantity beside its name, if the unit is that of its charge. */
function withQuantity(text: string, range: Span, { value, start, end }: Found<string>): FoundRequirement {
  const before = BEFORE_NAME.exec(text.slice(Math.max(range.start, start - 20), start));
  const after = before ? null : AFTER_NAME.exec(text.slice(end, Math.min(range.end, end + 24)));
  const [words = '', ...groups] = before ?? after ?? [];
  const [count = '', unit = ''] = groups.filter((group) => group !== undefined);
  const time = unit.replace(/^night/i, 'day');
  const read = readAccessorialText(
    time === '' ? `${value} x ${numberOf(count)}` : `${numberOf(count)} ${time} of ${value}`,
  );
  if (count === '' || typeof read === 'string' || read.quantity === 0) return { value, start, end };
  const { quantity } = read;
  return before
    ? { value, quantity, start: start - words.length, end }
    : { value, quantity, start, end: end + words.length };
}

/** Requirements that a range asks for, under their names in the tariff. */
export function findRequirements(text: string, range: Span): readonly FoundRequirement[] {
  const found: FoundRequirement[] = [];
  for (const [value, form] of REQUIREMENTS) {
    for (const match of matches(form, text, range)) {
      const before = text.slice(Math.max(range.start, match.start - 40), match.start);
      const isDenied =
        NOT_BEFORE.test(before) || NOT_AFTER.test(text.slice(match.end, match.end + 60).replace(/\s+/g, ' '));
      if (isDenied || (value === 'chassis' && /\bsplit\b/i.test(before)) || isPriceOf(text, match)) continue;
      found.push(withQuantity(text, range, { value, start: match.start, end: match.end }));
      break;
    }
  }
  return found;
}

/** "chassis $45/day" is the price of another party, and nothing that the mail asks for. */
const isPriceOf = (text: string, { end }: Span): boolean =>
  /^\s?(?:at |is |@ ?)?\$/.test(text.slice(end, end + 8));

/** "RFQ: 20 loads" has a number of loads. */
const OF_LOAD_COUNT = '(?! ?(?:loads?|containers?|boxes|units?|moves?|trucks?|lanes?|x|per)\\b|\\/)';
const ID = `((?=[A-Z0-9/-]{0,24}\\d)[A-Z0-9][A-Z0-9/-]{1,24}(?!,\\d{3})|[A-Z]{2,6}-[A-Z0-9]{2,12})${OF_LOAD_COUNT}`;
const PREFIXED = new RegExp(
  `\\b(p\\.?o\\.?|purchase order|load|rf[pq]|so|bkg|booking|bol|b\\/l|job|order|file|shipment|quote)\\s?(?:#|no\\b\\.?|number|num|id)?\\s?(?:is |are |:\\s{0,40})?\\s?#?\\s?${ID}(?![\\w])`,
  'gi',
);
const REFERENCE = new RegExp(
  `\\b(?:(?:our|customer|cust|your|my) )?(?:ref(?:erence|s)?|order|order number|rf[pq]|file|shipment|(?<=our |my )(?:position|case|dossier))\\b\\.?\\s?(?:#|no\\b\\.?|number|num)?(?:\\s?is\\s|\\s?:\\s{0,40})?\\s?#?\\s?${ID}(?![\\w])`,
  'gi',
);
/** Numbers that say what they are by their own first letters. */
const SELF_NAMED = /(?<![\w-])((?:RF[PQ]|PO|SO)-(?=[A-Z0-9-]{0,20}\d)[A-Z0-9-]{2,24})(?![\w])/g;
const GIVEN =
  /\b(?:[Pp]ut|[Uu]se|[Qq]uote|[Mm]ention|[Ss]how|[Ss]tate) ([A-Z0-9][A-Z0-9/-]{1,24}\d[A-Z0-9/-]{0,9}) as (?:the |our |your |a )?ref/g;
/** "Same as PO 4417" is the number of another load. */
const OTHER_LOAD = /\b(?:same (?:\w+ )?as|like|as (?:on|in|with)|repeat of)\s*$/i;
const PREFIXES: Readonly<Record<string, string>> = {
  po: 'PO',
  'purchase order': 'PO',
  load: 'Load',
  rfp: 'RFP',
  rfq: 'RFQ',
  so: 'SO',
  booking: 'Booking',
  bkg: 'Booking',
  job: 'Job',
};

/** References of the customer. A purchase order or load keeps the word before its number. */
export function findReferences(text: string, range: Span): readonly Found<string>[] {
  const found: Found<string>[] = [];
  const add = (value: string, { start, end }: Span) => {
    if (!found.some((one) => one.start < end && start < one.end)) found.push({ value, start, end });
  };
  for (const match of matches(PREFIXED, text, range)) {
    const prefix = PREFIXES[(match[1] ?? '').toLowerCase().replaceAll('.', '')];
    const id = match[2] ?? '';
    if (
      prefix !== undefined &&
      (prefix !== 'SO' || /#|\bno\b/i.test(match[0]) || /\d{4}/.test(id)) &&
      !OTHER_LOAD.test(text.slice(Math.max(0, match.start - 24), match.start)) &&
      /\d/.test(id) &&
      !/^\d{1,2}\/\d{1,2}(?:\/\d+)?$/.test(id) &&
      !id.toUpperCase().startsWith(`${prefix.toUpperCase()}-`)
    )
      add(`${prefix} ${id}`, match);
  }
  for (const form of [REFERENCE, SELF_NAMED, GIVEN])
    for (const match of matches(form, text, range)) {
      const id = match[1] ?? '';
      const start = match.start + match[0].lastIndexOf(id);
      if (id === id.toUpperCase()) add(id, { start, end: start + id.length });
    }
  return found.sort((one, other) => one.start - other.start);
}
