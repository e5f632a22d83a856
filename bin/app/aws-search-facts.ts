import { DescribeAvailabilityZonesCommand, EC2Client } from '@aws-sdk/client-ec2';
import { GetRoleCommand, IAMClient, NoSuchEntityException } from '@aws-sdk/client-iam';
import {
  ListInstanceTypeDetailsCommand,
  OpenSearchClient,
  type OpenSearchPartitionInstanceType,
  ValidationException,
} from '@aws-sdk/client-opensearch';
import { SSMClient } from '@aws-sdk/client-ssm';
import { parameterNames } from '../../lib/parameters/parameter-names.ts';
import type { EnvironmentName } from '../../lib/settings/environments.ts';
import { describeSearchDomain, domainNameOf } from '../freight/connection/search-domain.ts';
import { findParameter } from '../freight/connection/target.ts';
import type { SearchFacts } from './search-domain-checks.ts';

/** Short time-outs, so that slow requests do not delay a deployment. */
const CLIENT = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
} as const;

/** Name that AWS sets. */
const SERVICE_ROLE = 'AWSServiceRoleForAmazonOpenSearchService';

export interface SearchFactsAddress {
  readonly environment: EnvironmentName;
  readonly region: string;
  /** Replaces the endpoint of AWS. */
  readonly endpoint?: string | undefined;
}

/** Reads facts from OpenSearch Service, EC2 and IAM, with the credentials of this shell. A failed request gives undefined. */
export function awsSearchFacts({ environment, region, endpoint }: SearchFactsAddress): SearchFacts {
  const settings = { ...CLIENT, region, ...(endpoint === undefined ? {} : { endpoint }) };
  return {
    offer: async (instanceType, EngineVersion) => {
      const client = new OpenSearchClient(settings);
      try {
        const { InstanceTypeDetails } = await client.send(
          new ListInstanceTypeDetailsCommand({
            EngineVersion,
            InstanceType: instanceType as OpenSearchPartitionInstanceType,
            RetrieveAZs: true,
          }),
        );
        const found = InstanceTypeDetails?.find(({ InstanceType }) => InstanceType === instanceType);
        return { isOffered: found !== undefined, zones: found?.AvailabilityZones ?? [] };
      } catch (error) {
        // The region does not know the instance type.
        return error instanceof ValidationException ? { isOffered: false, zones: [] } : undefined;
      } finally {
        client.destroy();
      }
    },
    zones: async () => {
      const client = new EC2Client(settings);
      try {
        const Filters = [{ Name: 'zone-type', Values: ['availability-zone'] }];
        const { AvailabilityZones = [] } = await client.send(
          new DescribeAvailabilityZonesCommand({ Filters }),
        );
        return AvailabilityZones.flatMap(({ ZoneName }) => ZoneName ?? []).sort();
      } catch {
        return undefined;
      } finally {
        client.destroy();
      }
    },
    hasServiceRole: async () => {
      const client = new IAMClient(settings);
      try {
        await client.send(new GetRoleCommand({ RoleName: SERVICE_ROLE }));
        return true;
      } catch (error) {
        return error instanceof NoSuchEntityException ? false : undefined;
      } finally {
        client.destroy();
      }
    },
    deployed: async () => {
      const [parameters, client] = [new SSMClient(settings), new OpenSearchClient(settings)];
      try {
        const arn = await findParameter(parameters, parameterNames(environment).searchDomainArn);
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
