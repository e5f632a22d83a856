import * as v from 'valibot';
import { type AwsCredentials, signRequest } from './sign-request.ts';

/** A service of AWS that is called without its SDK client. */
export interface JsonService {
  /** Its name in addresses and signatures: "ssm", "kms", "sqs". */
  readonly service: string;
  readonly region: string;
  readonly credentials: () => Promise<AwsCredentials>;
  /** Instead of AWS's own, for the service on one machine and for tests. */
  readonly endpoint?: string | undefined;
  /** For the whole call, its answer's body included. */
  readonly timeoutMs: number;
}

export interface JsonCall extends JsonService {
  /** Interface and operation, as in "AmazonSSM.GetParameter". */
  readonly target: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the service answered, or why there is no answer: its exception's name, "status 503", or the name of what `fetch` threw. */
export type JsonAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly reason: string };

/** The version of the JSON protocol is the service's: some take 1.0 alone. */
const JSON_1_0 = new Set(['sqs', 'dynamodb', 'monitoring']);

const refused = v.object({ __type: v.string() });

/**
 * Calls an operation of AWS's JSON protocol, signed, once. Never throws for what service or network do, and never
 * says what was sent or answered: both may hold secrets.
 */
export async function callJsonService(call: JsonCall): Promise<JsonAnswer> {
  const { service, region, credentials, endpoint, timeoutMs, target } = call;
  const scope = { region, service, credentials: await credentials(), now: new Date() };
  const url = new URL('/', endpoint ?? `https://${service}.${region}.amazonaws.com`);
  const body = JSON.stringify(call.body);
  const headers = {
    'content-type': `application/x-amz-json-${JSON_1_0.has(service) ? '1.0' : '1.1'}`,
    'x-amz-target': target,
  };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: signRequest({ method: 'POST', url, headers, body }, scope),
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok
      ? { ok: true, body: await response.json() }
      : { ok: false, reason: nameOf(await response.text()) ?? `status ${response.status}` };
  } catch (error) {
    return { ok: false, reason: String(Object(error).name) };
  }
}

/** "ParameterNotFound" of the type "com.amazonaws.ssm#ParameterNotFound". */
function nameOf(answer: string): string | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), refused), answer);
  return parsed.success ? parsed.output.__type.split('#').at(-1) : undefined;
}
