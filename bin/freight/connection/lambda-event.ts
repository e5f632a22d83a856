import type { InvocationResponse, LambdaClientConfig } from '@aws-sdk/client-lambda';
import { failureReason, statusOf } from '../../../shared/platform/aws/failure-reason.ts';
import { requestSettings } from '../../../shared/platform/aws/request-settings.ts';
import { CommandFailedError } from '../failures/command-errors.ts';

const TIMEOUT_MS = 30_000;
/** Longer than any function of the service may run. */
const LONGEST_RUN_MS = 960_000;
const TAKEN = 202;

/**
 * Invokes a function of Lambda asynchronously.
 * @param config settings of the client; its time-outs are set here.
 * @throws CommandFailedError where Lambda does not take it.
 */
export async function leaveEvent(
  config: LambdaClientConfig,
  functionName: string,
  event: unknown,
): Promise<void> {
  const { StatusCode } = await invoke(config, functionName, event, 'Event');
  if (StatusCode !== TAKEN) throw refusal(functionName, `status ${StatusCode}`);
}

/**
 * Calls a function of Lambda and waits for its end: its newest code, whatever version or alias the ARN names.
 * @throws CommandFailedError where Lambda does not call it.
 */
export async function callFunction(
  config: LambdaClientConfig,
  functionArn: string,
  event: unknown,
): Promise<{ readonly returned: unknown } | { readonly failure: string }> {
  const [name = ''] = functionArn.split(':function:').at(-1)?.split(':') ?? [];
  const { Payload, FunctionError } = await invoke(config, name, event, 'RequestResponse');
  const text = Buffer.from(Payload ?? []).toString();
  const returned: unknown = text === '' ? undefined : JSON.parse(text);
  if (FunctionError === undefined) return { returned };
  const { errorType, errorMessage } = Object(returned);
  return { failure: [errorType, errorMessage].filter(Boolean).join(': ') || 'it fails' };
}

async function invoke(
  config: LambdaClientConfig,
  FunctionName: string,
  event: unknown,
  InvocationType: 'Event' | 'RequestResponse',
): Promise<InvocationResponse> {
  // Loaded only here: other commands need not wait for it.
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  // One attempt: a second one would run the function twice.
  const limits = { timeoutMs: InvocationType === 'Event' ? TIMEOUT_MS : LONGEST_RUN_MS, attempts: 1 };
  const client = new LambdaClient({ ...requestSettings(limits), ...config });
  const Payload = JSON.stringify(event);
  try {
    return await client.send(new InvokeCommand({ FunctionName, InvocationType, Payload }));
  } catch (error) {
    if (statusOf(error) !== undefined) throw refusal(FunctionName, failureReason(error));
    throw new CommandFailedError(`Lambda cannot be reached: ${Object(error).code ?? failureReason(error)}.`);
  } finally {
    client.destroy();
  }
}

const refusal = (functionName: string, reason: string) =>
  new CommandFailedError(`Lambda did not take the event for ${functionName}: ${reason}.`);
