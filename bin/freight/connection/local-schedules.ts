import * as v from 'valibot';

const listing = v.object({
  schedules: v.array(v.object({ name: v.string(), expression: v.string(), next: v.optional(v.string()) })),
});

/** How a run ended. */
const ending = v.variant('outcome', [
  v.object({ outcome: v.literal('returned'), payload: v.unknown() }),
  v.object({ outcome: v.literal('failed'), errorType: v.string(), errorMessage: v.string() }),
  v.object({ outcome: v.literal('crashed'), detail: v.string() }),
  v.object({ outcome: v.picklist(['timed-out', 'throttled']) }),
]);

/** The result of a run that did not do its work. */
const unsuccessful = v.object({ outcome: v.picklist(['skipped', 'failed']), reason: v.string() });

/** What a run that returned did instead of its work; undefined if it did its work. */
export function describeUnsuccessful(payload: unknown): string | undefined {
  const parsed = v.safeParse(unsuccessful, payload);
  if (!parsed.success) return undefined;
  const { outcome, reason } = parsed.output;
  return `${outcome === 'failed' ? 'failed' : 'did nothing'}: ${reason}`;
}

export type ScheduledRun = v.InferOutput<typeof ending>;
type ListedSchedule = v.InferOutput<typeof listing>['schedules'][number];

/** The schedules of the service on this machine. */
export interface LocalSchedules {
  list(): Promise<readonly ListedSchedule[]>;
  /** Runs one now and waits for it; undefined where there is none of that name. */
  run(name: string): Promise<ScheduledRun | undefined>;
}

/** Speaks to the local host's control plane. */
export function createLocalSchedules(controlUrl: string): LocalSchedules {
  return {
    list: async () => {
      const response = await fetch(new URL('/schedules', controlUrl));
      return v.parse(listing, await response.json()).schedules;
    },
    run: async (name) => {
      const url = new URL(`/schedules/${encodeURIComponent(name)}/run`, controlUrl);
      const response = await fetch(url, { method: 'POST' });
      return response.status === 404 ? undefined : v.parse(ending, await response.json());
    },
  };
}
