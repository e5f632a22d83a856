/** Result of a check; `detail` is the observation, the error, or the reason for skipping. */
export interface Finding {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly detail: string;
}

/** One thing that a deployment must show. Whatever it throws is a failure of it. */
export interface Check {
  /** What holds when it passes. */
  readonly name: string;
  readonly run: () => Promise<Finding>;
  /** What it takes that the emulator of the deploy test does not have. */
  readonly emulatorLacks?: string;
}

export interface Result extends Finding {
  readonly name: string;
  readonly ms: number;
}

export const passed = (detail = ''): Finding => ({ outcome: 'passed', detail });
export const failed = (detail: string): Finding => ({ outcome: 'failed', detail });
export const skipped = (why: string): Finding => ({ outcome: 'skipped', detail: why });

/** Passed if `wrong` is empty. @param wrong one text per problem. */
export const unlessWrong = (wrong: readonly string[], detail = ''): Finding =>
  wrong.length === 0 ? passed(detail) : failed(wrong.join('; '));

/** Runs one check; never throws. */
export async function runCheck(
  { name, run, emulatorLacks }: Check,
  { onEmulator }: { readonly onEmulator: boolean },
): Promise<Result> {
  const began = performance.now();
  const finding =
    onEmulator && emulatorLacks !== undefined
      ? skipped(`the emulator has no ${emulatorLacks}`)
      : await run().catch((error: unknown) => failed(firstLine(error)));
  return { name, ...finding, ms: Math.round(performance.now() - began) };
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).split('\n')[0] ?? '';
