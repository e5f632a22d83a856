import type { ReceiverAddresses } from './address-guard.ts';
import { blockedAddressReason, parseIpAddress } from './address-guard.ts';

/**
 * Ports of other protocols (mail, shells, chat), whose servers could read a request as commands: the blocked ports of
 * the Fetch Standard, section "port blocking", which browsers and Node's fetch also block.
 */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Ports of databases, queues and remote administration, which the Fetch Standard allows. A webhook to such a port could
 * only be used to scan for open ports. None is in the range of ephemeral ports (from 32768).
 */
const SERVICE_PORTS: ReadonlySet<number> = new Set([
  88, 445, 873, 1433, 1434, 1521, 1883, 2181, 2375, 2376, 2379, 2380, 3268, 3269, 3306, 3389, 4369, 5432,
  5671, 5672, 5900, 5984, 5985, 5986, 6379, 6380, 6443, 8883, 9042, 9092, 9200, 9300, 10250, 11211, 25672,
  27017, 27018, 27019,
]);

/** True for a port that no webhook is sent to. */
const isBlockedPort = (port: number): boolean => BLOCKED_PORTS.has(port) || SERVICE_PORTS.has(port);

export type WebhookUrlReading =
  | {
      readonly ok: true;
      /** Normalized by the WHATWG URL parser, without a fragment. */
      readonly url: string;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

export const WEBHOOK_URL_LENGTH = 2_048;

/** Forms that URL parsers repair in different ways: such a text is ambiguous. */
const REPAIRED_BY_PARSERS: readonly { readonly form: RegExp; readonly words: string }[] = [
  { form: /\p{Cc}/u, words: 'must not contain control characters' },
  { form: /\s/, words: 'must not contain blanks; write a blank as %20' },
  { form: /\\/, words: 'must not contain backslashes; write a backslash as %5C' },
];

const WEB_URL = /^https?:\/\/[^/]/i;

/** RFC 6761 (localhost), RFC 6762 (local), ICANN resolution 2024.07.29.06 (internal), RFC 8375 (home.arpa). */
const NAMES_OF_PRIVATE_NETWORKS = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Reads the URL of a receiver. A host that is an IP address, in any spelling, is checked here; the addresses of a name
 * are checked by `resolveReceiver`.
 */
export function readWebhookUrl(text: unknown, allowed: ReceiverAddresses): WebhookUrlReading {
  if (typeof text !== 'string' || text === '')
    return rejected('must be a URL such as https://example.com/webhooks');
  if (text.length > WEBHOOK_URL_LENGTH)
    return rejected(`must be at most ${WEBHOOK_URL_LENGTH} characters long`);
  const repaired = REPAIRED_BY_PARSERS.find(({ form }) => form.test(text));
  if (repaired !== undefined) return rejected(repaired.words);
  const url = URL.parse(text);
  if (url === null) return rejected('must be a complete URL such as https://example.com/webhooks');
  if (!WEB_URL.test(text)) return rejected('must start with https:// or http:// and a host');
  if (url.username !== '' || url.password !== '') {
    return rejected('must not contain a user name or password; check the signature to verify the sender');
  }
  if (url.port !== '' && isBlockedPort(Number(url.port))) {
    return rejected(
      `must not name port ${url.port}, which belongs to another protocol; use 443 or another port`,
    );
  }
  normalize(url);
  if (url.hostname.split('.').includes('')) return rejected('must name a host without empty labels');
  const reason = blockedHostReason(receiverHost(url), allowed);
  if (reason !== undefined) return rejected(`must name a public host: ${reason}`);
  // Escapes can lengthen it.
  if (url.href.length > WEBHOOK_URL_LENGTH)
    return rejected(`must be at most ${WEBHOOK_URL_LENGTH} characters long`);
  const warnings =
    url.protocol === 'http:' ? ['url uses http: events are sent unencrypted; https is recommended'] : [];
  return { ok: true, url: url.href, warnings };
}

/** Removes the trailing dot of a host, so that it has one spelling in all checks. */
function normalize(url: URL): void {
  url.hostname = url.hostname.replace(/\.$/, '');
  url.hash = '';
}

/** The host to look up or connect to: a name, or an address without brackets. */
export const receiverHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

function blockedHostReason(host: string, allowed: ReceiverAddresses): string | undefined {
  if (parseIpAddress(host) !== undefined) {
    const reason = blockedAddressReason(host, allowed);
    return reason === undefined ? undefined : `${host} is ${reason}`;
  }
  if (allowed === 'public-and-loopback') return undefined;
  if (NAMES_OF_PRIVATE_NETWORKS.test(host)) return `${host} is a name of private networks`;
  return host.includes('.') ? undefined : `${host} is not a full domain name`;
}

const rejected = (words: string): WebhookUrlReading => ({ ok: false, message: `url ${words}` });
