import { APIGatewayClient, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { parameterNames } from '../../lib/parameters/parameter-names.ts';
import type { EnvironmentName } from '../../lib/settings/environments.ts';
import { gatewayNamePrefix } from '../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';
import { assertDescribed } from './described-calls.ts';
import { freightCommand } from './freight-command.ts';
import {
  type Answer,
  type Call,
  createEnterprise,
  exchange,
  type ServiceUnderTest,
  type TestOrganization,
} from './service-under-test.ts';

export interface DeployedService extends ServiceUnderTest {
  /** A call that counts against the throttle bucket of the organization, as its API key would on AWS. */
  callInPlan(organization: TestOrganization, method: string, path: string): Promise<Answer>;
  /** Base URL and headers of calls with the key of an organization, for clients that send calls themselves. */
  addressOf(
    organization: TestOrganization,
  ): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }>;
  /** Organizations created because the emulator requires a usage plan key for every call. */
  readonly madeToCallBy: readonly string[];
}

/** The service as the CDK deployed it to the emulator, called through the emulator's API Gateway. */
export async function deployedService(environment: EnvironmentName): Promise<DeployedService> {
  const endpoint = process.env.AWS_ENDPOINT_URL;
  if (endpoint === undefined) throw new Error('AWS_ENDPOINT_URL is not set: run npm run test:deploy');
  const ssm = new SSMClient({});
  const gateway = new APIGatewayClient({});
  const names = parameterNames(environment);
  const parameter = async (Name: string) =>
    (await ssm.send(new GetParameterCommand({ Name }))).Parameter?.Value ?? '';
  const apiId = await parameter(names.restApiId);
  const stage = await parameter(names.stageName);
  const baseUrl = `${endpoint}/restapis/${apiId}/${stage}/_user_request_`;

  /** The emulator reads the usage plan key only from x-api-key, so that header contains the gateway key. */
  const gatewayKeyOf = async (orgId: string): Promise<string> => {
    const nameQuery = gatewayNamePrefix(stage) + orgId;
    const { items = [] } = await gateway.send(new GetApiKeysCommand({ includeValues: true, nameQuery }));
    const [value] = items.flatMap((item) => item.value ?? []);
    if (value === undefined) throw new Error(`${orgId} has no key in API Gateway`);
    return value;
  };
  const freight: ServiceUnderTest['freight'] = (...args) =>
    freightCommand([...args, '--environment', environment], {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: process.env.AWS_REGION,
      AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY,
    });
  const callBy = async (gatewayKey: string, method: string, path: string, call: Call): Promise<Answer> => {
    const { key, headers = {}, ...rest } = call;
    const bearer = bearerOf(key, headers);
    const { answer, sent } = await exchange(baseUrl, method, path, {
      ...rest,
      headers: {
        ...withoutKeyHeaders(headers),
        ...(bearer === undefined ? {} : { Authorization: bearer }),
        'x-api-key': gatewayKey,
      },
    });
    // Errors of the emulator lack the body and some headers.
    if (answer.status === 200) assertDescribed({ method, path, ...sent, answer });
    return answer;
  };

  // A key of an organization whose throttle bucket no test exhausts.
  const madeToCallBy: string[] = [];
  let anyGatewayKey: Promise<string> | undefined;
  const findAnyGatewayKey = async () => {
    const { orgId } = await createEnterprise({ freight });
    madeToCallBy.push(orgId);
    return gatewayKeyOf(orgId);
  };
  return {
    name: 'the emulator',
    madeToCallBy,
    missing: [
      'x-api-key-of-the-caller',
      'context-in-gateway-responses',
      'throttle-by-organization',
      'fifty-calls-at-once',
      'gateway-body-limits',
      'escaped-slashes',
    ],
    call: async (method, path, call = {}) => {
      anyGatewayKey ??= findAnyGatewayKey();
      return callBy(await anyGatewayKey, method, path, call);
    },
    addressOf: async ({ orgId, apiKey }) => ({
      url: baseUrl,
      headers: { Authorization: `Bearer ${apiKey}`, 'x-api-key': await gatewayKeyOf(orgId) },
    }),
    callInPlan: async ({ orgId, apiKey: key }, method, path) =>
      callBy(await gatewayKeyOf(orgId), method, path, { key }),
    freight,
    stop: async () => {
      ssm.destroy();
      gateway.destroy();
    },
  };
}

const KEY_HEADERS = ['authorization', 'x-api-key'];

/** The caller's credentials as an Authorization header, the only header that is free on the emulator. */
function bearerOf(key: string | undefined, headers: Readonly<Record<string, string>>): string | undefined {
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return given ?? (key === undefined ? undefined : `Bearer ${key}`);
}

function withoutKeyHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !KEY_HEADERS.includes(name.toLowerCase())),
  );
}
