import { SSMClient } from '@aws-sdk/client-ssm';
import * as v from 'valibot';
import { callJsonService } from '../../shared/aws/json-service.ts';
import { type AwsCredentials, signRequest } from '../../shared/aws/sign-request.ts';
import type { AccountFacts } from './account-checks.ts';

const TIMEOUT_MS = 5_000;

const identity = v.object({
  GetCallerIdentityResponse: v.object({ GetCallerIdentityResult: v.object({ Account: v.string() }) }),
});
const settings = v.object({ AccountLimit: v.object({ ConcurrentExecutions: v.number() }) });

export interface AccountAddress {
  readonly region: string;
  /** Of the bootstrap stack, where it is not the CDK's own. */
  readonly qualifier: string;
  /** Instead of AWS's own. */
  readonly endpoint?: string | undefined;
}

/** Asks STS, Systems Manager and Lambda, with the credentials at hand. What cannot be asked is not known. */
export function awsAccountFacts({ region, qualifier, endpoint }: AccountAddress): AccountFacts {
  // Of a client only how it finds credentials.
  const { credentials } = new SSMClient({ region }).config;

  const ask = async <T>(
    service: string,
    call: {
      readonly method: 'GET' | 'POST';
      readonly path: string;
      readonly body: string;
      readonly type: string;
    },
    schema: v.GenericSchema<unknown, T>,
  ): Promise<T | undefined> => {
    const url = new URL(call.path, endpoint ?? `https://${service}.${region}.amazonaws.com`);
    const request = {
      method: call.method,
      url,
      headers: { accept: 'application/json', 'content-type': call.type },
      body: call.body,
    };
    const scope = { region, service, credentials: await credentials(), now: new Date() };
    const response = await fetch(url, {
      method: call.method,
      headers: signRequest(request, scope),
      ...(call.method === 'POST' ? { body: call.body } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const parsed = v.safeParse(schema, response.ok ? await response.json() : undefined);
    return parsed.success ? parsed.output : undefined;
  };

  return {
    account: orUnknown(async () => {
      const body = 'Action=GetCallerIdentity&Version=2011-06-15';
      const type = 'application/x-www-form-urlencoded';
      const answer = await ask('sts', { method: 'POST', path: '/', body, type }, identity);
      return answer?.GetCallerIdentityResponse.GetCallerIdentityResult.Account;
    }),
    isBootstrapped: orUnknown(async () => {
      const answer = await callJsonService({
        service: 'ssm',
        region,
        credentials: async (): Promise<AwsCredentials> => credentials(),
        endpoint,
        timeoutMs: TIMEOUT_MS,
        target: 'AmazonSSM.GetParameter',
        body: { Name: `/cdk-bootstrap/${qualifier}/version` },
      });
      if (answer.ok) return true;
      return answer.reason === 'ParameterNotFound' ? false : undefined;
    }),
    concurrency: orUnknown(async () => {
      const call = {
        method: 'GET',
        path: '/2016-08-19/account-settings/',
        body: '',
        type: 'application/json',
      } as const;
      return (await ask('lambda', call, settings))?.AccountLimit.ConcurrentExecutions;
    }),
  };
}

const orUnknown =
  <T>(ask: () => Promise<T | undefined>) =>
  (): Promise<T | undefined> =>
    ask().catch(() => undefined);
