import { APIGatewayClient, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  DeleteParameterCommand,
  GetParameterCommand,
  PutParameterCommand,
  SSMClient,
} from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { parameterNames } from '../../lib/parameters/parameter-names.ts';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { gatewayNamePrefix } from '../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';
import { probeSuite } from '../api/suites/probe-suite.ts';
import { deployedFunction } from '../support/deployed-function.ts';
import { deployedService } from '../support/deployed-service.ts';
import type { ServiceUnderTest } from '../support/service-under-test.ts';

const { name } = environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '');
const names = parameterNames(name);
const PARAMETER = names.secret('probe');

const ssm = new SSMClient({});
const gateway = new APIGatewayClient({});
const lambda = new LambdaClient({});
const parameter = async (Name: string): Promise<string> =>
  (await ssm.send(new GetParameterCommand({ Name }))).Parameter?.Value ?? '';

let service: ServiceUnderTest;
let url: string;
let functionName: string;

beforeAll(async () => {
  service = await deployedService(name);
  const [apiId, stage] = [await parameter(names.restApiId), await parameter(names.stageName)];
  url = `${process.env.AWS_ENDPOINT_URL}/restapis/${apiId}/${stage}/_user_request_`;
  functionName = await deployedFunction(name, 'probe');
});
afterAll(async () => {
  await ssm.send(new DeleteParameterCommand({ Name: PARAMETER })).catch(() => undefined);
  await service?.stop();
  for (const client of [ssm, gateway, lambda]) client.destroy();
});

describe('the probe of the deployed service', () => {
  probeSuite(() => ({
    service,
    url,
    // The emulator reads the gateway key of an organization only from x-api-key.
    headersOf: async ({ orgId, apiKey }) => {
      const nameQuery = gatewayNamePrefix(name) + orgId;
      const { items = [] } = await gateway.send(new GetApiKeysCommand({ includeValues: true, nameQuery }));
      return { Authorization: `Bearer ${apiKey}`, 'x-api-key': items[0]?.value ?? '' };
    },
    storeSettings: async (Value) => {
      const put = { Name: PARAMETER, Value, Type: 'SecureString', Overwrite: true } as const;
      await ssm.send(new PutParameterCommand(put));
    },
    run: async () => {
      const { Payload } = await lambda.send(new InvokeCommand({ FunctionName: functionName, Payload: '{}' }));
      return JSON.parse(Buffer.from(Payload ?? []).toString());
    },
  }));
});
