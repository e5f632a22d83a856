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
  const [FunctionName = ''] = functionArn.split(':function:').at(-1)?.split(':') ?? [];
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  // One attempt: a second one would run the function twice.
  const limits = { timeoutMs: MAX_RUN_MS, attempts: 1 };
  const client = new LambdaClient({ ...requestSettings(limits), ...config });
  const request = new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) });
  const answer = await client
    .send(request)
    .catch((error: unknown) => {
      throw new CommandFailedError(
        statusOf(error) === undefined
          ? `Lambda cannot be reached: ${Object(error).code ?? failureReason(error)}.`
          : `Lambda rejected the event for ${FunctionName}: ${failureReason(error)}.`,
      );
    })
    .finally(() => client.destroy());
  const text = Buffer.from(answer.Payload ?? []).toString();
  const returned: unknown = text === '' ? undefined : JSON.parse(text);
  if (answer.FunctionError === undefined) return { returned };
  const { errorType, errorMessage } = Object(returned);
  return { failure: [errorType, errorMessage].filter(Boolean).join(': ') || 'unknown error' };
}
