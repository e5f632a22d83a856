import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { writeMetrics } from '../../platform/logging/metric.ts';
import { machineTime } from '../../platform/time/machine-time.ts';
import { type ProbeSettings, readProbeSettings } from './probe-settings.ts';
import { type ReceivedRequest, receiveEvent } from './receive-event.ts';
import type { ProbeReport } from './run-probe.ts';

export interface ProbeParts {
  /** Undefined if the parameter is missing. */
  readonly readParameter: () => Promise<string | undefined>;
  readonly run: (settings: ProbeSettings) => Promise<ProbeReport>;
  readonly now: () => Date;
}

/** What a scheduled run returns. `skipped`: no operator has set up the probe. */
export type ProbeRun = ProbeReport | { readonly outcome: 'skipped'; readonly reason: string };

interface Response {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The receiver reads the settings again after this time. Until they exist, the throttle of the stage limits its reads. */
const KEPT_MS = 60_000;

/**
 * The Lambda handler of the probe. EventBridge calls it to price a lane and to cause an event; API Gateway calls it as the
 * receiver of that event. The metrics of both are compared by an alarm, so neither waits for the other.
 */
export function createProbeHandler({ readParameter, run, now }: ProbeParts) {
  let kept: { readonly settings: ProbeSettings; readonly until: number } | undefined;

  const readSettings = async (): Promise<ProbeSettings | undefined> => {
    const text = await readParameter();
    return text === undefined ? undefined : readProbeSettings(text);
  };

  const keptSettings = async (): Promise<ProbeSettings | undefined> => {
    const at = now().getTime();
    if (kept !== undefined && at < kept.until) return kept.settings;
    const settings = await readSettings();
    kept = settings && { settings, until: at + KEPT_MS };
    return settings;
  };

  const runOnSchedule = async (): Promise<ProbeRun> => {
    let settings: ProbeSettings | undefined;
    try {
      settings = await readSettings();
    } catch (error) {
      writeMetrics(LOG.probeRan, { ProbeFailures: 1 });
      log(LOG.probeSettingsUnreadable, describeError(error));
      return { outcome: 'failed', step: 'settings', reason: error instanceof Error ? error.name : 'unknown' };
    }
    if (settings === undefined) {
      // Written without settings as well: a missing value means that the schedule does not run.
      writeMetrics(LOG.probeRan, { ProbeFailures: 0 });
      log(LOG.probeNotSetUp);
      return { outcome: 'skipped', reason: 'Systems Manager has no settings of the probe' };
    }
    const report = await run(settings);
    if (report.outcome === 'failed') {
      writeMetrics(LOG.probeRan, { ProbeFailures: 1 });
      log(LOG.probeFailed, { step: report.step, reason: report.reason });
    } else {
      writeMetrics(LOG.probeRan, {
        ProbeFailures: 0,
        ProbeEventsSent: 1,
        ProbeRateLatency: { value: report.rateMs, unit: 'Milliseconds' },
      });
    }
    return report;
  };

  const receive = async (request: ReceivedRequest): Promise<Response> => {
    const settings = await keptSettings().catch((error: unknown) => {
      log(LOG.probeSettingsUnreadable, describeError(error));
      return undefined;
    });
    if (settings === undefined) return respond(404);
    const times = { now: now(), machineNow: machineTime(now()) };
    const reception = receiveEvent(request, settings.webhookSecret, times);
    if (reception.outcome === 'rejected') return respond(reception.status);
    writeMetrics(LOG.probeEventReceived, {
      ProbeEventsReceived: 1,
      ProbeDeliveryTime: { value: reception.deliverySeconds, unit: 'Seconds' },
    });
    return respond(200);
  };

  return async (event: unknown): Promise<ProbeRun | Response> =>
    isRequest(event) ? receive(event) : runOnSchedule();
}

const isRequest = (event: unknown): event is ReceivedRequest => 'httpMethod' in Object(event);

const respond = (statusCode: number): Response => ({
  statusCode,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ received: statusCode === 200 }),
});
