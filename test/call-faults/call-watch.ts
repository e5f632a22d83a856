import type { InvocationStart } from '../../lib/local/lambda/functions.ts';
import { type CallAttempt, siteOf } from './call-site.ts';
import type { Fault, FaultKind } from './fault-kinds.ts';

/** A run of a function whose calls are recorded, and disturbed by faults. */
export interface WatchedRun {
  /** Sites of the calls, in the order of their first attempts. */
  readonly sites: readonly string[];
  /** Faults that were injected at least once. */
  readonly struck: ReadonlySet<Fault>;
}

export interface CallWatch {
  /**
   * Watches the invocations of a function whose event contains `mark`, until `end`. Several functions can have a mark.
   * @param functionName folder of the function.
   */
  begin(functionName: string, mark: string, faults?: readonly Fault[]): WatchedRun;
  end(mark: string): void;
  onInvocation(start: InvocationStart): void;
  faultOf(attempt: CallAttempt): FaultKind | undefined;
  /** When the last invocation began, or the last call of a function arrived. Milliseconds of `performance.now`. */
  lastActivity(): number;
  /** The event of the last invocation, for the message of a test that waits without end. */
  lastEvent(): string;
}

/** Marks are ids of organizations, or values of this header. */
export const MARK_HEADER = 'x-fault-case';
const MARKS = /org_[A-Za-z0-9]{20}|case-[0-9a-f-]{36}/g;

interface Run extends WatchedRun {
  /** Part of the name of the function in the template. */
  readonly inTemplate: string;
  readonly faults: readonly Fault[];
  readonly sites: string[];
  readonly struck: Set<Fault>;
  /** Sites by the id that all attempts of a call have. */
  readonly calls: Map<string, string>;
}

/** Knows which call belongs to which run, by the trace that Lambda gives each invocation. */
export function createCallWatch(): CallWatch {
  const runs = new Map<string, readonly Run[]>();
  const byTrace = new Map<string, Run>();
  let last = performance.now();
  let lastEvent = 'none';

  const siteIn = (run: Run, attempt: CallAttempt): string => {
    const known = run.calls.get(attempt.call);
    if (known !== undefined) return known;
    const nth = (n: number): string => {
      const site = siteOf(attempt, n);
      return run.sites.includes(site) ? nth(n + 1) : site;
    };
    const site = nth(1);
    run.calls.set(attempt.call, site);
    run.sites.push(site);
    return site;
  };

  return {
    begin(functionName, mark, faults = []) {
      const inTemplate = `-${functionName.replaceAll('-', '')}Function`;
      const run: Run = { inTemplate, faults, sites: [], struck: new Set(), calls: new Map() };
      runs.set(mark, [...(runs.get(mark) ?? []), run]);
      return run;
    },
    end(mark) {
      const ended = runs.get(mark) ?? [];
      runs.delete(mark);
      for (const [trace, run] of byTrace) if (ended.includes(run)) byTrace.delete(trace);
    },
    onInvocation({ functionName, traceHeader, event }) {
      last = performance.now();
      lastEvent = `${functionName}: ${event}`;
      if (runs.size === 0) return;
      for (const mark of new Set(event.match(MARKS))) {
        const run = (runs.get(mark) ?? []).find((each) => functionName.includes(each.inTemplate));
        if (run !== undefined) byTrace.set(traceHeader, run);
      }
    },
    faultOf(attempt) {
      if (attempt.trace === '') return undefined;
      last = performance.now();
      const run = byTrace.get(attempt.trace);
      if (run === undefined) return undefined;
      const site = siteIn(run, attempt);
      const fault = run.faults.find(
        (each) => each.site === site && (each.attempts === 'all' || attempt.attempt === 1),
      );
      if (fault !== undefined) run.struck.add(fault);
      return fault?.kind;
    },
    lastActivity: () => last,
    lastEvent: () => lastEvent,
  };
}
