import { addDays, readDay, type UtcDay, weekdayOf } from '../../platform/time/utc-calendar.ts';
import { readDate } from '../../sheets/cell-values.ts';
import { type Found, matches } from './find-facts.ts';
import type { Span } from './split-messages.ts';

/** A day of the text. Only a day on which the cargo can be picked up is a pickup. */
export interface FoundDay extends Found<UtcDay> {
  /** Whether words next to it say that it is the pickup. */
  readonly isNamed: boolean;
  /** How a word such as "Thursday" was read; "" if the text has the date. */
  readonly assumption: string;
}

const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKDAY =
  '(sun|mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat)(?:day|nesday|sday|rsday|urday)?|frday|wensday';
export const ORDINAL_WORDS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const TWENTIES = [...ORDINAL_WORDS.slice(0, 9).map((word) => `twenty-${word}`), 'thirtieth', 'thirty-first'];
const ORDINALS = [...ORDINAL_WORDS, ...TWENTIES];
const ORDINAL = `(\\d{1,2})(?:st|nd|rd|th)|(${[...TWENTIES, ...ORDINAL_WORDS].join('|')})`;
const YEAR = '(?:,? ?(20\\d{2}|\\d{2}(?=[\\s,.;)]|$)))?';

/** Words near a day that make it the pickup, or another day. The nearest one before it counts, else the one after it. */
const PICKUP =
  'p\\/?u|pick(?:ing|ed)?[- ]?(?:it |them )?up|pickups?|pull(?:ed|ing)?|ready|load(?:ing|s)?|collect(?:ion)?|ship(?:s|ping)?(?! date)|available|avail|starting|beginning|dray it|move(?:d|s)?(?: date)?|out on';

const FORM = new RegExp(
  [
    '(?<iso>20\\d{2}-\\d{2}-\\d{2})',
    `(?<![\\w$./-])(?<slash>\\d{1,2}\\/\\d{1,2}(?:\\/(?:20)?\\d{2})?|(?<=\\b(?:p\\/?u|pick[- ]?ups?|ready|available|(?:${PICKUP}) (?:date|on))(?: date| on)?\\s?:?\\s)\\d{1,2}-\\d{1,2}(?:-(?:20)?\\d{2})?(?! ?(?:[ap]m|per|a|each|every|x|times?|hours?|hrs?|days?|weekdays?|weeks?|wks?|wkly|months?|loads?|box(?:es)?|containers?|cntrs?|cans?|trucks?|units?|moves?|trips?)\\b))(?![\\w/%-])`,
    `(?<![\\w$.])(?<dayFirst>(?:\\d{1,2}(?:st|nd|rd|th|\\.)?|${ORDINALS.join('|')})[ -](?:of )?${MONTH}\\.?(?:[- ,]{1,2}(?:20)?\\d{2}(?![\\d:]))?)(?![a-z])`,
    `\\b(?<monthFirst>${MONTH}\\.? (?:the )?(?:\\d{1,2}(?:st|nd|rd|th)?|${ORDINALS.join('|')})${YEAR})(?![\\w:])`,
    `\\b(?<next>(?:next|this|this coming|coming|following) )?(?<weekday>${WEEKDAY})\\b\\.?(?:,? the (?<the>${ORDINAL})(?! (?:ones?|lanes?|legs?|moves?|rows?|two|three)\\b))?`,
    `\\b(?:the )(?<nth>${ORDINAL})(?! (?!(?:of|at|in|or|and|for|if|to|please|pls|pick|pickup|pu|morning|am|pm|early|late|latest|works|is|would|as|with|from|either|around|after|unless|but)\\b)[a-z])\\b`,
    '\\b(?<relative>tomorrow|tmrw|tmw|tmr|tomm?orow|2morrow|ma\u00f1ana|today|tonight|day after tomorrow)\\b',
  ].join('|'),
  'gi',
);

const OTHER =
  'eta|etd|com(?:es?|ing) in|gets? in|lands?|docks|berth\\w*|arriv(?:es|al|ing|e|ed)|vessel|sail(?:s|ing)?|discharg\\w*|lfd|last free day|free (?:time|day)s?|cut-?offs?|cut|erd|deliver(?:y|ies|ed|ing|s)?|dlvy?|del|dlv|appointments?|appt|apt|due|deadline|by|before|until|thru|through|till|expir\\w+|valid|bids?|clos(?:e|es|ing)|every|each|since|effective|dated|quote by|need by|return(?:s|ed)?|ingate|in-gate|respond|reply|award|season|decision|was|were|yesterday|last(?! (?:one|lane|leg|move|row)s?\\b)|instead of|not|invoice|rather than|was supposed';
