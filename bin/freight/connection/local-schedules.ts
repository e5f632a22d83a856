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

/** What a function returns of a run that could not do its work. */
const skipped = v.object({ outcome: v.picklist(['skipped', 'failed']), reason: v.string() });

/** Why a run that returned did nothing; undefined for one that did its work. */
export function whyItDidNothing(payload: unknown): string | undefined {
  const parsed = v.safeParse(skipped, payload);
  return parsed.success ? parsed.output.reason : undefined;
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
