import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  connectionFailure,
  failedStatus,
  type SendStage,
  timedOut,
} from '../../../../shared/webhooks/receiver-guard/send-failure.ts';
import { readWebhookUrl, receiverHost } from '../../../../shared/webhooks/receiver-guard/webhook-url.ts';

/** Spellings of loopback that some parsers read as a name or as another address. */
const LOOPBACK_SPELLINGS = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '0177.1',
  '①②⑦.⓪.⓪.①',
  '１２７.０.０.１',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '127.0.0.01',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
];

const message = (text: unknown, allowed: 'public' | 'public-and-loopback' = 'public') => {
  const reading = readWebhookUrl(text, allowed);
  return reading.ok ? `accepted: ${reading.url}` : reading.message;
};

const PRIVATE_ADDRESSES = [
  '169.254.169.254',
  '0xA9FEA9FE',
  '10.0.0.1',
  '0',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '192.168.1.1',
];

const PRIVATE_NAMES = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'printer.local', 'db.corp.internal', 'local'],
  ...['metadata.google.internal', 'nas.home.arpa', 'nas.home.arpa.', 'receiver', 'ⓛocalhost'],
];

const NO_URL = /^url must be a (complete )?URL such as/;
const NO_HOST = /^url must start with https:\/\/ or http:\/\/ and a host$/;
const BLANKS = /^url must not contain blanks/;
const BACKSLASHES = /^url must not contain backslashes/;
const CREDENTIALS = /^url must not contain a user name or password(?!.*secret)/;

describe('the URL of a receiver', () => {
  it('is normalized, without its fragment and the trailing dot of its host', () => {
    expect(readWebhookUrl('HTTPS://Example.COM.:443/a/../b?c=d%20e#f', 'public')).toEqual({
      ok: true,
      url: 'https://example.com/b?c=d%20e',
      warnings: [],
    });
    expect(message('https://bücher.example/ü')).toBe('accepted: https://xn--bcher-kva.example/%C3%BC');
    expect(message('http://receiver.:3000/', 'public-and-loopback')).toBe('accepted: http://receiver:3000/');
    for (const host of ['127.0.0.1.', 'localhost.', 'db.internal.', 'receiver.']) {
      expect(message(`https://${host}/`)).toMatch(/^url must name a public host: \S+[^.] is /);
    }
  });

  it.each(['https://internal.example.com/', 'https://my-local.example.com/', 'https://notlocal.io/'])(
    'may have a name that only contains one of private networks: %s',
    (url) => {
      expect(message(url)).toBe(`accepted: ${url}`);
    },
  );

  it('is accepted with a warning if it is not encrypted', () => {
    expect(readWebhookUrl('http://example.com', 'public')).toEqual({
      ok: true,
      url: 'http://example.com/',
      warnings: [expect.stringContaining('unencrypted')],
    });
  });

  it.each<[unknown, RegExp]>([
    ...[undefined, null, 7, {}, '', 'example.com/hook', '/hook'].map((text): [unknown, RegExp] => [
      text,
      NO_URL,
    ]),
    ['https://', NO_URL],
    ['https://[::1%25eth0]/', NO_URL],
    ['https://example.com:65536/', NO_URL],
    ['https://example.com:-1/', NO_URL],
    ['https://example.com:x/', NO_URL],
    ['ftp://example.com', NO_HOST],
    ['ftp://example.com/https://example.com', NO_HOST],
    ['file:///etc/passwd', NO_HOST],
    ['javascript:alert(1)', NO_HOST],
    ['ws://example.com', NO_HOST],
    ['example.com:443', NO_HOST],
    ['https:example.com', NO_HOST],
    ['https:/example.com', NO_HOST],
    ['http:///example.com', NO_HOST],
    ['https:////example.com/a', NO_HOST],
    [' https://example.com/', BLANKS],
    ['https://exa mple.com', BLANKS],
    ['https://example.com/a b', BLANKS],
    ['https://example.com/\u2003', BLANKS],
    ['https:\\\\example.com', BACKSLASHES],
    ['https://example.com\\@10.0.0.1/', BACKSLASHES],
    ['https://example.com/a\\b', BACKSLASHES],
    ['https://user@example.com', CREDENTIALS],
    ['https://user:secret@example.com', CREDENTIALS],
    ['https://:secret@example.com', CREDENTIALS],
  ])('is rejected if it is %j', (text, words) => {
    expect(message(text)).toMatch(words);
  });

  it.each([
    ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)),
    '\u007f',
    '\u0080',
    '\u009f',
  ])('is rejected with the control character %j in any position', (control) => {
    for (const text of [
      `${control}https://example.com/a`,
      `ht${control}tps://example.com/a`,
      `https://exam${control}ple.com/a`,
      `https://example.com/a${control}b`,
      `https://example.com/?a=${control}`,
      `https://example.com/a${control}`,
    ]) {
      expect(message(text)).toBe('url must not contain control characters');
    }
  });

  it.each(['a..example.com', '.example.com', 'example.com..', '.', '..'])(
    'is rejected with an empty label in its host: %s',
    (host) => {
      for (const allowed of ['public', 'public-and-loopback'] as const) {
        expect(message(`https://${host}/`, allowed)).toBe('url must name a host without empty labels');
      }
    },
  );

  it('has at most 2,048 characters, with its fragment and as it is sent', () => {
    const long = (length: number, letter = 'a') => 'https://example.com/'.padEnd(length, letter);
    const tooLong = 'url must be at most 2048 characters long';
    expect(message(long(2_048))).toMatch(/^accepted/);
    expect(message(long(2_049))).toBe(tooLong);
    expect(message(long(1_000, 'ü'))).toBe(tooLong);
    expect(message(`https://example.com/${'#'.padEnd(2_048, 'a')}`)).toBe(tooLong);
  });

  it('may name ports of web servers, and none of other protocols', () => {
    for (const port of [443, 3000, 8080, 8443, 65_535]) {
      expect(message(`https://example.com:${port}/`)).toMatch(/^accepted/);
    }
    for (const port of [
      ...[0, 1, 22, 23, 25, 53, 445, 1433, 1521, 3306, 3389, 5432, 5984, 6379, 6667],
      ...[9200, 9300, 11211, 27017],
    ]) {
      expect(message(`https://example.com:${port}/`, 'public-and-loopback')).toContain(
        `must not name port ${port},`,
      );
    }
  });

  it.each([...LOOPBACK_SPELLINGS, ...PRIVATE_ADDRESSES, ...PRIVATE_NAMES])(
    'is rejected in deployed stages if it names %s',
    (host) => {
      for (const port of ['', ':8080']) {
        expect(message(`https://${host}${port}/`)).toMatch(/^url must name a public host: \S+ is /);
      }
    },
  );

  it('may name this machine in the local stage, and no other private address', () => {
    for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', 'receiver:3000']) {
      expect(message(`http://${host}/`, 'public-and-loopback')).toMatch(/^accepted/);
    }
    for (const host of PRIVATE_ADDRESSES) {
      expect(message(`http://${host}/`, 'public-and-loopback')).toMatch(/^url must name a public host/);
    }
  });

  it('returns its own result unchanged', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (text) => {
        const reading = readWebhookUrl(text, 'public');
        return !reading.ok || message(reading.url) === `accepted: ${reading.url}`;
      }),
    );
  });

  it('is never accepted with a blocked IPv4 address in any number base', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const base = fc.constantFrom<(value: number) => string>(
      (value) => String(value),
      (value) => `0x${value.toString(16)}`,
      (value) => `0${value.toString(8)}`,
    );
    fc.assert(
      fc.property(byte, byte, byte, base, base, base, base, (b, c, d, ...[w, x, y, z]) => {
        const host = `${w(10)}.${x(b)}.${y(c)}.${z(d)}`;
        return message(`https://${host}/`).endsWith(`: 10.${b}.${c}.${d} is a private address`);
      }),
    );
  });
});

