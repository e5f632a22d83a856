import type { Recording, Samples } from '../../support/cloudwatch/evaluate-alarm.ts';

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
/** One sample in every so many minutes. */
const every = (interval: number, count: number, sample: number): Samples =>
  Array.from({ length: count }, (_, minute) => (minute % interval === 0 ? [sample] : []));
const of = (metric: Samples): Recording => ({ metric });

const QUIET = { 'nothing is counted': of(none(30)), 'nothing goes wrong': of(minutes(30, 0)) };

/** A single failure after ten minutes without one. */
const ON_FIRST = {
  isActive: { 'one in half an hour': [of(after(minutes(10, 0), minutes(1, 1), minutes(19, 0))), 15] },
  isSilent: QUIET,
} as const;

/** A single failure of one function, while the metrics of the others are absent. */
const ONE_OF_SEVERAL = {
  isActive: {
    'one in half an hour': [{ function0: after(minutes(10, 0), minutes(1, 1), minutes(19, 0)) }, 15],
  },
  isSilent: {
    'nothing is counted': { function0: none(30) },
    'nothing goes wrong': { function0: minutes(30, 0) },
  },
} as const;

/** The first of the metrics that functions count, and another. */
const ONE_COUNTED = {
  isActive: {
    'one in half an hour': [{ metric0: after(minutes(10, 0), minutes(1, 1), minutes(19, 0)) }, 15],
    'one of another metric': [{ metric1: after(minutes(10, 0), minutes(1, 1), minutes(19, 0)) }, 15],
  },
  isSilent: {
    'nothing is counted': { metric0: none(30) },
    'nothing goes wrong': { metric0: minutes(30, 0), metric1: minutes(30, 0) },
  },
} as const;

const DAY = 24 * 60;
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

