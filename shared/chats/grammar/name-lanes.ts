import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import { ORDINAL_WORDS } from './find-dates.ts';
import { type FoundPlace, isSamePlace } from './find-places.ts';
import type { Span } from './split-messages.ts';

/** The ends of a lane, as far as they are known. */
export interface LaneEnds {
  readonly origin?: FoundPlace | undefined;
  readonly destination?: FoundPlace | undefined;
}

/** Words that name some of several lanes: what stands with them holds for these only. */
interface LaneNames extends Span {
  /** Positions of lanes, from 0. */
  readonly lanes: ReadonlySet<number>;
  /** "all except lane 2": what stands before it holds for the others. */
  readonly isExcept: boolean;
  /** "... for lane 1": it stands after what it is about. */
  readonly isAfter: boolean;
}

const LIST = '\\d{1,2}(?:\\s?(?:, and|,|and|&|\\+|or|-|to|thru|through)\\s?#?\\d{1,2}){0,49}';
/** "Lanes 2 and 4": numbers of lanes of an earlier message. */
export const LANE_NUMBERS = new RegExp(
  `\\b(?:lanes?|rows?|lines?|items?|options?|numbers?|nos?\\.?|#)\\s?#?(${LIST})\\b`,
  'i',
);
const NUMBERED = new RegExp(
  `(?:\\b(?:lanes?|rows?|lines?|legs?|moves?|items?|options?)\\s?#?|(?<=(?:^|[,;.\\n]|\\b(?:for|and|but|on|except))\\s{0,3})#)(${LIST})\\b`,
  'gi',
);

export const ORDINALS = ORDINAL_WORDS.slice(0, 10);
const COUNTS = ['one', 'two', 'three', 'four', 'five'];
const ONE = '(?:ones?|lanes?|legs?|moves?|rows?|routes?|destinations?)';
const ORDINAL = new RegExp(
  `\\b(?:(${[...ORDINALS, 'last'].join('|')})|(\\d{1,2})(?:st|nd|rd|th)) (?:(${COUNTS.slice(1).join('|')})\\b ?)?(?:${ONE}\\b|(?:(?<=(?:${COUNTS.slice(1).join('|')}) )|(?=(?:is|are|needs?|picks?|goes|has|requires?|should|will)\\b)))`,
  'gi',
);
const REST =
  /\b(?:both |all )?(?:the )?(?:others?\b(?: (?:ones?|lanes?|two|three|four))?|rest\b|remaining\b(?: \w+)?)/gi;
const ALL = /\b(?:all|every|each|both|everything)\b/gi;
/** Stands before what it takes out. */
export const EXCEPT =
  /\b(?:except|excluding|with the exception of|but not|other than|apart from|besides|(?<=\b(?:all|each|every|everything|lanes?|ones?|of them|moves?|rows?) )but)(?: for)?(?: the| on| to)?\s*$/i;
