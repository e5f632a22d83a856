import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import { failureReason, statusOf } from '../../../shared/platform/aws/failure-reason.ts';
import { requestSettings } from '../../../shared/platform/aws/request-settings.ts';
import { CommandFailedError } from './failures.ts';

/** Longer than the timeout of every function of the service. */
const MAX_RUN_MS = 960_000;
/** Invokes a function and waits for its result. Ignores the version or alias in the ARN: the latest code runs. */
export async function callFunction(
  config: LambdaClientConfig,
  functionArn: string,
  event: unknown,
): Promise<{ readonly returned: unknown } | { readonly failure: string }> {
  const [name = ''] = functionArn.split(':function:').at(-1)?.split(':') ?? [];
  const { Payload, FunctionError } = await invoke(config, name, event);
  const text = Buffer.from(Payload ?? []).toString();
  const returned: unknown = text === '' ? undefined : JSON.parse(text);
  if (FunctionError === undefined) return { returned };
  const { errorType, errorMessage } = Object(returned);
  return { failure: [errorType, errorMessage].filter(Boolean).join(': ') || 'unknown error' };
}

async function invoke(config: LambdaClientConfig, FunctionName: string, event: unknown) {
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  // One attempt: a second one would run the function twice.
  const limits = { timeoutMs: MAX_RUN_MS, attempts: 1 };
  const client = new LambdaClient({ ...requestSettings(limits), ...config });
  try {
    return await client.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
  } catch (error) {
    if (statusOf(error) !== undefined) {
      throw new CommandFailedError(`Lambda rejected the event for ${FunctionName}: ${failureReason(error)}.`);
    }
    throw new CommandFailedError(`Lambda cannot be reached: ${Object(error).code ?? failureReason(error)}.`);
  } finally {
    client.destroy();
  }
}
