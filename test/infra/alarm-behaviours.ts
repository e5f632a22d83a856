import type { Recording, Samples } from '../support/cloudwatch/evaluate-alarm.ts';

/** States of an alarm over recorded metrics. */
export interface Behaviour {
  /** Matches alarm names without environment and severity. */
  readonly alarms: RegExp;
  /** By scenario: the metrics, and the minute in which the alarm becomes active. */
  readonly isActive: Readonly<Record<string, readonly [Recording, number]>>;
  readonly isSilent: Readonly<Record<string, Recording>>;
  /** Account quota, if the alarm uses one. */
  readonly quota?: number;
}

const minutes = (count: number, ...samples: readonly number[]): Samples =>
  Array.from({ length: count }, () => samples);
const none = (count: number): Samples => minutes(count);
/** `each` samples of 1 per minute. */
const calls = (count: number, each: number): Samples =>
  minutes(count, ...Array.from({ length: each }, () => 1));
const after = (...parts: readonly Samples[]): Samples => parts.flat();
const of = (metric: Samples): Recording => ({ metric });

const QUIET = { 'nothing is counted': of(none(30)), 'nothing goes wrong': of(minutes(30, 0)) };

/** A single failure after ten minutes without one. */
const ON_FIRST = {
  isActive: { 'one in half an hour': [of(after(minutes(10, 0), minutes(1, 1), minutes(19, 0))), 15] },
  isSilent: QUIET,
} as const;

const LATE = 301;
const HOUR = 3_600;

/** 2 of the last 3 five-minute periods. */
const twice = (good: number, bad: number) =>
  ({
    isActive: {
      'ten bad minutes': [of(after(minutes(10, good), minutes(10, bad), minutes(10, good))), 20],
      'every other five minutes': [
        of(after(minutes(5, bad), minutes(5, good), minutes(5, bad), minutes(5, good))),
        15,
      ],
    },
    isSilent: {
      'nothing is there': of(none(30)),
      'all is well': of(minutes(30, good)),
      'five bad minutes': of(after(minutes(10, good), minutes(5, bad), minutes(15, good))),
    },
  }) as const;

/** `count` consecutive five-minute periods. */
const lasting = (count: number, good: number, bad: number) =>
  ({
    isActive: {
      'bad for long enough': [of(after(minutes(10, good), minutes(5 * count, bad))), 10 + 5 * count],
    },
    isSilent: {
      'nothing is there': of(none(5 * count + 30)),
      'all is well': of(minutes(5 * count + 30, good)),
      'bad, but not for long enough': of(
        after(minutes(10, good), minutes(5 * (count - 1), bad), minutes(10, good)),
      ),
    },
  }) as const;

const latency = (slow: number, tier: RegExp): Behaviour => ({
  alarms: tier,
  isActive: {
    'one operation is slow for a quarter of an hour': [
      { operation0: minutes(30, 50), operation1: after(minutes(10, 90), minutes(15, slow + 1)) },
      25,
    ],
    'two calls in a hundred are slow': [
      { operation0: minutes(15, ...Array.from({ length: 100 }, (_, call) => (call < 98 ? 50 : slow + 1))) },
      15,
    ],
  },
  isSilent: {
    'no calls': { operation0: none(30) },
    'all are fast': { operation0: minutes(30, 50), operation1: minutes(30, slow) },
    'ten slow minutes': { operation0: after(minutes(10, slow + 1), minutes(15, 50)) },
    'one call in two hundred is slow': {
      operation0: minutes(30, ...Array.from({ length: 200 }, (_, call) => (call === 0 ? slow + 1 : 50))),
    },
  },
});

