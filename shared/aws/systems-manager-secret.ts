import * as v from 'valibot';
import { type AwsCredentials, signRequest } from './sign-request.ts';

export interface SystemsManager {
  readonly region: string;
  readonly credentials: () => Promise<AwsCredentials>;
  /** Instead of AWS's own, for the service on one machine and for tests. */
  readonly endpoint?: string | undefined;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 2_000;
const ATTEMPTS = 2;

const found = v.object({ Parameter: v.object({ Value: v.pipe(v.string(), v.trim(), v.nonEmpty()) }) });
const refused = v.object({ __type: v.string() });

class SecretUnreadableError extends Error {
  override readonly name = 'SecretUnreadableError';
}

/**
 * Reads a SecureString of Systems Manager, decrypted; undefined where there is no such parameter.
 * @throws SecretUnreadableError, which never holds what was answered.
 */
export async function readSecret(manager: SystemsManager, parameter: string): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(manager, parameter).catch((error: unknown) => String(Object(error).name));
    if (typeof answer !== 'string' && answer.status === 200) {
      const parsed = v.safeParse(found, answer.body);
      if (parsed.success) return parsed.output.Parameter.Value;
    }
    const reason = typeof answer === 'string' ? answer : reasonOf(answer);
    if (reason === 'ParameterNotFound') return undefined;
    if (attempt === ATTEMPTS) throw new SecretUnreadableError(`${parameter}: ${reason}`);
  }
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function ask(manager: SystemsManager, Name: string): Promise<Answer> {
  const { region, credentials, endpoint, timeoutMs = TIMEOUT_MS } = manager;
  const url = new URL('/', endpoint ?? `https://ssm.${region}.amazonaws.com`);
  const body = JSON.stringify({ Name, WithDecryption: true });
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'AmazonSSM.GetParameter',
  };
  const scope = { region, service: 'ssm', credentials: await credentials(), now: new Date() };
  const response = await fetch(url, {
    method: 'POST',
    headers: signRequest({ method: 'POST', url, headers, body }, scope),
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, body: await response.json() };
}

/** "ParameterNotFound" of "com.amazonaws.ssm#ParameterNotFound". */
function reasonOf({ status, body }: Answer): string {
  const parsed = v.safeParse(refused, body);
  return parsed.success ? (parsed.output.__type.split('#').at(-1) ?? '') : `status ${status}`;
}
