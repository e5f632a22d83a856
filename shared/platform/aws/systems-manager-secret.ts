import { GetParameterCommand, ParameterNotFound, SSMClient, type SSMClientConfig } from '@aws-sdk/client-ssm';
import { failureReason } from './failure-reason.ts';
import { requestSettings } from './request-settings.ts';

const LIMITS = { timeoutMs: 2_000, attempts: 2 };

class SecretUnreadableError extends Error {
  override readonly name = 'SecretUnreadableError';
}

/** Creates a Systems Manager client for functions. `config` overrides settings; tests pass an endpoint. */
export const createSystemsManager = (config: SSMClientConfig = {}): SSMClient =>
  new SSMClient({ ...requestSettings(LIMITS), ...config });

/**
 * Reads and decrypts a SecureString of Systems Manager; undefined if the parameter does not exist.
 * @throws SecretUnreadableError, which never contains response data.
 */
export async function readSecret(client: SSMClient, parameter: string): Promise<string | undefined> {
  const request = new GetParameterCommand({ Name: parameter, WithDecryption: true });
  const { Parameter } = await client.send(request).catch((error: unknown) => {
    if (error instanceof ParameterNotFound) return { Parameter: { Value: undefined } };
    throw new SecretUnreadableError(`${parameter}: ${failureReason(error)}`);
  });
  if (Parameter === undefined) throw new SecretUnreadableError(`${parameter}: response without a parameter`);
  const value = Parameter.Value?.trim();
  if (value === '') throw new SecretUnreadableError(`${parameter}: the value is empty`);
  return value;
}
