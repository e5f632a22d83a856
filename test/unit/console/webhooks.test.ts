import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EVENT_NAMES as API_EVENTS } from '../../../shared/webhooks/events/event-names.ts';
import { readWebhookUrl } from '../../../shared/webhooks/receiver-guard/webhook-url.ts';
import { MAX_WEBHOOKS as API_LIMITS } from '../../../shared/webhooks/store/webhook.ts';
import { endOfMinute, localTime, utcTime } from '../../../web/console/src/format/local-time.ts';
import {
  attemptResult,
  nextLook,
  requestHeaders,
} from '../../../web/console/src/webhooks/deliveries/attempt-texts.ts';
import {
  changeFilter,
  isFiltered,
  isReversed,
  NO_FILTER,
  readDeliveryFilter,
  STATUSES,
  writeDeliveryFilter,
} from '../../../web/console/src/webhooks/deliveries/delivery-filter.ts';
import { EVENT_NAMES, isEventName } from '../../../web/console/src/webhooks/event-texts.ts';
import {
  busyHours,
  durationText,
  rateText,
  readHours,
} from '../../../web/console/src/webhooks/health/health-texts.ts';
import {
  changeOf,
  creationOf,
  MAX_WEBHOOKS,
  webhookErrors,
} from '../../../web/console/src/webhooks/webhook-form.ts';

it('events and limits are those of the API', () => {
  expect([...EVENT_NAMES].sort()).toEqual([...API_EVENTS].sort());
  expect(MAX_WEBHOOKS).toEqual(API_LIMITS);
  expect([isEventName('quote.created'), isEventName('toString')]).toEqual([true, false]);
});

it('the form rejects no address that the API accepts', () => {
  const addresses = fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string());
  fc.assert(
    fc.property(addresses, (url) => {
      const isAccepted = readWebhookUrl(url, 'public-and-loopback').ok;
      if (isAccepted) expect(webhookErrors({ url: ` ${url} `, events: ['quote.created'] })).toEqual({});
    }),
  );
  for (const url of ['', '  ', 'example.com', 'ftp://example.com', 'https://', 'https:///x', 'javascript:1'])
    expect(webhookErrors({ url, events: [] })).toEqual({
      url: expect.any(String),
      events: 'Choose at least one event.',
    });
});

it('a body has each chosen event once, and the address only if it is new', () => {
  fc.assert(
    fc.property(fc.subarray([...EVENT_NAMES], { minLength: 1 }), fc.boolean(), (chosen, enabled) => {
      const url = 'https://example.com/hooks';
      const events = [...chosen].reverse();
      const creation = creationOf({ url: ` ${url} `, events, enabled }, 'org_1');
      expect(creation).toEqual({
        url,
        events: EVENT_NAMES.filter((name) => chosen.includes(name)),
        orgId: 'org_1',
        ...(enabled ? {} : { enabled: false }),
      });
      const webhook = { url, orgId: 'org_1' };
      expect(changeOf({ url: `${url} `, events }, webhook)).toEqual({
        events: creation.events,
        orgId: 'org_1',
      });
      expect(changeOf({ url: `${url}/2`, events }, webhook).url).toBe(`${url}/2`);
    }),
  );
});

const anyTime = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T23:59:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

const filters = fc.record({
  status: fc.constantFrom('' as const, ...STATUSES.map(({ value }) => value)),
  event: fc.constantFrom('' as const, ...EVENT_NAMES),
  since: fc.oneof(fc.constant(''), anyTime),
  until: fc.oneof(fc.constant(''), anyTime),
  cursor: fc.constantFrom('', 'dlv_1M4BMXGM0007Z3K9M2QX4T8V1BN'),
});

it('the filter of deliveries survives the address, and a change of it starts with the newest', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const read = readDeliveryFilter(new URLSearchParams(writeDeliveryFilter(filter)));
      expect(read).toEqual(filter);
      expect(changeFilter(filter, { status: 'failed' })).toEqual({ ...filter, status: 'failed', cursor: '' });
      expect(isFiltered({ ...NO_FILTER, cursor: filter.cursor })).toBe(false);
      expect(isReversed(filter)).toBe(
        filter.since !== '' && filter.until !== '' && Date.parse(filter.since) > Date.parse(filter.until),
      );
    }),
  );
});

it('an invalid filter becomes the default, whatever the address has', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const names = ['status', 'event', 'since', 'until', 'cursor'];
      const parameters = Object.fromEntries(names.map((name) => [name, `${text}!`]));
      const read = readDeliveryFilter(new URLSearchParams(parameters));
      expect(read).toEqual(NO_FILTER);
    }),
  );
  expect(readDeliveryFilter(new URLSearchParams('since=2026&until=+010000-01-01T00:00:00.000Z'))).toEqual(
    NO_FILTER,
  );
});

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

it('a success rate is 100% only without failures', () => {
  expect([null, 0, 0.9999, 1].map(rateText)).toEqual(['No attempts', '0%', '99.99%', '100%']);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999 }), (rate) => {
      expect(rateText(rate / 10_000)).not.toBe('100%');
    }),
  );
  expect([0.4, 12, 999, 1_000, 5_600].map(durationText)).toEqual(['0 ms', '12 ms', '999 ms', '1 s', '5.6 s']);
  expect([readHours(null), readHours('168'), readHours('5'), readHours('x')]).toEqual([24, 168, 24, 24]);
});

it('the figures list the hours with attempts, newest first', () => {
  const hour = (startsAt: string, attempts: number) => ({
    startsAt,
    attempts,
    succeeded: attempts,
    failed: 0,
    successRate: null,
    latencyMs: null,
  });
  const hours = [hour('2026-03-02T00', 1), hour('2026-03-02T01', 0), hour('2026-03-02T02', 2)];
  expect(busyHours(hours).map(({ startsAt }) => startsAt)).toEqual(['2026-03-02T02', '2026-03-02T00']);
});

it('an attempt states its status, or why it has none', () => {
  const attempt = { number: 2, startedAt: '', url: '' };
  expect(attemptResult({ ...attempt, responseStatus: 204 })).toBe('HTTP 204');
  expect(attemptResult({ ...attempt, responseStatus: 500, error: 'status' })).toBe('HTTP 500');
  expect(attemptResult({ ...attempt, responseStatus: 302, error: 'redirect' })).toBe('HTTP 302: Redirect');
  expect(attemptResult({ ...attempt, error: 'timeout' })).toBe('No answer within 5 seconds');
  expect(requestHeaders({ id: 'dlv_1', eventId: 'evt_1' }, attempt)).toContainEqual([
    'X-Delivery-Attempt',
    '2',
  ]);
});

it('pending deliveries are read again when the next attempt is due, neither too often nor never', () => {
  const now = Date.parse('2026-03-02T10:00:00Z');
  const pending = (nextAttemptAt: string) => ({ status: 'pending' as const, nextAttemptAt });
  expect(nextLook([{ status: 'delivered' }, { status: 'failed' }], now)).toBe(false);
  expect(nextLook([pending('2026-03-02T10:00:20Z'), pending('2026-03-02T10:30:00Z')], now)).toBe(20_000);
  expect(nextLook([pending('2026-03-02T22:00:00Z')], now)).toBe(60_000);
  expect(nextLook([pending('2026-03-02T09:00:00Z')], now)).toBe(1_500);
  expect(nextLook([{ status: 'pending' }], now)).toBe(1_500);
});