const NEAR = new RegExp(`\\b(?:(${PICKUP})|(${OTHER}))\\b`, 'gi');
const AFTER =
  /^ ?(?:[-(@]|at|for|is|as|the)? ?(?:the )?(?:our )?(?:(instead of|rather than|p\/?u\b|pick-?[ ]?up|pickup|pull|load date)|(delivery|del\b|dlv|eta|etd|cut-?off|lfd|last free|appointment|appt|arrival|sailing|deadline|vessel))/i;

/** Words between a day or place and the one that takes its place: "Thursday - sorry, I meant Friday". */
export const CORRECTS =
  /^[\s,;:(.-]{0,4}(?:(?:oh|oops|sorry|no|wait|actually|rather|or rather|correction|scratch that|apologies|my mistake|i mean(?:t)?|(?:please )?make (?:that|it)|(?:it )?should (?:be|say|read))\b[\s,;:.-]{0,4}){1,4}(?:(?:it(?:'s| is)|that(?:'s| is)|on|for|to|from|into) )*(?:the )?$/i;

/** Days that may be the pickup, in the order of the text. @param today on which the message was written. */
export function findDays(text: string, range: Span, today: UtcDay): readonly FoundDay[] {
  const found: FoundDay[] = [];
  let previousEnd = range.start;
  let previousRole: boolean | undefined;
  for (const match of matches(FORM, text, range)) {
    const gap = text.slice(previousEnd, match.start);
    const reads = dayOf(match, today);
    if (reads === undefined || isOfRange(text, match)) continue;
    // "Thu 12/10" is one day.
    const last = found.at(-1);
    if (last && /^[\s,(]{0,3}(?:the )?$/.test(gap) && previousEnd === last.end) {
      found[found.length - 1] = {
        ...reads,
        isNamed: last.isNamed,
        start: last.start,
        end: match.end,
        assumption: '',
      };
      previousEnd = match.end;
      continue;
    }
    const corrected = last?.end === previousEnd && CORRECTS.test(gap) ? found.pop() : undefined;
    const clause =
      /[^.;!?\n|\t][^;!?|\t]{0,70}$/.exec(
        text.slice(Math.max(range.start, previousEnd, match.start - 70), match.start),
      )?.[0] ?? '';
    const role =
      roleOf(clause, text.slice(match.end, match.end + 30)) ??
      (/^\s?(?:,|and|or|&|-|\/|to)\s?$/.test(gap) || CORRECTS.test(gap) ? previousRole : undefined);
    previousEnd = match.end;
    previousRole = role;
    const word = match.groups?.relative ?? '';
    const isAnswer =
      /\b(?:rates?|quotes?|reply|respond|answer|advise|back|pricing|numbers?|asap|eod)(?: (?:to us|me|by|for|please|pls|on|until|latest))*\s*$/i.test(
        clause,
      );
    const isCount =
      /^(?:first|second|third)/i.test(match.groups?.nth ?? '') &&
      (!/\b(?:on|of|by|for)\s*$/i.test(clause) || /\b(?:yes|no)\b[\w ]{0,10}$/i.test(clause));
    if (
      role === false ||
      isCount ||
      (isAnswer && role !== true) ||
      (/^to(?:day|night)/i.test(word) && role !== true)
    )
      continue;
    found.push({
      ...reads,
      isNamed: role === true || corrected?.isNamed === true,
      start: match.start,
      end: match.end,
    });
  }
  return found;
}

const A_WEEKDAY = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}';
const [DAYS_ON, DAYS_FROM] = [
  new RegExp(`^\\s?(?:-|thru|through|to)\\s?${A_WEEKDAY}\\b`, 'i'),
  new RegExp(
    `\\b${A_WEEKDAY}\\s?(?:-|thru|through|to)\\s?$|\\b(?:w\\/c|wc|week commencing|week beginning)\\s*$`,
    'i',
  ),
];
/** "Mon-Fri" and "w/c 12/14" are no days. */
const isOfRange = (text: string, { start, end, groups = {} }: RegExpExecArray & Span): boolean =>
  (groups.weekday !== undefined && DAYS_ON.test(text.slice(end, end + 20))) ||
  DAYS_FROM.test(text.slice(Math.max(0, start - 24), start));

/** True: the pickup; false: another day; undefined: nothing says so. */
function roleOf(before: string, after: string): boolean | undefined {
  const next = AFTER.exec(after);
  if (next?.[1]) return true;
  if (next?.[2]) return false;
  const near = [...before.matchAll(NEAR)].at(-1);
  if (near === undefined) return undefined;
  if (near[2] === undefined) return true;
  // "pick up by Friday" is a pickup.
  const isSoft = /^(?:by|before)$/i.test(near[2]);
  const earlier = isSoft ? [...before.slice(0, near.index).matchAll(NEAR)].at(-1) : undefined;
  return earlier?.[1] !== undefined;
}

interface ReadDay {
  readonly value: UtcDay;
  readonly assumption: string;
}

function dayOf({ groups = {}, 0: whole }: RegExpExecArray, today: UtcDay): ReadDay | undefined {
  const { iso, slash, dayFirst, monthFirst, weekday, the, nth, relative, next } = groups;
  const dated = (value: UtcDay | undefined) => (value === undefined ? undefined : { value, assumption: '' });
  const assumed = (value: UtcDay) => ({ value, assumption: `"${whole.trim()}" is read as ${value}.` });
  if (iso) return dated(readDay(iso));
  if (slash ?? dayFirst ?? monthFirst) {
    const written = digitsOf(
      (slash?.replaceAll('-', '/') ?? dayFirst ?? monthFirst ?? '').replace(/ of /i, ' '),
    );
    return dated(withYear(written, today));
  }
  if (relative) {
    const days = /^to(?:day|night)/i.test(relative) ? 0 : /^day/i.test(relative) ? 2 : 1;
    return assumed(addDays(today, days));
  }
  if (the ?? nth) {
    const value = nextNth(Number.parseInt(digitsOf(the ?? nth ?? ''), 10), today);
    return value === undefined ? undefined : assumed(value);
  }
  const index = WEEKDAYS.indexOf(
    (weekday ?? '').slice(0, 3).toLowerCase().replace('frd', 'fri').replace('wen', 'wed'),
  );
  if (index === -1) return undefined;
  const ahead = (index - weekdayOf(today) + 7) % 7 || 7;
  // "Next Tuesday" is that of the next week, which begins on Monday.
  const toMonday = (8 - weekdayOf(today)) % 7 || 7;
  const isNext = /^(?:next|following)/i.test(next ?? '');
  return assumed(addDays(today, isNext ? toMonday + ((index + 6) % 7) : ahead));
}

const digitsOf = (text: string): string =>
  text
    .replace(new RegExp(`\\b(?:${TWENTIES.join('|')}|${ORDINAL_WORDS.join('|')})\\b`, 'i'), (word) =>
      String(ORDINALS.indexOf(word.toLowerCase()) + 1),
    )
    .replace(/\bthe /i, '')
    .replace(/(\d)(?:st\b|nd\b|rd\b|th\b|\.(?= ))/i, '$1');

/** A date that was passed more than this many days ago is of the next year. */
const PASSED_DAYS = 60;

/** A day with its year, or of the year in which it comes next. Undefined for days in the past. */
function withYear(written: string, today: UtcDay): UtcDay | undefined {
  const given = readDate(written.replace(/-(?=[a-z])/i, ' '));
  if ('value' in given) return given.value >= addDays(today, -PASSED_DAYS) ? given.value : undefined;
  const year = Number(today.slice(0, 4));
  for (const candidate of [year, year + 1]) {
    const read = readDate(
      /\//.test(written)
        ? `${written}/${candidate}`
        : `${written.replace(/-/g, ' ').replace(/\.$/, '')} ${candidate}`,
    );
    if ('value' in read && read.value >= today)
      return candidate > year && read.value > addDays(today, 366 - PASSED_DAYS) ? undefined : read.value;
  }
  return undefined;
}

/** The next day of a month with this number. */
function nextNth(day: number, today: UtcDay): UtcDay | undefined {
  for (let ahead = 0; ahead < 62; ahead += 1) {
    const candidate = addDays(today, ahead);
    if (Number(candidate.slice(8)) === day) return candidate;
  }
  return undefined;
}