/** "All of the lanes except": no more stands between the two. */
const EXCEPT_OF_ALL =
  /^\s?(?:(?:of )?(?:the |our |these |those )?(?:(?:\d{1,2}|two|three|four|five)\b ?)?(?:(?:lanes?|ones?|legs?|moves?|rows?|routes?|loads?|destinations?|them)\b)?)?[\s,(]{0,2}$/i;
/** "except lane 2 and lane 3" */
const ALSO_EXCEPT = /^\s?(?:,|(?:, ?)?(?:and|or|&))\s?(?:for |the )?$/i;
const BEGINS_CLAUSE =
  /^\s?(?:[:=]|(?:is|are|on|needs?|goes?|picks?|has|have|requires?|should|will|can|at)\b)/i;
const BEFORE_NAME = /\w\W.{0,40}\b(?:for|on)(?: the| our| your)?\s*$|^\w+ for(?: the| our| your)?\s*$/is;

const milesTo = (end: FoundPlace | undefined, place: FoundPlace): number =>
  Math.min(
    ...(end?.points ?? []).flatMap((point) => place.points.map((other) => greatCircleMiles(point, other))),
  );

/** The positions of lanes with an end at a place. Of neighbors such as Chino and Ontario, the nearer one is meant. */
export function lanesAt(lanes: readonly LaneEnds[], place: FoundPlace): readonly number[] {
  const miles = lanes.map(({ origin, destination }) =>
    Math.min(
      ...[origin, destination].map((end) => (isSamePlace(end, place) ? milesTo(end, place) : Infinity)),
    ),
  );
  const nearest = Math.min(...miles);
  return [...lanes.keys()].filter((lane) => nearest < Infinity && (miles[lane] ?? Infinity) <= nearest);
}

/** Lane numbers of a list: "2, 4 and 6", "1-3". */
export function numbersIn(list: string): readonly number[] {
  return Array.from(
    list.matchAll(/(\d{1,2})(?:\s?(?:-|to|thru|through)\s?#?(\d{1,2}))?/gi),
    ([, first, last = first]) => {
      const [from, to] = [Number(first), Number(last)];
      return Array.from({ length: Math.max(0, to - from) + 1 }, (_, at) => from + at);
    },
  ).flat();
}

/**
 * The names of lanes in a sentence, in order.
 * @param places of the sentence that can name a lane
 * @param named lanes that the sentences before name, so that "the others" are those without; this sentence adds its own
 */
export function namesIn(
  text: string,
  { start, end }: Span,
  lanes: readonly LaneEnds[],
  places: readonly FoundPlace[],
  named: Set<number>,
): readonly LaneNames[] {
  if (lanes.length < 2) return [];
  const written = text.slice(start, end);
  const found: { start: number; end: number; lanes: ReadonlySet<number> | 'rest' }[] = [];
  const add = (span: Span, named: readonly number[] | 'rest') => {
    const inside =
      named === 'rest' ? named : new Set(named.filter((lane) => lane >= 0 && lane < lanes.length));
    if (found.length >= MAX_NAMES || (inside !== 'rest' && inside.size === 0)) return;
    if (!found.some((other) => other.start < span.end && span.start < other.end))
      found.push({ start: span.start, end: span.end, lanes: inside });
  };
  const spanOf = (match: RegExpExecArray): Span => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
  });
  for (const match of written.matchAll(NUMBERED))
    add(
      spanOf(match),
      numbersIn(match[1] ?? '').map((number) => number - 1),
    );
  for (const match of written.matchAll(ORDINAL)) {
    const count = 1 + Math.max(0, COUNTS.indexOf(match[3]?.toLowerCase() ?? 'one'));
    const isLast = match[1]?.toLowerCase() === 'last';
    const first = isLast
      ? lanes.length - count
      : match[2] === undefined
        ? ORDINALS.indexOf(match[1]?.toLowerCase() ?? '')
        : Number(match[2]) - 1;
    add(
      spanOf(match),
      Array.from({ length: count }, (_, at) => first + at),
    );
  }
  for (const place of places) {
    const of = lanesAt(lanes, place);
    // A place of every lane names none.
    if (of.length < lanes.length) add(place, of);
  }
  for (const match of written.matchAll(REST)) add(spanOf(match), 'rest');
  for (const names of found) if (names.lanes !== 'rest') for (const lane of names.lanes) named.add(lane);
  // Without another name, "all" and "the rest" are the lanes that a sentence without names is about.
  if (named.size === 0) return [];
  for (const match of written.matchAll(ALL)) add(spanOf(match), [...lanes.keys()]);
  const rest = new Set([...lanes.keys()].filter((lane) => !named.has(lane)));
  const names: LaneNames[] = [];
  /** Lanes that the beginning of the sentence takes out: "Except for lane 2, all are hazmat". */
  let out: ReadonlySet<number> = new Set();
  let exception: 'of all' | 'first' | 'last' | null = null;
  for (const one of found.sort((some, other) => some.start - other.start)) {
    const isAll = one.lanes !== 'rest' && one.lanes.size === lanes.length;
    const of = one.lanes === 'rest' ? rest : isAll ? without(one.lanes, out) : one.lanes;
    const before = text.slice(Math.max(start, one.start - 60), one.start);
    const except = EXCEPT.exec(before);
    const exceptAt = one.start - (except?.[0].length ?? 0);
    const previous = names.at(-1);
    const goesOn =
      previous !== undefined &&
      exception !== null &&
      !isAll &&
      ALSO_EXCEPT.test(text.slice(previous.end, one.start)) &&
      (exception === 'of all' || !BEGINS_CLAUSE.test(text.slice(one.end, one.end + 12)));
    const isOfAll =
      except !== null &&
      previous !== undefined &&
      previous.lanes.size > 1 &&
      EXCEPT_OF_ALL.test(text.slice(previous.end, exceptAt));
    if (!goesOn)
      exception = isOfAll
        ? 'of all'
        : except && (text.slice(start, exceptAt).trim() === '' ? 'first' : 'last');
    if (exception === 'first') out = new Set([...out, ...of]);
    if (previous && (goesOn || isOfAll)) {
      const joined = exception === 'last' ? new Set([...previous.lanes, ...of]) : without(previous.lanes, of);
      names.splice(-1, 1, { ...previous, end: one.end, lanes: joined });
    } else
      names.push({
        ...one,
        start: exceptAt,
        lanes: exception === 'first' ? without(new Set(lanes.keys()), of) : of,
        isExcept: exception === 'last',
        isAfter: exception !== 'first' && BEFORE_NAME.test(before),
      });
  }
  return names;
}

const without = (lanes: ReadonlySet<number>, out: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...lanes].filter((lane) => !out.has(lane)));

/** More names are those of no sentence. */
const MAX_NAMES = 100;
/** A longer clause is one of a text without punctuation. */
const MAX_CLAUSE = 300;
const CLAUSE = /[,;\n]|\b(?:and|but|while|whereas|then|plus)\b|\s-\s/gi;

/** The lanes that a part of a sentence is about; undefined if nothing in the sentence says it. */
export function lanesNamedFor(
  text: string,
  sentence: Span,
  fact: Span,
  names: readonly LaneNames[],
  count: number,
): ReadonlySet<number> | undefined {
  if (names.length === 0) return undefined;
  let [from, to] = [
    Math.max(sentence.start, fact.start - MAX_CLAUSE),
    Math.min(sentence.end, fact.end + MAX_CLAUSE),
  ];
  const base = from;
  for (const match of text.slice(from, to).matchAll(CLAUSE)) {
    const at = base + match.index;
    // "Lanes 2 and 3" and ", except lane 2" are no end of a clause.
    const isInside = ({ start, end, isExcept }: LaneNames) =>
      at < end && (start <= at || (isExcept && text.slice(at + 1, start).trim() === ''));
    if (names.some(isInside)) continue;
    if (at < fact.start) from = at + match[0].length;
    else if (at >= fact.end) {
      to = at;
      break;
    }
  }
  const own = names.filter(({ start, end }) => start >= from && end <= to);
  const except = own.find(({ isExcept }) => isExcept);
  if (except && fact.end <= except.start)
    return new Set([...Array(count).keys()].filter((lane) => !except.lanes.has(lane)));
  const before = names.findLast(({ start }) => start < fact.start);
  const next = names.find(({ start }) => start > fact.start);
  const near = own.findLast(({ start }) => start < fact.start) ?? own.find(({ start }) => start > fact.start);
  return (near ?? (next?.isAfter ? next : before) ?? next)?.lanes;
}
