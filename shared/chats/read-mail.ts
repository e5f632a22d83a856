import PostalMime, { type Attachment, addressParser, type Header } from 'postal-mime';
import { DAY_MS, type UtcDay, utcDay } from '../platform/time/utc-calendar.ts';
import { MAX_SUBJECT_LENGTH, MAX_TEXT_LENGTH } from './chat.ts';

/** Why a mail is refused, before its text is read. */
export type HeadRefusal =
  | 'malformed'
  | 'not-authenticated'
  | 'automatic'
  | 'own-address'
  | 'virus'
  | 'unknown-recipient';

/** What the header of an accepted mail says. */
export interface MailHead {
  /** Names before the "@" of the mail domain, in lower case: recipients decide whose mail it is. */
  readonly recipients: readonly string[];
  /** Address of the sender, in lower case. */
  readonly sender: string;
  readonly messageId: string | undefined;
}

/** Headers have few long lines. The library takes up to 10 µs for a byte of a hostile one, which strangers can send too. */
const MAX_HEAD_BYTES = 128_000;
/** 40 MB, which SES accepts at most, are 550,000 lines of base64. Each line of a part takes the library about 20 µs. */
const MAX_LINES = 600_000;
/** Longer than any page that a person writes. Each element takes about 3 µs and 70 bytes of memory. */
const MAX_HTML_LENGTH = 5_000_000;
/** A mail that names more addresses of the service is not written by a customer. */
const MAX_RECIPIENTS = 10;

/** The header as bytes; undefined if it is too long or does not end. */
function headOf(mail: Buffer): Buffer | undefined {
  const head = mail.subarray(0, MAX_HEAD_BYTES);
  const ends = ['\r\n\r\n', '\n\n'].map((end) => head.indexOf(end)).filter((at) => at >= 0);
  if (ends.length > 0) return head.subarray(0, Math.min(...ends));
  return mail.length <= MAX_HEAD_BYTES ? head : undefined;
}

function hasMoreLines(mail: Buffer, most: number): boolean {
  let lines = 0;
  for (let at = mail.indexOf(10); at !== -1 && lines <= most; at = mail.indexOf(10, at + 1)) lines += 1;
  return lines > most;
}

/**
 * Reads who sent a mail to whom, from its header alone, which costs nothing however large the mail is.
 * @param mail as Amazon SES stores it, with the lines that SES adds at the top.
 */
export async function readMailHead(
  mail: Buffer,
  domain: string,
): Promise<MailHead | { readonly refused: HeadRefusal }> {
  const head = headOf(mail);
  if (head === undefined || hasMoreLines(mail, MAX_LINES)) return { refused: 'malformed' };
  const { headers } = await PostalMime.parse(head);
  const all = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value);
  const first = (name: string) => all(name)[0]?.trim() ?? '';
  const addresses = (values: readonly string[]) =>
    values.flatMap((value) =>
      addressParser(value, { flatten: true }).flatMap(
        ({ address = '' }) => address.trim().toLowerCase() || [],
      ),
    );

  const from = addresses(all('from'));
  const [sender = ''] = from;
  const [, senderDomain = ''] = /^[^\s@]+@([^\s@]+)$/.exec(sender) ?? [];
  if (from.length !== 1 || senderDomain === '') return { refused: 'malformed' };
  if (senderDomain === domain) return { refused: 'own-address' };
  if (!isAuthentic(headers, senderDomain)) return { refused: 'not-authenticated' };
  if (/^fail/i.test(first('x-ses-virus-verdict'))) return { refused: 'virus' };
  if (isAutomatic(all)) return { refused: 'automatic' };

  // SES names the recipient of the envelope, which a blind copy has in no other line.
  const [, envelope = ''] = /\sfor <?([^\s<>;]+)>?;/.exec(first('received')) ?? [];
  const end = `@${domain}`;
  const recipients = [envelope.toLowerCase(), ...addresses([...all('to'), ...all('cc')])]
    .filter((address) => address.endsWith(end))
    .map((address) => address.slice(0, -end.length));
  if (recipients.length === 0) return { refused: 'unknown-recipient' };
  return {
    recipients: [...new Set(recipients)].slice(0, MAX_RECIPIENTS),
    sender,
    messageId: first('message-id') || undefined,
  };
}