export const BEHAVIOURS: readonly Behaviour[] = [
  { alarms: /^(api|webhooks|search|market|rfps)-functions-error$/, ...ONE_OF_SEVERAL },
  { alarms: /-(failed-events|dead-letters)$/, ...ON_FIRST },
  { alarms: /^webhooks-delivery-given-up$/, ...ONE_COUNTED },
  { alarms: /^api-(terminals|diesel)-stale$/, ...ONE_COUNTED },
  { alarms: /^api-market-unreadable$/, ...ONE_COUNTED },
  {
    alarms: /^api-domain-certificate-expires-in45-days$/,
    isActive: { 'it is not renewed': [of(after(minutes(DAY, 46), minutes(DAY, 45))), 2 * DAY] },
    isSilent: { 'there is time': of(minutes(2 * DAY, 46)), 'there is no certificate': of(none(2 * DAY)) },
  },
  {
    alarms: /^api-domain-certificate-expires-in7-days$/,
    isActive: { 'a week is left': [of(after(minutes(DAY, 8), minutes(DAY, 7))), 2 * DAY] },
    isSilent: { 'there is time': of(minutes(2 * DAY, 8)) },
  },
  {
    alarms: /^(api|webhooks|rfps)-release-(canary-)?new-versions[01](-1)+$/,
    isActive: {
      'one of the new versions crashes once': [{ crashes1: after(minutes(10, 0), minutes(1, 1)) }, 11],
      'the other logs an error, and nothing else is known': [{ failures0: after(none(3), minutes(1, 1)) }, 4],
    },
    isSilent: {
      'no calls': { crashes0: none(30), failures0: none(30) },
      'all is well': { crashes0: minutes(30, 0), crashes1: minutes(30, 0) },
    },
  },
  {
    // The last group can have one function.
    alarms: /^(api|webhooks|rfps)-release-(canary-)?new-versions(?:[2-9]|1\d)(-1)+$/,
    isActive: {
      'a new version crashes once': [{ crashes0: after(minutes(10, 0), minutes(1, 1)) }, 11],
      'it logs an error, and nothing else is known': [{ failures0: after(none(3), minutes(1, 1)) }, 4],
    },
    isSilent: {
      'no calls': { crashes0: none(30), failures0: none(30) },
      'all is well': { crashes0: minutes(30, 0), failures0: minutes(30, 0) },
    },
  },
  { alarms: /^api-(server-error|unknown-gateway-key)$/, ...ON_FIRST },
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
  { alarms: /^(rfps-work|market-uploads)-waiting$/, ...lasting(3, HOUR - 1, HOUR) },
  { alarms: /^rfps-changes-late$/, ...twice(LATE * 1000, 3 * LATE * 1000) },
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
  {
    alarms: /^monitoring-probe-failing$/,
    isActive: {
      'three runs in a row fail': [of(after(every(5, 10, 0), every(5, 15, 1))), 25],
      // Two periods more: values that are there count for as long as CloudWatch looks back.
      'it does not run any more': [of(after(every(5, 15, 0), none(45))), 40],
    },
    isSilent: {
      'it runs': of(every(5, 60, 0)),
      'two runs fail': of(after(every(5, 15, 0), every(5, 10, 1), every(5, 15, 0))),
      'a run is missing': of(after(every(5, 15, 0), none(5), every(5, 15, 0))),
    },
  },
  {
    alarms: /^monitoring-probe-webhooks-missing$/,
    isActive: {
      'none arrives': [{ sent: every(5, 30, 1) }, 15],
      'they arrive no more': [{ sent: every(5, 45, 1), received: after(every(5, 15, 1), none(30)) }, 30],
    },
    isSilent: {
      'the probe is not set up': { sent: none(60), received: none(60) },
      'all arrive': { sent: every(5, 60, 1), received: every(5, 60, 1) },
      'they arrive in the next period': {
        sent: every(5, 60, 1),
        received: after(none(5), every(5, 55, 1)),
      },
      'the probe fails, so that none is sent': {
        sent: after(every(5, 15, 1), none(45)),
        received: after(every(5, 15, 1), none(45)),
      },
    },
  },
  {
    alarms: /^search-alarms-unusable$/,
    isActive: {
      'the index is lost': [{ red: after(minutes(10, 0), minutes(5, 1)), blocked: minutes(15, 0) }, 15],
      'writes are rejected, and nothing else is known': [{ blocked: after(none(10), minutes(5, 1)) }, 15],
    },
    isSilent: {
      'all is well': { red: minutes(30, 0), blocked: minutes(30, 0) },
      'no data': { red: none(30), blocked: none(30) },
    },
  },
  { alarms: /^search-alarms-yellow$/, ...lasting(3, 0, 1) },
  { alarms: /^search-alarms-node-missing$/, ...lasting(12, 3, 2) },
  {
    alarms: /^search-alarms-storage$/,
    isActive: { 'a quarter is left': [of(after(minutes(10, 9_000, 8_000), minutes(5, 9_000, 2_560))), 15] },
    isSilent: { 'more is left': of(minutes(30, 9_000, 2_561)), 'no data': of(none(30)) },
  },
  { alarms: /^search-alarms-cpu$/, ...lasting(6, 79, 80) },
  { alarms: /^search-alarms-memory$/, ...lasting(3, 89, 90) },
  { alarms: /^search-alarms-late$/, ...twice(899_999, 900_000) },
  {
    alarms: /^monitoring-tables-throttled(\d|-indexes)$/,
    isActive: {
      'reads and writes together': [{ metric0: minutes(10, 10), metric1: minutes(10, 10) }, 10],
      'only writes of one table': [{ metric1: after(none(5), minutes(10, 20)) }, 15],
      'several tables together': [{ metric0: minutes(10, 10), metric3: minutes(10, 10) }, 10],
    },
    isSilent: {
      'nothing is throttled': { metric0: none(30), metric1: none(30) },
      'some are, for long': { metric0: minutes(60, 10), metric1: minutes(60, 9) },
      'many are, for five minutes': { metric0: after(minutes(5, 100), none(25)) },
    },
  },
  {
    alarms: /^monitoring-tables-failing$/,
    isActive: { 'it fails twice a minute': [of(minutes(10, 1, 1)), 10] },
    isSilent: {
      'it is well': of(none(30)),
      'a single error': of(after(minutes(1, 9), none(29))),
      'one in a minute': of(minutes(60, 1)),
      'a bad moment': of(after(minutes(5, 100), none(25))),
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

/** Minutes in which a burn-rate page becomes active, and whether it has ended an hour after the cause. */
export interface PageBehaviour {
  readonly page: RegExp;
  readonly isActive: Readonly<Record<string, readonly [Recording, number]>>;
  readonly isSilent: Readonly<Record<string, Recording>>;
}

const repeated = (count: number, value: number) => Array.from({ length: count }, () => value);
/** `bad` of 100 calls in each minute take 7 seconds, the others 50 ms. */
const slow = (count: number, bad: number): Samples =>
  minutes(count, ...repeated(bad, 7_000), ...repeated(100 - bad, 50));
/** `bad` of 100 calls in each minute get 5xx. */
const failing = (count: number, bad: number): Samples =>
  minutes(count, ...repeated(bad, 1), ...repeated(100 - bad, 0));

const BUSY = calls(720, 100);

export const PAGE_BEHAVIOURS: readonly PageBehaviour[] = [
  {
    page: /^api-objective-pricing-available$/,
    isActive: {
      // 1.44% of an hour with 6,000 calls are 87 calls.
      'all calls fail in a busy hour': [
        { errors0: after(failing(120, 0), failing(60, 100)), calls0: calls(180, 100) },
        121,
      ],
      'one call in fifty fails': [
        { errors0: after(failing(120, 0), failing(120, 2)), calls0: calls(240, 100) },
        164,
      ],
      'one in a hundred fails, which the hour allows': [
        { errors1: after(failing(360, 0), failing(360, 1)), calls1: BUSY },
        576,
      ],
      'one call in ten minutes, and all fail': [{ errors0: every(10, 60, 1), calls0: every(10, 60, 1) }, 41],
    },
    isSilent: {
      'no calls': { errors0: none(720), calls0: none(720) },
      'all is well': { errors0: failing(720, 0), calls0: BUSY },
      'one call fails, and it is the only one': {
        errors0: after(minutes(1, 1), none(719)),
        calls0: calls(1, 1),
      },
      'four calls fail, and no other is made': { errors0: calls(4, 1), calls0: calls(4, 1) },
      'one call in a thousand fails, as the objective allows': {
        errors0: Array.from({ length: 720 }, (_, minute) => [...repeated(99, 0), minute % 10 === 0 ? 1 : 0]),
        calls0: BUSY,
      },
    },
  },
  {
    page: /^api-objective-other-available$/,
    isActive: {
      'all operations fail': [
        { errorsOfApi: after(failing(60, 0), failing(60, 100)), callsOfApi: calls(120, 100) },
        62,
      ],
    },
    isSilent: {
      'only rates fail, which are counted there': {
        errorsOfApi: failing(120, 100),
        callsOfApi: calls(120, 100),
        errors0: failing(120, 100),
        calls0: calls(120, 100),
      },
      'one in two hundred fails, as the objective allows': {
        errorsOfApi: Array.from({ length: 720 }, (_, minute) => [...repeated(99, 0), minute % 2]),
        callsOfApi: BUSY,
      },
    },
  },
  {
    page: /^api-objective-pricing-fast$/,
    isActive: {
      'all calls are slow': [{ fast0: slow(60, 100), calls0: slow(60, 100) }, 1],
      'one in ten is slow': [
        {
          fast0: after(slow(360, 0), slow(360, 10)),
          calls0: after(slow(360, 0), slow(360, 10)),
        },
        576,
      ],
    },
    isSilent: {
      'no calls': { fast0: none(720), calls0: none(720) },
      'cold starts at little traffic': { fast0: every(60, 200, 7_000), calls0: every(60, 200, 7_000) },
      'one in a hundred is slow': { fast0: slow(720, 1), calls0: slow(720, 1) },
    },
  },
  {
    page: /^api-objective-other-fast$/,
    isActive: { 'all calls are slow': [{ fastOfApi: slow(60, 100), callsOfApi: slow(60, 100) }, 1] },
    isSilent: {
      'only rates are slow, which are counted there': {
        fastOfApi: slow(60, 100),
        callsOfApi: slow(60, 100),
        fast0: slow(60, 100),
        calls0: slow(60, 100),
      },
    },
  },
  {
    page: /^webhooks-objective-in-time$/,
    isActive: {
      'all take a quarter of an hour': [
        { inTime0: minutes(60, 900, 900), deliveries0: minutes(60, 900, 900) },
        3,
      ],
      'those of slow receivers do': [
        {
          inTime0: minutes(120, 1),
          deliveries0: minutes(120, 1),
          inTime1: minutes(120, 900),
          deliveries1: minutes(120, 900),
        },
        5,
      ],
    },
    isSilent: {
      'nothing is delivered': { inTime0: none(720), deliveries0: none(720) },
      'all take ten minutes': { inTime0: minutes(720, 600), deliveries0: minutes(720, 600) },
      'four are late': { inTime0: calls(4, 900).map(() => [900]), deliveries0: calls(4, 1) },
    },
  },
];