describe('a URL', () => {
  it.each([
    ['https://example.com:8080/a', 'example.com'],
    ['https://[2606:4700::1111]/a', '2606:4700::1111'],
  ])('%s has the host %s', (url, host) => {
    expect(receiverHost(new URL(url))).toBe(host);
  });
});

describe('a failed attempt', () => {
  it.each(['dns', 'connect', 'tls', 'headers'] as const)('has timed out at the stage %s', (stage) => {
    expect(timedOut(stage, 2_500)).toEqual({
      error: 'timeout',
      detail: expect.stringMatching(/^Within 2\.5 s /),
    });
  });

  it.each<[SendStage, string, string, RegExp]>([
    ['dns', 'ECONNREFUSED', 'dns', /host name was not resolved/],
    ['connect', 'ECONNREFUSED', 'connect', /refused the connection/],
    ['connect', 'ETIMEDOUT', 'connect', /did not accept/],
    ['connect', 'EHOSTUNREACH', 'connect', /cannot be reached/],
    ['connect', 'EPIPE', 'connect', /No connection was made/],
    ['tls', 'CERT_HAS_EXPIRED', 'tls', /has expired/],
    ['tls', 'SELF_SIGNED_CERT_IN_CHAIN', 'tls', /unknown authority/],
    ['tls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', /without those of its authorities/],
    ['tls', 'ECONNRESET', 'tls', /TLS 1\.2 or later/],
    ['headers', 'ERR_SSL_BAD_RECORD', 'tls', /TLS 1\.2 or later/],
    ['headers', 'HPE_HEADER_OVERFLOW', 'protocol', /headers are too long/],
    ['headers', 'HPE_INVALID_VERSION', 'protocol', /not valid HTTP/],
    ['headers', 'ECONNRESET', 'reset', /before it answered/],
    ['headers', 'NOT_HPE_', 'reset', /before it answered/],
    ['headers', 'NOT_ERR_SSL_', 'reset', /before it answered/],
    ['body', 'ECONNRESET', 'reset', /before its answer was complete/],
  ])('has ended at the stage %s with %s: %s', (stage, code, error, detail) => {
    expect(connectionFailure(stage, Object.assign(new Error(), { code }))).toEqual({
      error,
      detail: expect.stringMatching(detail),
    });
  });

  it.each([
    ...[200, 204, 299].map((status) => [status, undefined] as const),
    ...[300, 301, 399].map((status) => [status, 'redirect'] as const),
    ...[199, 400, 404, 500].map((status) => [status, 'status'] as const),
  ])('has the status %d: %s', (status, error) => {
    expect(failedStatus(status)?.error).toBe(error);
    if (error !== undefined) expect(failedStatus(status)?.detail).toContain(String(status));
  });
});
