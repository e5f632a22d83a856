import * as v from 'valibot';
import { MIN_SECRET_BYTES } from '../../webhooks/sending/sign-payload.ts';

/** Test mode: the calls of a live key would be billed, and its webhooks are those of a customer. */
const TEST_KEY = 'frk_test_';

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** Base URL of the API, as callers use it. */
    url: v.pipe(v.string(), v.url()),
    /** Request headers with an API key of the probe's organization. */
    headers: v.pipe(
      v.record(v.string(), v.string()),
      v.check(
        (headers) => Object.values(headers).some((value) => value.includes(TEST_KEY)),
        'headers must contain an API key of test mode',
      ),
    ),
    /** Signing secret of the webhook that calls the probe. */
    webhookSecret: v.pipe(
      v.string(),
      v.startsWith('whsec_'),
      v.check(
        (secret) => Buffer.from(secret.slice('whsec_'.length), 'base64').length >= MIN_SECRET_BYTES,
        'webhookSecret is too short',
      ),
    ),
  }),
);

export type ProbeSettings = v.InferOutput<typeof schema>;

class ProbeSettingsError extends Error {
  override readonly name = 'ProbeSettingsError';
}

/**
 * Reads the settings of the probe, which an operator stores as JSON.
 * @throws ProbeSettingsError that names the invalid field and contains no value.
 */
export function readProbeSettings(text: string): ProbeSettings {
  const read = v.safeParse(schema, text);
  if (read.success) return read.output;
  const fields = read.issues.map((issue) => v.getDotPath(issue) ?? 'the text');
  throw new ProbeSettingsError(`Invalid settings of the probe: ${[...new Set(fields)].join(', ')}.`);
}
