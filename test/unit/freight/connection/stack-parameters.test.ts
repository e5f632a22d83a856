import { type GetParametersCommand, ParameterNotFound, type SSMClient } from '@aws-sdk/client-ssm';
import { describe, expect, it } from 'vitest';
import {
  findDeployedService,
  findQueueUrl,
  findReindexFunction,
} from '../../../../bin/freight/connection/stack-parameters.ts';
import { CommandFailedError } from '../../../../bin/freight/failures/command-errors.ts';

const PUBLISHED: Readonly<Record<string, string>> = {
  '/freight/dev/tables/organizations': 'organizations-table',
  '/freight/dev/tables/usage': 'usage-table',
  '/freight/dev/tables/terminals': 'terminals-table',
  '/freight/dev/tables/strategies': 'strategies-table',
  '/freight/dev/tables/quotes': 'quotes-table',
  '/freight/dev/tables/rfps': 'rfps-table',
  '/freight/dev/tables/contracts': 'contracts-table',
  '/freight/dev/tables/market': 'market-table',
  '/freight/dev/tables/idempotency': 'idempotency-table',
  '/freight/dev/tables/webhooks': 'webhooks-table',
  '/freight/dev/tables/deliveries': 'deliveries-table',
  '/freight/dev/tables/audit': 'audit-table',
  '/freight/dev/standard-usage-plan-id': 'plan1',
  '/freight/dev/rest-api-id': 'api1',
  '/freight/dev/stage-name': 'dev',
};

/** Systems Manager with these parameters: it answers those it has and leaves the others out. */
function systemsManager(parameters: Readonly<Record<string, string>>): SSMClient {
  const send = async ({ input }: GetParametersCommand) => {
    if ((input.Names ?? []).length > 10) throw new Error('ValidationException: at most 10 names');
    return {
      Parameters: (input.Names ?? [])
        .filter((name) => name in parameters)
        .map((name) => ({ Name: name, Value: parameters[name] })),
    };
  };
  return { send } as unknown as SSMClient;
}

describe('a deployment', () => {
  it('is found by what its stacks publish', async () => {
    await expect(findDeployedService(systemsManager(PUBLISHED), 'dev')).resolves.toEqual({
      tables: {
        organizations: 'organizations-table',
        usage: 'usage-table',
        terminals: 'terminals-table',
        strategies: 'strategies-table',
        quotes: 'quotes-table',
        rfps: 'rfps-table',
        contracts: 'contracts-table',
        market: 'market-table',
        idempotency: 'idempotency-table',
        webhooks: 'webhooks-table',
        deliveries: 'deliveries-table',
        audit: 'audit-table',
      },
      standardUsagePlanId: 'plan1',
      restApiId: 'api1',
      stageName: 'dev',
    });
  });

  it('is not there where nothing was deployed, or not all of it', async () => {
    const { '/freight/dev/rest-api-id': _missing, ...incomplete } = PUBLISHED;

    for (const parameters of [{}, incomplete]) {
      const found = findDeployedService(systemsManager(parameters), 'dev');
      await expect(found).rejects.toThrow(CommandFailedError);
      await expect(found).rejects.toThrow('Nothing is deployed as environment "dev"');
    }
  });
});

describe('a queue of a deployment', () => {
  const URL = 'https://sqs.us-east-1.amazonaws.com/1/events';
  const answering = (send: () => Promise<unknown>) => ({ send }) as unknown as SSMClient;

  it('is found by what its stack publishes', async () => {
    const asked: unknown[] = [];
    const client = {
      send: async ({ input }: { input: unknown }) => asked.push(input) && { Parameter: { Value: URL } },
    };

    await expect(findQueueUrl(client as unknown as SSMClient, 'prod', 'events-dlq')).resolves.toBe(URL);
    expect(asked).toEqual([{ Name: '/freight/prod/queues/events-dlq/url' }]);
  });

  it('is not there where the stack is not', async () => {
    const missing = answering(async () => {
      throw new ParameterNotFound({ message: 'no', $metadata: {} });
    });
    await expect(findQueueUrl(missing, 'dev', 'retries')).rejects.toThrow(
      'Environment "dev" has no queue "retries"',
    );
  });

  it('is not said to be missing where it cannot be asked for', async () => {
    const rejecting = answering(async () => {
      throw new Error('AccessDenied');
    });
    await expect(findQueueUrl(rejecting, 'dev', 'events')).rejects.toThrow('AccessDenied');
  });
});

describe('the function of a deployment that builds the search index', () => {
  const ARN = 'arn:aws:lambda:us-east-1:1:function:reindex';
  const answering = (send: (command: { input: unknown }) => Promise<unknown>) =>
    ({ send }) as unknown as SSMClient;

  it('is found by what its stack publishes', async () => {
    const client = answering(async ({ input }) => {
      expect(input).toEqual({ Name: '/freight/prod/search/reindex-function-arn' });
      return { Parameter: { Value: ARN } };
    });

    await expect(findReindexFunction(client, 'prod')).resolves.toBe(ARN);
  });

  it('is not there where terminals are searched in memory, which is stated', async () => {
    const missing = answering(async () => {
      throw new ParameterNotFound({ message: 'no', $metadata: {} });
    });
    const found = findReindexFunction(missing, 'dev');

    await expect(found).rejects.toThrow(CommandFailedError);
    await expect(found).rejects.toThrow('Environment "dev" searches terminals in memory only');
  });
});
