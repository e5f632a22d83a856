import { SSMClient } from '@aws-sdk/client-ssm';
import * as v from 'valibot';
import { callJsonService } from '../../shared/aws/json-service.ts';
import { type AwsCredentials, signRequest } from '../../shared/aws/sign-request.ts';
import type { AccountFacts } from './account-checks.ts';

const TIMEOUT_MS = 5_000;

/** STS answers as it is asked, in JSON, and what stands for it may know XML alone. */
const ACCOUNT = /<Account>(\d{12})<|"Account"\s*:\s*"(\d{12})"/;
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

  /** The text of a good answer. */
  const ask = async (
    service: string,
    { method, path, body, type }: Readonly<Record<'method' | 'path' | 'body' | 'type', string>>,
  ): Promise<string | undefined> => {
    const url = new URL(path, endpoint ?? `https://${service}.${region}.amazonaws.com`);
    const headers = { accept: 'application/json', 'content-type': type };
    const scope = { region, service, credentials: await credentials(), now: new Date() };
    const response = await fetch(url, {
      method,
      headers: signRequest({ method, url, headers, body }, scope),
      ...(body === '' ? {} : { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok ? response.text() : undefined;
  };

  return {
    account: orUnknown(async () => {
      const body = 'Action=GetCallerIdentity&Version=2011-06-15';
      const type = 'application/x-www-form-urlencoded';
      const [, inXml, inJson] =
        ACCOUNT.exec((await ask('sts', { method: 'POST', path: '/', body, type })) ?? '') ?? [];
      return inXml ?? inJson;
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
      const type = 'application/json';
      const path = '/2016-08-19/account-settings/';
      const text = await ask('lambda', { method: 'GET', path, body: '', type });
      return v.parse(settings, JSON.parse(text ?? '{}')).AccountLimit.ConcurrentExecutions;
    }),
  };
}

const orUnknown =
  <T>(ask: () => Promise<T | undefined>) =>
  (): Promise<T | undefined> =>
    ask().catch(() => undefined);