/**
 * Whether the domain of the sender authorized the mail: DMARC passes, or the domain has no DMARC policy and its own DKIM
 * signature passes. SES writes its result (RFC 8601) between its own `Received` line and everything that the sender wrote,
 * so only the topmost one counts; a sender can write more below it.
 */
function isAuthentic(headers: readonly Header[], domain: string): boolean {
  const at = headers.findIndex(({ key }) => key === 'authentication-results');
  const above = headers.slice(0, at).filter(({ key }) => key === 'received');
  const isOfSes =
    above.length === 1 && /\sby inbound-smtp\.[a-z0-9-]+\.amazonaws\.com\s/.test(above[0]?.value ?? '');
  const [, results] = /^\s*amazonses\.com(?:\s+1)?\s*;(.*)$/s.exec(headers[at]?.value ?? '') ?? [];
  if (!isOfSes || results === undefined) return false;
  const plain = results.replace(/\([^()]*\)/g, ' ');
  // The sender chooses parts of the SPF result: with quotes or brackets, they could look like other results.
  if (/["\\()]/.test(plain)) return false;
  const written = plain.split(';').flatMap((text) => {
    const [, method, result, about = ''] = /^\s*([a-z]+)=([a-z]+)(.*)$/s.exec(text) ?? [];
    return [{ method, result, about: about.toLowerCase() }];
  });
  const [dmarc, ...others] = written.filter(({ method }) => method === 'dmarc');
  if (others.length > 0) return false;
  if (dmarc?.result === 'pass') return /\sheader\.from=(\S+)/.exec(dmarc.about)?.[1] === domain;
  if (dmarc && dmarc.result !== 'none') return false;
  return written.some(({ method, result, about }) => {
    const [, signer = ''] = /\sheader\.i=[^\s@]*@([^\s@]+)(?:\s|$)/.exec(about) ?? [];
    return method === 'dkim' && result === 'pass' && `.${signer}`.endsWith(`.${domain}`);
  });
}

/** Replies of machines, bounces and lists: a chat of one could make a loop. */
function isAutomatic(all: (name: string) => readonly string[]): boolean {
  const isSaid = (name: string, pattern: RegExp) => all(name).some((value) => pattern.test(value.trim()));
  return (
    isSaid('auto-submitted', /^(?!no\b)./i) ||
    isSaid('precedence', /^(?:bulk|list|junk|auto_reply)\b/i) ||
    isSaid('return-path', /^(?:<\s*>)?$/) ||
    ['list-id', 'x-auto-response-suppress'].some((name) => all(name).length > 0)
  );
}

/** A file of a mail. */
export interface MailFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Mail {
  readonly subject: string;
  /** At most `MAX_TEXT_LENGTH` characters. */
  readonly text: string;
  /** Whether the mail has more text. */
  readonly isCut: boolean;
  /** The day on which it was written, where its sender is. */
  readonly day: UtcDay;
  readonly files: readonly MailFile[];
}

/**
 * Reads the text and the files of a mail: of HTML, quoted-printable, base64, other charsets, and forwarded or signed parts.
 * @param receivedAt for a mail whose own date is wrong.
 */
export async function readMail(mail: Buffer, receivedAt: Date): Promise<Mail> {
  const { subject = '', text = '', html = '', headers, attachments } = await PostalMime.parse(mail);
  const isPage = text.trim() === '' && html !== '';
  const written = isPage ? textOfHtml(html.slice(0, MAX_HTML_LENGTH)) : text;
  const clean = written.replace(/\r\n?/g, '\n').replaceAll('\0', '').trim().toWellFormed();
  return {
    subject: oneLine(subject, MAX_SUBJECT_LENGTH),
    text: clean.slice(0, MAX_TEXT_LENGTH).toWellFormed(),
    isCut: clean.length > MAX_TEXT_LENGTH || (isPage && html.length > MAX_HTML_LENGTH),
    day: dayWritten(headers.find(({ key }) => key === 'date')?.value ?? '', receivedAt),
    files: attachments.filter(isFile).map(({ filename, content }) => ({
      name: oneLine(filename ?? '', MAX_NAME_LENGTH),
      bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    })),
  };
}

const MAX_NAME_LENGTH = 200;
/** Servers give up after five days. */
const MAX_DAYS_ON_THE_WAY = 7;

const oneLine = (text: string, longest: number): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();

/**
 * Pictures of an HTML text and signatures of S/MIME and PGP are no files that a person attached. Some programs put files
 * beside the pictures.
 */
const isFile = ({ related, mimeType }: Attachment): boolean =>
  !(related && mimeType.startsWith('image/')) &&
  !/^application\/(?:x-)?(?:pkcs7|pgp)-signature$/.test(mimeType);

function dayWritten(date: string, receivedAt: Date): UtcDay {
  const at = Date.parse(date);
  const [, sign, hours, minutes] = /([+-])(\d\d)(\d\d)\b/.exec(date) ?? [];
  const ahead = Number(`${sign ?? ''}1`) * (60 * Number(hours ?? 0) + Number(minutes ?? 0)) * 60_000;
  const isLikely = Math.abs(at - receivedAt.getTime()) < MAX_DAYS_ON_THE_WAY * DAY_MS;
  return utcDay(isLikely ? new Date(at + ahead) : receivedAt);
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", ndash: '–', mdash: '—', hellip: '…' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•', middot: '·', times: '×', deg: '°' },
};
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : entity;
  });

