import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import { readDate } from '../../sheets/cell-values.ts';

/** A range of the text. Offsets are UTF-16 units of the text as the caller sent it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Paragraph extends Span {
  /** The quoted question that stands before it; "" if there is none. */
  readonly question: string;
}

/** A message of a thread: its paragraphs, each a range of lines. The first message is the newest. */
export interface Message {
  readonly paragraphs: readonly Paragraph[];
  /** The day on which it was written, if its header says so. */
  readonly day: UtcDay | undefined;
}

/** A text in which everything that asks for nothing is blank. It has the length of the original, so that offsets agree. */
export interface CleanText {
  readonly text: string;
  readonly messages: readonly Message[];
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Markup becomes blanks of the same length; rows, lines and cells keep their separators. */
function withoutMarkup(text: string): string {
  if (!/<(?:html|body|div|p|br|table|td|span)\b/i.test(text)) return text;
  return text
    .replace(/<(style|script|head)\b[^>]{0,500}>[^<]{0,20000}<\/\1>/gi, blank)
    .replace(/<[^<>]{1,500}>/g, (tag) => {
      if (/^<(?:br|\/p|\/div|\/tr|\/table|\/li|\/h\d)\b/i.test(tag)) return `\n${blank(tag.slice(1))}`;
      return /^<\/t[dh]\b/i.test(tag) ? `\t${blank(tag.slice(1))}` : blank(tag);
    })
    .replace(/&(?:nbsp|amp|lt|gt|quot|#\d{1,5});/gi, blank);
}

/** Typographic characters as a keyboard writes them, each as one character. */
const plain = (text: string): string =>
  text
    .replace(/\r/g, ' ')
    .replace(/[\u2018\u2019\u2032\u00b4`]/g, "'")
    .replace(/[\u201c\u201d\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2192\u21d2\u2794\u27a1\u279c\u25ba\u00bb]/g, '>')
    .replace(/[\u00a0\u2000-\u200f\u202a-\u202f\u2060-\u2064\ufeff\u00ad]/g, ' ')
    // "Origin .....: Oakland" is a label with its value.
    .replace(
      /^([ \t>*-]*[A-Za-z](?:[\w /#&()'-]|\.(?!\.)){1,30}?)( ?(?:\.{3,}|\.+ ?:|\u2026+|_{3,}) ?:?)/gm,
      (_, label: string, dots: string) => `${label}:${' '.repeat(dots.length - 1)}`,
    )
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

const HEADER_FIELD = /^(?:from|sent|to|cc|date|subject|von|gesendet|an|betreff|de|para|asunto|enviado):\s/i;
const MESSAGE_MARK = /^(?:-{2,} ?(?:original|forwarded) message ?-{2,}|begin forwarded message:?|_{10,})$/i;
const WROTE = /^on .{5,200}(?:wrote|schrieb|escribi.{1,2}):?$/i;
const MONTH_DAY = /\b([a-z]{3,9})\.? (\d{1,2}),? (\d{4})\b|\b(\d{1,2}\/\d{1,2}\/\d{4})\b/i;

const dayOfHeader = (line: string): UtcDay | undefined => {
  const [, month, day, year, numeric] = MONTH_DAY.exec(line) ?? [];
  const read = readDate(numeric ?? `${month} ${day}, ${year}`);
  return 'value' in read ? read.value : undefined;
};

const SIGN_OFF =
  /^(?:(?:many |kind |best |warm )?(?:thanks|thank you|thx|tks|ty|best|regards|rgds|cheers|sincerely|b\.? ?rgds|br|cordially|yours)(?: (?:again|so much|much|very much|in advance|and regards|& regards|regards|truly|faithfully))?|-{1,2} ?[A-Z][\w.]{0,20}(?: [A-Z][\w.-]{0,20})?|--|sent from my \w+.{0,20})\s*[,!.]*$/i;
/** Places of a company, also without a sign-off before them. */
const OFFICES =
  /(?:^|[|\u2022\u00b7])\s*(?:our )?(?:offices|branches|branch offices|office locations)\s*(?:in|at)?\s*:/i;
/** "Chicago, IL | Long Beach, CA" with nothing else: offices if the line before is a name. */
const BARE_PLACES =
  /^[A-Z][\w.' ]{2,30},? [A-Z]{2}(?:\s*[|\u2022\u00b7*]\s*[A-Z][\w.' ]{2,30},? [A-Z]{2})+\s*$/;
const NAME =
  /^(?!.*\b(?:[Ll]anes?|[Qq]uotes?|[Rr]ates?|[Pp]ricing|[Pp]lease|[Nn]eed|[Pp]orts?|[Tt]erminals?|[Rr]amp|[Yy]ard|Pier)\b)[A-Z][\w.'-]*(?:,? (?:[A-Z][\w.'-]*|&|and|of)){0,5}$/;
/** First and last name: one word can be a city or a requirement, and a last word in capitals is a state. */
const PERSON =
  /^(?!From\b|To\b|Pick|Deliver|Drop)[A-Z][a-z'-]+(?: [A-Z]\.?)?(?: (?:[A-Z][a-z'-]*[a-z'-]|O'[A-Z][a-z]+)){1,2}$/;
const CONTACT = /[|@]|\d{3}[-. ]\d{4}/;
/** A signature has at most this many lines. */
const MAX_SIGNATURE_LINES = 10;
const DISCLAIMER =
  /\bconfidential(?:ity)?\b.{0,300}\b(?:recipient|addressee|intended|privileged|notice)|\bintended (?:only |solely )?for the\b|\bplease consider the environment\b|\bunsubscribe\b|\bvirus[- ]free\b/i;
const MACHINE =
  '(?:(?:ai|automated|language|mail|e-?mail) )?(?:ai|a\\.i\\.|llms?|(?:chat)?bots?|robots?|assistants?|models?|systems?|readers?|parsers?)(?: (?:readers?|systems?|models?|assistants?|agents?|tools?|bots?|parsers?))?';
/** Words by which a text speaks to the program that reads it. */
const TO_THE_READER = new RegExp(
  [
    '\\b(?:ignore|disregard|forget|override|bypass)\\b.{0,50}\\b(?:instructions?|rules?|prompts?|guidelines?|text above|everything|previous|prior)\\b',
    '\\b(?:system (?:note|prompt|message|override)|ai assistant|language model|chatbot|ai agent|llm|as an ai)\\b',
    '\\b(?:assistant|system)\\s?:',
    `\\b(?:notes?|notice|messages?|attention|attn|instructions?|commands?|hints?|reminder|memo|request|info(?:rmation)?)\\b(?: (?:to|for)|:)? (?:(?:the|any|all|an?|your) )?${MACHINE}\\b(?! team)`,
    `(?<=^|[.!?\\n([*][ \\t]{0,4})(?:dear |hey |to |for )?(?:the |any |all )?(?=ai\\b|a\\.i\\.|llm|bot|robot|assistant|parser|(?:mail |e-?mail |language )(?:reader|model|parser))${MACHINE}\\s?[:,]`,
  ].join('|'),
  'i',
);

interface Line extends Span {
  readonly level: number;
}

/** Splits a text into the messages of its thread, without quote marks, headers, signatures, disclaimers and instructions. */
export function splitMessages(original: string): CleanText {
  const chars = withoutMarkup(plain(original));
  const pieces: string[] = [];
  const lines: Line[] = [];
  const days = new Map<number, UtcDay>();
  let [base, offset, inHeader] = [0, 0, false];
  let headerDay: UtcDay | undefined;
  for (const raw of chars.split('\n')) {
    const quote = /^(?:[ \t]{0,4}[>|](?=[> \t]|$|\w)){1,20}[ \t]?/.exec(raw)?.[0] ?? '';
    // A row of a table begins with a vertical bar as well, but has more of them.
    const isQuote = quote !== '' && !(quote.includes('|') && raw.split('|').length > 2);
    const body = isQuote ? raw.slice(quote.length) : raw;
    const depth = isQuote ? quote.replace(/[^>|]/g, '').length : 0;
    const trimmed = body.trim();
    const isMark = MESSAGE_MARK.test(trimmed);
    // A template begins with "From:" as well, but has no other field of a header.
    const startsHeader =
      /^(?:from|von|de):\s\S.{0,200}$/i.test(trimmed) &&
      (trimmed.includes('@') ||
        /\n[>| \t]{0,20}(?:sent|date|subject|gesendet|datum|betreff|enviado|asunto):/i.test(
          chars.slice(offset, offset + 500),
        ));
    let kept = true;
    if (isMark || WROTE.test(trimmed) || (startsHeader && !inHeader)) {
      if (!inHeader && (isMark || startsHeader || !trimmed.startsWith('>'))) {
        // A mail program that quotes with ">" shows the level by itself.
        if (
          depth === 0 &&
          !(WROTE.test(trimmed) && /\n[ \t]*>/.test(chars.slice(offset, offset + raw.length + 200)))
        )
          base += 1;
      }
      inHeader = true;
      headerDay = dayOfHeader(trimmed) ?? headerDay;
      kept = false;
    } else if (inHeader && (HEADER_FIELD.test(trimmed) || (trimmed === '' && headerDay === undefined))) {
      headerDay = dayOfHeader(trimmed) ?? headerDay;
      kept = false;
    } else if (trimmed !== '') {
      if (headerDay !== undefined && !days.has(base + depth)) days.set(base + depth, headerDay);
      [inHeader, headerDay] = [false, undefined];
    }
    const start = offset + (raw.length - body.length);
    pieces.push(kept ? `${' '.repeat(raw.length - body.length)}${body}` : ' '.repeat(raw.length));
    if (kept) lines.push({ start, end: offset + raw.length, level: base + depth });
    offset += raw.length + 1;
  }
  const joined = pieces.join('\n');
  const levels = [...new Set(lines.map(({ level }) => level))].sort((one, other) => one - other);
  const messages = levels.map((level) => ({
    paragraphs: paragraphsOf(joined, withoutSignature(joined, lines, level)).map((span) => ({
      ...span,
      question: questionBefore(joined, lines, span, level),
    })),
    day: days.get(level),
  }));
  return blankSpeech(joined, messages);
}

/** The lines of a message before its signature. */
function withoutSignature(text: string, lines: readonly Line[], level: number): readonly Line[] {
  const own = lines.filter((line) => line.level === level);
  const written = own.map(({ start, end }) => text.slice(start, end).trim());
  const isSignature = (from: number): boolean => {
    const rest = written.slice(from).filter((line) => line !== '');
    const asks = rest.some((line) => /->|\b(?:20|40|45|48|53)\s?(?:'|ft|hc|hq|st|dv|gp)/i.test(line));
    return from > 0 && rest.length <= MAX_SIGNATURE_LINES + 1 && !asks;
  };
  const starts = [
    written.findLastIndex((line, index) => index > 0 && line.length < 60 && SIGN_OFF.test(line)),
    written.findIndex(
      (line, index) => OFFICES.test(line) || (BARE_PLACES.test(line) && NAME.test(written[index - 1] ?? '')),
    ),
    // A name in the last lines, below a sentence and an empty line.
    written.findLastIndex(
      (line, index) =>
        (PERSON.test(line) || (NAME.test(line) && CONTACT.test(written[index + 1] ?? ''))) &&
        written[index - 1] === '' &&
        /[.?!]$/.test(written.slice(0, index).findLast((before) => before !== '') ?? ''),
    ),
  ].filter(isSignature);
  return own.slice(0, Math.min(own.length, ...starts));
}

function paragraphsOf(text: string, lines: readonly Line[]): readonly Span[] {
  const paragraphs: { start: number; end: number }[] = [];
  let open = false;
  let previous: Line | undefined;
  for (const line of lines) {
    const isEmpty = text.slice(line.start, line.end).trim() === '';
    const follows =
      previous !== undefined &&
      text.slice(previous.end, line.start).trim() === '' &&
      line.start - previous.end < 40;
    const last = paragraphs.at(-1);
    if (isEmpty) open = false;
    else if (open && follows && last) last.end = line.end;
    else {
      paragraphs.push({ start: line.start, end: line.end });
      open = true;
    }
    previous = line;
  }
  return paragraphs;
}

function questionBefore(text: string, lines: readonly Line[], { start }: Span, level: number): string {
  const before = lines.findLast(
    (line) => line.end <= start && text.slice(line.start, line.end).trim() !== '',
  );
  const written = before && before.level !== level ? text.slice(before.start, before.end).trim() : '';
  return written.endsWith('?') ? written : '';
}

/** Blanks disclaimers and instructions to the reader: from the sentence or bracket on, to the end of its paragraph. */
function blankSpeech(joined: string, messages: readonly Message[]): CleanText {
  let text = joined;
  const kept = messages.map((message) => ({
    ...message,
    paragraphs: message.paragraphs.flatMap(({ start, end, question }) => {
      const paragraph = text.slice(start, end);
      if (DISCLAIMER.test(paragraph)) {
        text = text.slice(0, start) + blank(paragraph) + text.slice(end);
        return [];
      }
      const speech = TO_THE_READER.exec(paragraph);
      if (speech === null) return [{ start, end, question }];
      const before = paragraph.slice(0, speech.index);
      const from = Math.max(
        before.lastIndexOf('['),
        ...['. ', '! ', '? '].map((end) => before.lastIndexOf(end) + 1),
        before.lastIndexOf('\n') + 1,
        before.lastIndexOf('<!--'),
        0,
      );
      text = text.slice(0, start + from) + blank(paragraph.slice(from)) + text.slice(end);
      return from === 0 ? [] : [{ start, end: start + from, question }];
    }),
  }));
  return { text, messages: kept };
}

/** The lines of a range that are not blank. */
export function linesOf(text: string, { start, end }: Span): readonly Span[] {
  const lines: Span[] = [];
  let from = start;
  for (const line of text.slice(start, end).split('\n')) {
    if (line.trim() !== '') lines.push({ start: from, end: from + line.length });
    from += line.length + 1;
  }
  return lines;
}