export const BEHAVIOURS: readonly Behaviour[] = [
  { alarms: /^(api|webhooks|search|market)-(?!server-).*-error$/, ...ON_FIRST },
  { alarms: /-(delivery-given-up|failed-events|dead-letters)$/, ...ON_FIRST },
  { alarms: /-(terminal-snapshot-broken|terminals-unreadable)$/, ...ON_FIRST },
  { alarms: /-diesel-(stale|broken|unreadable)$/, ...ON_FIRST },
  { alarms: /-market-unreadable$/, ...ON_FIRST },
  {
    alarms: /^(api|webhooks)-release-(canary-)?new-versions\d(-1)+$/,
    isActive: {
      'one of the new versions crashes once': [{ crashes1: after(minutes(10, 0), minutes(1, 1)) }, 11],
      'the other logs an error, and nothing else is known': [{ failures0: after(none(3), minutes(1, 1)) }, 4],
    },
    isSilent: {
      'no calls': { crashes0: none(30), failures0: none(30) },
      'all is well': { crashes0: minutes(30, 0), crashes1: minutes(30, 0) },
    },
  },
  { alarms: /^api-(server-error|unknown-gateway-key)$/, ...ON_FIRST },
  {
    alarms: /^api-server-error-rate$/,
    isActive: {
      'every call fails for ten minutes': [{ errors: calls(10, 10), calls: calls(10, 10) }, 10],
      'few call, and all fail': [{ errors: calls(15, 1), calls: calls(15, 1) }, 10],
      'one in twenty fails': [{ errors: minutes(15, 1, 1), calls: calls(15, 40) }, 10],
    },
    isSilent: {
      'no calls': { errors: none(30), calls: none(30) },
      'all is well': { errors: minutes(30, 0), calls: calls(30, 20) },
      'four of four fail, and then no more': {
        errors: after(calls(4, 1), none(26)),
        calls: after(calls(4, 1), none(26)),
      },
      'one in a hundred fails': { errors: calls(30, 1), calls: calls(30, 100) },
      'all fail for five minutes': {
        errors: after(calls(5, 20), none(25)),
        calls: calls(30, 20),
      },
    },
  },
  {
    alarms: /^api-authorizer-failures$/,
    isActive: {
      'it fails five times': [{ errors: after(none(10), calls(5, 1)), throttles: minutes(15, 0) }, 15],
      'it is throttled, without other metrics': [{ throttles: calls(5, 1) }, 5],
      'both together': [{ errors: minutes(5, 1, 0), throttles: minutes(5, 1) }, 5],
    },
    isSilent: {
      'no calls': { errors: none(30) },
      'four failures in five minutes': { errors: after(calls(4, 1), none(26)), throttles: none(30) },
    },
  },
  latency(6_000, /^api-latency-pricing$/),
  latency(3_000, /^api-latency-(rates|quotes|webhooks)$/),
  {
    alarms: /-fell-back$/,
    ...twice(0, 1),
  },
  { alarms: /^webhooks-delivery-(quote-events-late)$/, ...twice(LATE * 100, LATE * 1000) },
  { alarms: /^webhooks-delivery-(events-waiting|overdue)$/, ...twice(120, LATE) },
  {
    alarms: /^webhooks-delivery-stuck$/,
    isActive: {
      'one delivery, looked at once an hour': [
        of(after(minutes(20, 0), minutes(1, HOUR + 1), minutes(59, 0))),
        25,
      ],
    },
    isSilent: {
      'nothing is due': of(minutes(120, 0)),
      'late, and yet below an hour': of(minutes(120, HOUR - 1)),
    },
  },
  { alarms: /^webhooks-delivery-deferred$/, ...lasting(3, HOUR - 1, HOUR) },
  {
    alarms: /^webhooks-delivery-success$/,
    isActive: {
      'all attempts of both queues fail': [{ failed0: minutes(15, 10), failed1: minutes(15, 10) }, 15],
      'more than half fail': [
        { succeeded0: minutes(15, 20), failed0: minutes(15, 10), failed1: minutes(15, 11) },
        15,
      ],
      'they begin to fail': [
        {
          succeeded0: after(minutes(15, 100), minutes(15, 0)),
          failed0: after(minutes(15, 0), minutes(15, 100)),
        },
        30,
      ],
    },
    isSilent: {
      'nothing is sent': { succeeded0: none(60) },
      'few attempts, all fail': { failed0: minutes(60, 9) },
      'half succeed': { succeeded0: minutes(60, 50), failed1: minutes(60, 50) },
      'ten bad minutes': {
        succeeded0: after(none(10), minutes(20, 50)),
        failed0: after(minutes(10, 50), none(20)),
      },
    },
  },
  { alarms: /^search-alarms-(red|writes-blocked)$/, ...ON_FIRST },
  { alarms: /^search-alarms-yellow$/, ...lasting(3, 0, 1) },
  { alarms: /^search-alarms-node-missing$/, ...lasting(12, 3, 2) },
  {
    alarms: /^search-alarms-storage$/,
    isActive: { 'a quarter is left': [of(after(minutes(10, 9_000, 8_000), minutes(5, 9_000, 2_560))), 15] },
    isSilent: { 'more is left': of(minutes(30, 9_000, 2_561)), 'no data': of(none(30)) },
  },
  { alarms: /^search-alarms-cpu$/, ...lasting(6, 79, 80) },
  { alarms: /^search-alarms-memory$/, ...lasting(3, 89, 90) },
  {
    alarms: /^search-alarms-late$/,
    isActive: { 'a quarter of an hour': [of(after(minutes(10, 60_000), minutes(5, 900_000))), 15] },
    isSilent: { 'some minutes': of(minutes(30, 899_999)), 'nothing changes': of(none(30)) },
  },
  {
    alarms: /^monitoring-tables-[a-z]+-throttled$/,
    isActive: {
      'reads and writes together': [{ reads: minutes(10, 10), writes: minutes(10, 10) }, 10],
      'only writes': [{ writes: after(none(5), minutes(10, 20)) }, 15],
    },
    isSilent: {
      'nothing is throttled': { reads: none(30), writes: none(30) },
      'some are, for long': { reads: minutes(60, 10), writes: minutes(60, 9) },
      'many are, for five minutes': { reads: after(minutes(5, 100), none(25)) },
    },
  },
  {
    alarms: /^monitoring-tables-[a-z]+-failing$/,
    isActive: { 'it fails twice a minute': [{ operation0: minutes(10, 1, 1) }, 10] },
    isSilent: {
      'it is well': { operation0: none(30) },
      'a single error': { operation0: after(minutes(1, 9), none(29)) },
      'one in a minute': { operation0: minutes(60, 1) },
      'a bad moment': { operation0: after(minutes(5, 100), none(25)) },
    },
  },
  { alarms: /^monitoring-account-throttled$/, ...twice(0, 1) },
  {
    alarms: /^monitoring-account-concurrency-near-limit$/,
    quota: 1_000,
    isActive: {
      'four fifths for a quarter of an hour': [{ used: after(minutes(10, 100), minutes(15, 800)) }, 25],
    },
    isSilent: {
      'nothing runs': { used: none(30) },
      'less is used': { used: minutes(30, 799) },
      'a peak': { used: after(minutes(10, 1_000), minutes(20, 100)) },
    },
  },
  {
    alarms: /^monitoring-account-sweep-silent$/,
    isActive: {
      // Two periods more: values that are there count for as long as CloudWatch looks back.
      'it does not run any more': [of(after(minutes(15, 1), none(45))), 40],
      'it never ran': [of(none(30)), 5],
    },
    isSilent: {
      'it runs': of(minutes(60, 1)),
      'it misses ten minutes': of(after(minutes(15, 1), none(10), minutes(15, 1))),
    },
  },
];
