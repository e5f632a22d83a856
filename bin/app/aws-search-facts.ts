import {
  ListInstanceTypeDetailsCommand,
  OpenSearchClient,
  type OpenSearchPartitionInstanceType,
  ValidationException,
} from '@aws-sdk/client-opensearch';
import { SSMClient } from '@aws-sdk/client-ssm';
import type { EnvironmentName } from '../../lib/settings/environments.ts';
import { describeSearchDomain, domainNameOf } from '../freight/connection/search-domain.ts';
import { findSearchDomain } from '../freight/connection/stack-parameters.ts';
import type { SearchFacts } from './search-domain-checks.ts';

/** Short time-outs, so that slow requests do not delay a deployment. */
const CLIENT = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
} as const;

export interface SearchFactsAddress {
  readonly environment: EnvironmentName;
  readonly region: string;
  /** Replaces the endpoint of AWS. */
  readonly endpoint?: string | undefined;
}

/** Reads facts from OpenSearch Service, with the credentials of this shell. A failed request gives undefined. */
export function awsSearchFacts({ environment, region, endpoint }: SearchFactsAddress): SearchFacts {
  const settings = { ...CLIENT, region, ...(endpoint === undefined ? {} : { endpoint }) };
  return {
    offers: async (instanceType, EngineVersion) => {
      const client = new OpenSearchClient(settings);
      try {
        const { InstanceTypeDetails } = await client.send(
          new ListInstanceTypeDetailsCommand({
            EngineVersion,
            InstanceType: instanceType as OpenSearchPartitionInstanceType,
          }),
        );
        return InstanceTypeDetails?.some(({ InstanceType }) => InstanceType === instanceType);
      } catch (error) {
        // The region does not know the instance type.
        return error instanceof ValidationException ? false : undefined;
      } finally {
        client.destroy();
      }
    },
    deployed: async () => {
      const [parameters, client] = [new SSMClient(settings), new OpenSearchClient(settings)];
      try {
        const arn = await findSearchDomain(parameters, environment);
        return arn === undefined ? undefined : await describeSearchDomain(client, domainNameOf(arn));
      } catch {
        return undefined;
      } finally {
        parameters.destroy();
        client.destroy();
      }
    },
  };
}