const [ROW_END, CELL_END] = ['\u2028', '\t'];
const HIDDEN = /^(?:head|script|style|title)$/;
/** Line feeds of elements. */
const BREAKS: Readonly<Record<string, string>> = {
  ...{ br: '\n', div: '\n', li: '\n', ul: '\n', ol: '\n', hr: '\n', tr: ROW_END },
  ...{ p: '\n\n', table: '\n\n', blockquote: '\n\n', h1: '\n\n', h2: '\n\n', h3: '\n\n', h4: '\n\n' },
};

/** The text of a page; rows of tables are lines with tabs, as the reader of lanes expects them. Takes linear time. */
function textOfHtml(html: string): string {
  const parts: string[] = [];
  let hidden = '';
  for (const token of html.split(/(<[^<>]*>)/)) {
    const [, slash, given = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(token) ?? [];
    const tag = given.toLowerCase();
    if (hidden !== '') {
      if (slash === '/' && tag === hidden) hidden = '';
    } else if (slash === '' && HIDDEN.test(tag)) hidden = tag;
    else if (slash === '/' && /^t[dh]$/.test(tag)) parts.push(CELL_END);
    else if (BREAKS[tag] !== undefined) {
      if (parts.at(-1) !== BREAKS[tag]) parts.push(BREAKS[tag]);
    } else if (!/^<[!/a-z]/i.test(token)) {
      // Twice, since an expression of millions of blanks has no room on the stack.
      const text = decoded(token.replace(/\s{1,1000}/g, ' ').replace(/ {2,}/g, ' '));
      if (text !== ' ' || /\S$/.test(parts.at(-1) ?? '\n')) parts.push(text);
    }
  }
  return parts
    .join('')
    .replace(/[ \n]{0,4}\t[ \n]{0,4}/g, CELL_END)
    .replace(/\t?\u2028\n{0,4}/g, '\n')
    .replace(/\n{3,}/g, '\n\n');
}
