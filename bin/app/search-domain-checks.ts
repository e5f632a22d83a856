import { DescribeAvailabilityZonesCommand, EC2Client } from '@aws-sdk/client-ec2';
import { GetRoleCommand, IAMClient, NoSuchEntityException } from '@aws-sdk/client-iam';
import {
  ListInstanceTypeDetailsCommand,
  OpenSearchClient,
  type OpenSearchPartitionInstanceType,
  ValidationException,
} from '@aws-sdk/client-opensearch';
import {
  SEARCH_ENGINE_VERSION,
  type SearchDomainSettings,
} from '../../lib/settings/search-domain-settings.ts';

/** Short time-outs, so that slow requests do not delay a deployment. */
const CLIENT = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
} as const;

/** Name that AWS sets. */
const SERVICE_ROLE = 'AWSServiceRoleForAmazonOpenSearchService';

/** Asks with a client. @returns undefined if the request fails, or what the error means. */
async function ask<Client extends { destroy(): void }, Answer>(
  client: Client,
  request: (client: Client) => Promise<Answer>,
  meaningOf: (error: unknown) => Answer | undefined = () => undefined,
): Promise<Answer | undefined> {
  try {
    return await request(client);
  } catch (error) {
    return meaningOf(error);
  } finally {
    client.destroy();
  }
}

/**
 * Reads facts from OpenSearch Service, EC2 and IAM, with the credentials of this shell. A failed request gives undefined.
 * @param endpoint replaces that of AWS.
 */
export function awsSearchFacts(region: string, endpoint: string | undefined) {
  const settings = { ...CLIENT, region, ...(endpoint === undefined ? {} : { endpoint }) };
  return {
    /** What OpenSearch Service offers of an instance type; `zones` is empty if AWS does not name them. */
    offer: (InstanceType: string, EngineVersion: string) =>
      ask(
        new OpenSearchClient(settings),
        async (client) => {
          const { InstanceTypeDetails = [] } = await client.send(
            new ListInstanceTypeDetailsCommand({
              EngineVersion,
              InstanceType: InstanceType as OpenSearchPartitionInstanceType,
              RetrieveAZs: true,
            }),
          );
          const found = InstanceTypeDetails.find((one) => one.InstanceType === InstanceType);
          return { isOffered: found !== undefined, zones: found?.AvailabilityZones ?? [] };
        },
        // The region does not know the instance type.
        (error) => (error instanceof ValidationException ? { isOffered: false, zones: [] } : undefined),
      ),
    /** Zones of the account in the region, in the order of their names. */
    zones: () =>
      ask(new EC2Client(settings), async (client) => {
        const Filters = [{ Name: 'zone-type', Values: ['availability-zone'] }];
        const { AvailabilityZones = [] } = await client.send(
          new DescribeAvailabilityZonesCommand({ Filters }),
        );
        return AvailabilityZones.flatMap(({ ZoneName }) => ZoneName ?? []).sort();
      }),
    /** Whether the service-linked role exists by which OpenSearch Service places nodes in a network. */
    hasServiceRole: () =>
      ask(
        new IAMClient(settings),
        async (client) => {
          await client.send(new GetRoleCommand({ RoleName: SERVICE_ROLE }));
          return true;
        },
        (error) => (error instanceof NoSuchEntityException ? false : undefined),
      ),
  };
}

/** Facts about search domains in the account and region; undefined if AWS does not return them. */
export type SearchFacts = ReturnType<typeof awsSearchFacts>;

const CREATE_SERVICE_ROLE =
  'aws iam create-service-linked-role --aws-service-name opensearchservice.amazonaws.com';

/**
 * Checks the search domain before a deployment changes anything.
 * @returns warnings of one line each.
 * @throws Error of one line for what prevents the deployment.
 */
export async function checkSearchDomain(
  search: Pick<SearchDomainSettings, 'instanceType' | 'nodes' | 'zones'>,
  region: string,
  facts: SearchFacts,
): Promise<readonly string[]> {
  const engineVersion = `OpenSearch_${SEARCH_ENGINE_VERSION}`;
  const { instanceType } = search;
  const [offer, accountZones, hasServiceRole] = await Promise.all([
    facts.offer(instanceType, engineVersion),
    facts.zones(),
    facts.hasServiceRole(),
  ]);
  if (hasServiceRole === false) {
    throw new Error(
      `The account has no service-linked role for OpenSearch Service. Run once: ${CREATE_SERVICE_ROLE}`,
    );
  }
  if (offer?.isOffered === false) {
    throw new Error(
      `OpenSearch Service does not offer ${instanceType} for ${engineVersion} in ${region}: set another terminalSearch.instanceType in the operator settings.`,
    );
  }
  return checkZones(search, region, offer?.zones ?? [], accountZones ?? []);
}

/**
 * Checks the zones of the nodes. CloudFormation's list of zones can be shorter than that of the account, so a position
 * without the type is a warning; too few zones for the nodes are an error.
 */
function checkZones(
  { instanceType, nodes, zones }: Pick<SearchDomainSettings, 'instanceType' | 'nodes' | 'zones'>,
  region: string,
  offered: readonly string[],
  ofAccount: readonly string[],
): string[] {
  const suitable = ofAccount.flatMap((zone, position) => (offered.includes(zone) ? [position] : []));
  if (suitable.length === 0) return [];
  if (suitable.length < nodes) {
    throw new Error(
      `OpenSearch Service offers ${instanceType} in ${suitable.length} zones of ${region}, and the domain has ${nodes} nodes: set another terminalSearch.instanceType in the operator settings.`,
    );
  }
  const missing = zones.slice(0, nodes).filter((position) => !suitable.includes(position));
  if (missing.length === 0) return [];
  const names = missing.map((position) => ofAccount[position] ?? `position ${position}`);
  return [
    `OpenSearch Service does not offer ${instanceType} in ${names.join(', ')}: begin terminalSearch.zones in the operator settings with ${nodes} of ${suitable.join(', ')} (docs/operators/deploying.md#the-search-domain).`,
  ];
}
