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
const TAKEN = 202;

/**
 * Leaves an event with a function of Lambda, which works on it while nobody waits. Signed here: a whole SDK client
 * would be a package more for one call.
 * @throws CommandRefusedError where Lambda does not take it.
 */
export async function leaveEvent(
  { region, credentials, endpoint }: LambdaAddress,
  functionName: string,
  event: unknown,
): Promise<void> {
  const url = new URL(
    `/2015-03-31/functions/${functionName}/invocations`,
    endpoint ?? `https://lambda.${region}.amazonaws.com`,
  );
  const scope = { region, service: 'lambda', credentials: await credentials(), now: new Date() };
  const body = JSON.stringify(event);
  const headers = { 'content-type': 'application/json', 'x-amz-invocation-type': 'Event' };
  const response = await fetch(url, {
    method: 'POST',
    headers: signRequest({ method: 'POST', url, headers, body }, scope),
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    const { name, cause } = Object(error);
    throw new CommandRefusedError(`Lambda cannot be reached: ${Object(cause).code ?? name}.`);
  });
  await response.body?.cancel();
  if (response.status === TAKEN) return;
  const [refusal] = (response.headers.get('x-amzn-errortype') ?? `status ${response.status}`).split(':');
  throw new CommandRefusedError(`Lambda did not take the event for ${functionName}: ${refusal}.`);
}
