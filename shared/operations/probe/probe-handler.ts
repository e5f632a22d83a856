import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { describeError, log, writeMetrics } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { machineTime } from '../../platform/time/machine-time.ts';
import { signatureHeaders } from '../../webhooks/sending/sign-payload.ts';
import { type ProbeSettings, readProbeSettings } from './probe-settings.ts';
import type { ProbeReport } from './run-probe.ts';

/** The part of API Gateway's event that the receiver uses. */
export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string | undefined>> | null;
  readonly body: string | null;
  readonly isBase64Encoded: boolean;
}

export type Reception =
  | { readonly outcome: 'received'; readonly deliverySeconds: number }
  | { readonly outcome: 'rejected'; readonly status: 400 | 401 | 413 };

/** An event of a quote has some 2 KB. Anyone can send a request, so a longer body is not hashed. */
const MAX_BODY_BYTES = 65_536;

/** Two secrets are valid during a rotation. */
const MAX_SIGNATURES = 4;

/** A captured request can be repeated for as long. */
const MAX_SKEW_MS = 5 * 60_000;

const payload = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.literal('quote.created'), created: v.pipe(v.string(), v.isoTimestamp()) }),
);

/**
 * Verifies a request as docs/integrators/receiving-webhooks.md states for receivers, and measures how long its event took.
 * @param now of the service, for the age of the event; `machineNow` for the time of the signature.
 */
export function receiveEvent(
  { headers, body, isBase64Encoded }: ReceivedRequest,
  secret: string,
  { now, machineNow }: { readonly now: Date; readonly machineNow: Date },
): Reception {
  const text = body ?? '';
  if (text.length > MAX_BODY_BYTES) return { outcome: 'rejected', status: 413 };
  const bytes = Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8');
  if (!isSigned(namedInLowerCase(headers ?? {}), bytes, secret, machineNow)) {
    return { outcome: 'rejected', status: 401 };
  }
  const read = v.safeParse(payload, bytes.toString());
  if (!read.success) return { outcome: 'rejected', status: 400 };
  const ms = now.getTime() - Date.parse(read.output.created);
  return { outcome: 'received', deliverySeconds: Math.max(0, ms) / 1000 };
}

const namedInLowerCase = (headers: NonNullable<ReceivedRequest['headers']>) =>
  new Map(Object.entries(headers).map(([name, value = '']) => [name.toLowerCase(), value]));

function isSigned(
  headers: ReadonlyMap<string, string>,
  body: Uint8Array,
  secret: string,
  now: Date,
): boolean {
  const id = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  if (!/^[\w-]{1,100}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return false;
  const at = new Date(Number(timestamp) * 1000);
  if (Math.abs(now.getTime() - at.getTime()) > MAX_SKEW_MS) return false;
  const expected = Buffer.from(signatureHeaders({ id, body, secrets: [secret], at })['webhook-signature']);
  return (headers.get('webhook-signature') ?? '')
    .split(' ', MAX_SIGNATURES)
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

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

/** The receiver reads the settings again after this time. */
const KEPT_MS = 60_000;

/** Absent settings are read again after this time: anybody can call the receiver, and Systems Manager limits reads. */
const ABSENCE_KEPT_MS = 1_000;

/**
 * The Lambda handler of the probe. EventBridge calls it to price a lane and to cause an event; API Gateway calls it as the
 * receiver of that event. The metrics of both are compared by an alarm, so neither waits for the other.
 */
export function createProbeHandler({ readParameter, run, now }: ProbeParts) {
  let kept: { readonly settings: ProbeSettings | undefined; readonly until: number } | undefined;

  const readSettings = async (): Promise<ProbeSettings | undefined> => {
    const text = await readParameter();
    return text === undefined ? undefined : readProbeSettings(text);
  };

  const keptSettings = async (): Promise<ProbeSettings | undefined> => {
    const at = now().getTime();
    if (kept !== undefined && at < kept.until) return kept.settings;
    const settings = await readSettings();
    kept = { settings, until: at + (settings === undefined ? ABSENCE_KEPT_MS : KEPT_MS) };
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
