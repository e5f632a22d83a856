import * as v from 'valibot';
import { callJsonService, type JsonService } from './json-service.ts';

export interface SystemsManager extends Omit<JsonService, 'service' | 'timeoutMs'> {
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 2_000;
const ATTEMPTS = 2;

const found = v.object({ Parameter: v.object({ Value: v.pipe(v.string(), v.trim(), v.nonEmpty()) }) });

class SecretUnreadableError extends Error {
  override readonly name = 'SecretUnreadableError';
}

/**
 * Reads a SecureString of Systems Manager, decrypted; undefined where there is no such parameter.
 * @throws SecretUnreadableError, which never holds what was answered.
 */
export async function readSecret(manager: SystemsManager, parameter: string): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const answer = await callJsonService({
      timeoutMs: TIMEOUT_MS,
      ...manager,
      service: 'ssm',
      target: 'AmazonSSM.GetParameter',
      body: { Name: parameter, WithDecryption: true },
    });
    const parsed = answer.ok ? v.safeParse(found, answer.body) : undefined;
    if (parsed?.success) return parsed.output.Parameter.Value;
    const reason = answer.ok ? 'an answer of another shape' : answer.reason;
    if (reason === 'ParameterNotFound') return undefined;
    if (attempt === ATTEMPTS) throw new SecretUnreadableError(`${parameter}: ${reason}`);
  }
}
