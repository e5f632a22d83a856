import { APIGatewayClient, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import type { EnvironmentName } from '../../lib/environments.ts';
import { parameterNames } from '../../lib/parameter-names.ts';
import { freightCommand } from './freight-command.ts';
import { type ServiceUnderTest, send } from './service-under-test.ts';

/** The service as the CDK deployed it to the emulator, called through the emulator's API Gateway. */
export async function deployedService(environment: EnvironmentName): Promise<ServiceUnderTest> {
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

  /** The emulator reads the usage plan's key from x-api-key only, so that header is taken for the gateway's own. */
  const anyGatewayKey = async (): Promise<string | undefined> => {
    const { items = [] } = await gateway.send(new GetApiKeysCommand({ includeValues: true, limit: 1 }));
    return items[0]?.value;
  };

  return {
    name: 'the emulator',
    missing: [
      'x-api-key-of-the-caller',
      'context-in-gateway-responses',
      'throttle-by-organization',
      'fifty-calls-at-once',
      'gateway-body-limits',
      'escaped-slashes',
    ],
    call: async (method, path, call = {}) => {
      const gatewayKey = await anyGatewayKey();
      const { key, headers = {}, ...rest } = call;
      const bearer = bearerOf(key, headers);
      return send(baseUrl, method, path, {
        ...rest,
        headers: {
          ...withoutKeyHeaders(headers),
          ...(bearer === undefined ? {} : { Authorization: bearer }),
          ...(gatewayKey === undefined ? {} : { 'x-api-key': gatewayKey }),
        },
      });
    },
    freight: (...args) =>
      freightCommand([...args, '--environment', environment], {
        AWS_ENDPOINT_URL: endpoint,
        AWS_REGION: process.env.AWS_REGION,
        AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID,
        AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY,
      }),
    stop: async () => {
      ssm.destroy();
      gateway.destroy();
    },
  };
}

const KEY_HEADERS = ['authorization', 'x-api-key'];

/** The caller's credentials as an Authorization header: the one header that is free on the emulator. */
function bearerOf(key: string | undefined, headers: Readonly<Record<string, string>>): string | undefined {
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return given ?? (key === undefined ? undefined : `Bearer ${key}`);
}

function withoutKeyHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !KEY_HEADERS.includes(name.toLowerCase())),
  );
}
