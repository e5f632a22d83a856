import { markdownTable } from '../capacity/markdown-table.ts';
import type { Run, ScenarioRuns } from './scenarios.ts';
import type { SimulatedCall } from './simulate-authorizer.ts';

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

const countOf = (calls: readonly SimulatedCall[], outcome: SimulatedCall['outcome']): number =>
  calls.reduce((count, call) => (call.outcome === outcome ? count + 1 : count), 0);

const peakOf = (calls: readonly SimulatedCall[]): number =>
  calls.reduce((peak, { running }) => Math.max(peak, running), 0);

const throttledOf = ({ calls }: Run): string => {
  const throttled = countOf(calls, 'throttled');
  return throttled === 0 ? '0' : `**${whole(throttled)}**`;
};

/** Calls, executions and rejections of each scenario, before and with the derived reservation. */
export function scenarioTable(all: readonly ScenarioRuns[]): string {
  return markdownTable(
    [
      'arrivals in 20 s',
      'calls',
      '429 by the account',
      '100 reserved: at once',
      'cold starts',
      'throttled',
      'derived reservation',
      'at once',
      'cold starts',
      'throttled',
      'provisioned',
      'throttled',
    ],
    all.map(({ scenario, former, required, provisioned }) => [
      scenario.name,
      whole(required.calls.length),
      whole(countOf(required.calls, 'limited')),
      whole(peakOf(former.calls)),
      whole(countOf(former.calls, 'cold')),
      throttledOf(former),
      whole(required.reserved),
      whole(peakOf(required.calls)),
      whole(countOf(required.calls, 'cold')),
      throttledOf(required),
      whole(provisioned.provisioned),
      throttledOf(provisioned),
    ]),
  );
}

/** Ends of the intervals in milliseconds; the burst begins at 0. */
const MOMENTS = [0, 100, 250, 500, 750, 1_000, 2_000, 5_000, 10_000] as const;

/** Maximum concurrent executions in each interval, with cold starts and throttled calls in brackets. */
export function concurrencyTable(all: readonly ScenarioRuns[]): string {
  const heads = MOMENTS.map((until, index) =>
    index === 0 ? 'before' : `${(MOMENTS[index - 1] ?? 0) / 1_000} to ${until / 1_000} s`,
  );
  const rows = all
    .filter(({ scenario }) => scenario.isShownOverTime)
    .flatMap(({ scenario, former, required }) =>
      [former, required].map((run) => [
        scenario.name,
        whole(run.reserved),
        ...MOMENTS.map((until, index) => {
          const from = index === 0 ? Number.NEGATIVE_INFINITY : (MOMENTS[index - 1] ?? 0);
          const calls = run.calls.filter(({ at }) => at >= from && at < until);
          const cold = countOf(calls, 'cold');
          const throttled = countOf(calls, 'throttled');
          const parts = [
            ...(cold === 0 ? [] : [`${whole(cold)} cold`]),
            ...(throttled === 0 ? [] : [`**${whole(throttled)} throttled**`]),
          ];
          return `${whole(peakOf(calls))}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
        }),
      ]),
    );
  return markdownTable(['arrivals', 'reserved', ...heads], rows);
}
