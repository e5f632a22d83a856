import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readKeyCreation } from '../../../shared/accounts/key-operations/read-key-body.ts';
import { LOAD_FILE, readLoadRow } from '../../../shared/market/importing/read-load-row.ts';
import { readSheet } from '../../../shared/sheets/read-sheet.ts';
import { EVENT_NAMES as API_EVENTS } from '../../../shared/webhooks/events/event-names.ts';
import { readWebhookUrl } from '../../../shared/webhooks/receiver-guard/webhook-url.ts';
import { onOwnOrigin } from '../../../web/console/src/files/csv-file.ts';
import { endOfMinute, localTime, utcTime } from '../../../web/console/src/format/dates.ts';
import { endOfDay, nameError } from '../../../web/console/src/settings/key-rules.ts';
import { loadTemplate } from '../../../web/console/src/uploads/template-files.ts';
import { EVENT_NAMES, webhookErrors } from '../../../web/console/src/webhooks/webhook-form.ts';

describe('the form of a key', () => {
  it('accepts the names that the service accepts', () => {
    const accepted = (name: string) =>
      readKeyCreation({ name, scopes: ['read'] }, new Date('2026-11-23T00:00:00Z')).ok;
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.constantFrom('x'.repeat(100), 'x'.repeat(101), '🚚'.repeat(100), 'a\nb', ' '),
        ),
        (name) => {
          expect(nameError(name) === undefined).toBe(accepted(name.trim()));
        },
      ),
    );
  });

  it('ends an expiry at the end of the day, also on days with a clock change', () => {
    const days = fc.date({
      min: new Date('2026-11-24T00:00:00Z'),
      max: new Date('2036-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        const end = new Date(endOfDay(day) ?? '');
        expect([end.getHours(), end.getMinutes(), end.getDate()]).toEqual([23, 59, Number(day.slice(8))]);
        const body = { name: 'x', scopes: ['read'], expiresAt: end.toISOString() };
        expect(readKeyCreation(body, new Date('2026-11-23T00:00:00Z')).ok).toBe(true);
      }),
    );
    expect([endOfDay(''), endOfDay('soon')]).toEqual([undefined, undefined]);
  });
});

it('events are those of the API', () => {
  expect([...EVENT_NAMES].sort()).toEqual([...API_EVENTS].sort());
});

it('the form rejects no address that the API accepts', () => {
  const addresses = fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string());
  fc.assert(
    fc.property(addresses, (url) => {
      const isAccepted = readWebhookUrl(url, 'public-and-loopback').ok;
      if (isAccepted) expect(webhookErrors({ url: ` ${url} `, events: ['quote.created'] })).toEqual({});
    }),
    { numRuns: 30 },
  );
  for (const url of ['', '  ', 'example.com', 'ftp://example.com', 'https://', 'https:///x', 'javascript:1'])
    expect(webhookErrors({ url, events: [] })).toEqual({
      url: expect.any(String),
      events: 'Choose at least one event.',
    });
});

const anyTime = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T23:59:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

it('a local time is the same time in UTC, to the minute', () => {
  fc.assert(
    fc.property(anyTime, (time) => {
      const local = localTime(time);
      expect(local).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
      // The hour that a clock change repeats has one text for two times.
      const difference = Date.parse(time) - Date.parse(utcTime(local));
      expect(difference % 3_600_000).toBeLessThan(60_000);
      expect(localTime(utcTime(local))).toBe(local);
      const end = endOfMinute(new Date(time)).getTime() - Date.parse(time);
      expect([end > 0, end <= 60_000]).toEqual([true, true]);
    }),
  );
  expect([localTime('soon'), utcTime(''), utcTime('275000-01-01T00:00')]).toEqual(['', '', '']);
});

describe('files of loads', () => {
  it('have a template whose rows the import accepts, also in the form of rejected rows', () => {
    const today = '2026-03-01';
    const [header, ...lines] = loadTemplate(today).trim().split('\r\n');
    for (const text of [
      loadTemplate(today),
      [`line,reason,header,value,${header}`, ...lines.map((line) => `3,is wrong,rate,CA,${line}`)].join('\n'),
    ]) {
      const { rows, style } = readSheet(new TextEncoder().encode(text), LOAD_FILE, {
        bytes: 10_000,
        rows: 10,
      });
      expect(rows.map((row) => readLoadRow(row, { style, today }))).toMatchObject([
        { row: { rate: 650, fuelIncluded: true } },
        { row: { rate: 1180.5, fuelIncluded: false } },
      ]);
    }
  });
});

it('an address keeps its path and query on the origin of the console, byte for byte', () => {
  const segment = fc.stringMatching(/^[\w.~%=&-]{0,30}$/).filter((text) => !/^(\.|%2e){1,2}$/i.test(text));
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1 }), segment, (path, query) => {
      const address = `/organizations/${path.join('/')}${query === '' ? '' : `?${query}`}`;
      expect(onOwnOrigin(`https://uploads.s3.us-east-1.amazonaws.com${address}`)).toBe(address);
    }),
  );
});
