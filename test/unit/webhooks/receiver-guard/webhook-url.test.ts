import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  normalizeStoredUrl,
  readWebhookUrl,
  receiverHost,
} from '../../../../shared/webhooks/receiver-guard/webhook-url.ts';
import { LOOPBACK_SPELLINGS } from '../loopback-spellings.ts';

const message = (text: unknown, allowed: 'public' | 'public-and-loopback' = 'public') => {
  const reading = readWebhookUrl(text, allowed);
  return reading.ok ? `accepted: ${reading.url}` : reading.message;
};

const PRIVATE_HOSTS = [
  '169.254.169.254',
  '0xA9FEA9FE',
  '10.0.0.1',
  '0',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '192.168.1.1',
];

const PRIVATE_NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'printer.local',
  'db.corp.internal',
].concat(['metadata.google.internal', 'nas.home.arpa', 'nas.home.arpa.', 'receiver', 'ⓛocalhost']);

describe('the URL of a receiver', () => {
  it('is normalized, without its fragment', () => {
    expect(readWebhookUrl('HTTPS://Example.COM.:443/a/../b?c=d%20e#f', 'public')).toEqual({
      ok: true,
      url: 'https://example.com/b?c=d%20e',
      warnings: [],
    });
    expect(message('https://bücher.example/ü')).toBe('accepted: https://xn--bcher-kva.example/%C3%BC');
  });

  it('may have a path with a URL, and a name that only contains one of private networks', () => {
    for (const url of [
      'https://internal.example.com/',
      'https://my-local.example.com/',
      'https://notlocal.io/',
    ]) {
      expect(message(url)).toBe(`accepted: ${url}`);
    }
    expect(message('ftp://example.com/https://example.com')).toMatch(/^url must start with/);
  });

  it('is rejected with the reason of its host', () => {
    expect(message('https://printer.local/')).toBe(
      'url must name a public host: printer.local is a name of private networks',
    );
    expect(message('https://local/')).toBe(
      'url must name a public host: local is a name of private networks',
    );
    expect(message('https://receiver/')).toBe(
      'url must name a public host: receiver is not a full domain name',
    );
  });

  it('is accepted with a warning if it is not encrypted', () => {
    expect(readWebhookUrl('http://example.com', 'public')).toEqual({
      ok: true,
      url: 'http://example.com/',
      warnings: [expect.stringContaining('unencrypted')],
    });
  });

  it.each([undefined, null, 7, {}, '', 'example.com/hook', '/hook', 'https://', 'https://[::1%25eth0]/'])(
    'is rejected if it is not a URL: %j',
    (text) => {
      expect(message(text)).toMatch(/^url must be a (complete )?URL such as/);
    },
  );

  it.each([
    'ftp://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ws://example.com',
    'example.com:443',
  ])('is rejected with another protocol: %s', (text) => {
    expect(message(text)).toBe('url must start with https:// or http:// and a host');
  });

  it.each(['https:example.com', 'https:/example.com', 'http:///example.com', 'https:////example.com/a'])(
    'is rejected without its two slashes: %s',
    (text) => {
      expect(message(text)).toBe('url must start with https:// or http:// and a host');
    },
  );

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

  it.each([
    ' https://example.com/',
    'https://exa mple.com',
    'https://example.com/a b',
    'https://example.com/\u2003',
  ])('is rejected with a blank: %j', (text) => {
    expect(message(text)).toMatch(/^url must not contain blanks/);
  });

  it.each(['https:\\\\example.com', 'https://example.com\\@10.0.0.1/', 'https://example.com/a\\b'])(
    'is rejected with a backslash: %j',
    (text) => {
      expect(message(text)).toMatch(/^url must not contain backslashes/);
    },
  );

  it.each(['a..example.com', '.example.com', 'example.com..', '.', '..'])(
    'is rejected with an empty label in its host: %s',
    (host) => {
      for (const allowed of ['public', 'public-and-loopback'] as const) {
        expect(message(`https://${host}/`, allowed)).toBe('url must name a host without empty labels');
      }
    },
  );

  it('loses the trailing dot before its host is checked', () => {
    expect(message('https://example.com./a')).toBe('accepted: https://example.com/a');
    expect(message('http://receiver.:3000/', 'public-and-loopback')).toBe('accepted: http://receiver:3000/');
    for (const host of ['127.0.0.1.', 'localhost.', 'db.internal.', 'receiver.']) {
      expect(message(`https://${host}/`)).toMatch(/^url must name a public host: \S+[^.] is /);
    }
  });

  it.each(['https://user@example.com', 'https://user:secret@example.com', 'https://:secret@example.com'])(
    'is rejected with credentials, without repeating them: %s',
    (text) => {
      expect(message(text)).toMatch(/^url must not contain a user name or password(?!.*secret)/);
    },
  );

  it('is named as a URL if it is empty or another value, and as an incomplete one otherwise', () => {
    expect([message(''), message(7)]).toEqual(
      ['', 7].map(() => 'url must be a URL such as https://example.com/webhooks'),
    );
    expect(message('example.com')).toBe('url must be a complete URL such as https://example.com/webhooks');
  });

  it('has at most 2,048 characters, also if its fragment is not sent', () => {
    const fragment = '#'.padEnd(2_048, 'a');
    expect(message(`https://example.com/${fragment}`)).toBe('url must be at most 2048 characters long');
  });

  it('has at most 2,048 characters, also as it is sent', () => {
    const long = (length: number, letter = 'a') => 'https://example.com/'.padEnd(length, letter);
    expect(message(long(2_048))).toMatch(/^accepted/);
    expect(message(long(2_049))).toBe('url must be at most 2048 characters long');
    expect(message(long(1_000, 'ü'))).toBe('url must be at most 2048 characters long');
  });

  it.each([1, 443, 3000, 8080, 8443, 65_535])('may name port %d', (port) => {
    if (port === 1) expect(message('https://example.com:1/')).toMatch(/port 1,/);
    else expect(message(`https://example.com:${port}/`)).toMatch(/^accepted/);
  });

  it.each([0, 22, 23, 25, 53, 445, 1433, 1521, 3306, 3389, 5432, 5984, 6379, 6667, 9200, 9300, 11211, 27017])(
    'may not name port %d',
    (port) => {
      expect(message(`https://example.com:${port}/`, 'public-and-loopback')).toContain(
        `must not name port ${port},`,
      );
    },
  );

  it.each([65_536, -1, 'x'])('is rejected with port %s', (port) => {
    expect(message(`https://example.com:${port}/`)).toMatch(/^url must be a complete URL/);
  });

  it.each(LOOPBACK_SPELLINGS)('is rejected in deployed stages if it names loopback as %s', (host) => {
    expect(message(`https://${host}/`)).toMatch(
      /^url must name a public host: \S+ is (a loopback )?an? ?\w*/,
    );
    expect(message(`https://${host}:8080/`)).toMatch(/^url must name a public host/);
  });

  it.each([...PRIVATE_HOSTS, ...PRIVATE_NAMES])('is rejected in deployed stages if it names %s', (host) => {
    expect(message(`https://${host}/`)).toMatch(/^url must name a public host: \S+ is /);
  });

  it('may name this machine in the local stage, and no other private address', () => {
    for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', 'receiver:3000']) {
      expect(message(`http://${host}/`, 'public-and-loopback')).toMatch(/^accepted/);
    }
    for (const host of PRIVATE_HOSTS) {
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

describe('a stored URL', () => {
  it('is normalized, and returned unchanged if it is invalid', () => {
    expect(normalizeStoredUrl('HTTPS://Example.com./a#b')).toBe('https://example.com/a');
    expect(normalizeStoredUrl('example.com')).toBe('example.com');
  });

  it.each([
    ['https://example.com:8080/a', 'example.com'],
    ['https://[2606:4700::1111]/a', '2606:4700::1111'],
    ['https://8.8.8.8/', '8.8.8.8'],
  ])('%s has the host %s', (url, host) => {
    expect(receiverHost(new URL(url))).toBe(host);
  });
});
