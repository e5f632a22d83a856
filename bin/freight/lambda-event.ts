import { type AwsCredentials, signRequest } from '../../shared/aws/sign-request.ts';
import { CommandRefusedError } from './failure.ts';

/** Where functions are called. */
export interface LambdaAddress {
  readonly region: string;
  readonly credentials: () => Promise<AwsCredentials>;
  /** Instead of AWS's own. */
  readonly endpoint?: string | undefined;
}

const TIMEOUT_MS = 30_000;
/** Longer than any function of the service may run. */
const LONGEST_RUN_MS = 960_000;
const TAKEN = 202;

/**
 * Leaves an event with a function of Lambda, which works on it while nobody waits. Signed here: a whole SDK client
 * would be a package more for one call.
 * @throws CommandRefusedError where Lambda does not take it.
 */
export async function leaveEvent(
  address: LambdaAddress,
  functionName: string,
  event: unknown,
): Promise<void> {
  const response = await invoke(address, functionName, event, 'Event');
  await response.body?.cancel();
  if (response.status !== TAKEN) throw refusal(response, functionName);
}

/**
 * Calls a function of Lambda and waits for its end: its newest code, whatever version or alias the ARN names.
 * @throws CommandRefusedError where Lambda does not call it.
 */
export async function callFunction(
  address: LambdaAddress,
  functionArn: string,
  event: unknown,
): Promise<{ readonly returned: unknown } | { readonly failure: string }> {
  const [name = ''] = functionArn.split(':function:').at(-1)?.split(':') ?? [];
  const response = await invoke(address, name, event, 'RequestResponse');
  if (!response.ok) throw refusal(response, name);
  const text = await response.text();
  const returned: unknown = text === '' ? undefined : JSON.parse(text);
  if (response.headers.get('x-amz-function-error') === null) return { returned };
  const { errorType, errorMessage } = Object(returned);
  return { failure: [errorType, errorMessage].filter(Boolean).join(': ') || 'it fails' };
}

async function invoke(
  { region, credentials, endpoint }: LambdaAddress,
  functionName: string,
  event: unknown,
  type: 'Event' | 'RequestResponse',
): Promise<Response> {
  const url = new URL(
    `/2015-03-31/functions/${functionName}/invocations`,
    endpoint ?? `https://lambda.${region}.amazonaws.com`,
  );
  const scope = { region, service: 'lambda', credentials: await credentials(), now: new Date() };
  const body = JSON.stringify(event);
  const headers = { 'content-type': 'application/json', 'x-amz-invocation-type': type };
  return fetch(url, {
    method: 'POST',
    headers: signRequest({ method: 'POST', url, headers, body }, scope),
    body,
    signal: AbortSignal.timeout(type === 'Event' ? TIMEOUT_MS : LONGEST_RUN_MS),
  }).catch((error: unknown) => {
    const { name, cause } = Object(error);
    throw new CommandRefusedError(`Lambda cannot be reached: ${Object(cause).code ?? name}.`);
  });
}

function refusal(response: Response, functionName: string): CommandRefusedError {
  const [reason] = (response.headers.get('x-amzn-errortype') ?? `status ${response.status}`).split(':');
  return new CommandRefusedError(`Lambda did not take the event for ${functionName}: ${reason}.`);
}
