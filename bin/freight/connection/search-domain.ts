import {
  DescribeDomainCommand,
  DescribeDomainHealthCommand,
  type DomainStatus,
  type OpenSearchClient,
} from '@aws-sdk/client-opensearch';

/** What OpenSearch Service, or a local node, reports of itself. Calls that AWS rejected are in `unknown`. */
export interface SearchDomainFacts {
  /** Name of the domain, or address of the node. */
  readonly name: string;
  /** In lower case: "green", "yellow", "red"; on a domain also "notavailable". */
  readonly health?: string;
  /** Such as "OpenSearch_2.19". */
  readonly engineVersion?: string;
  /** Changes in progress, such as "Modifying"; empty in a domain that is in service. */
  readonly inProgress: readonly string[];
  readonly dataNodes?: number;
  /** Disk of each data node. */
  readonly volumeGb?: number;
  readonly software?: SoftwareState;
  /** Calls that AWS rejected, each with the reason: "DescribeDomainHealth: AccessDeniedException". */
  readonly unknown: readonly string[];
}

/** The domain's own software, which AWS updates. */
interface SoftwareState {
  readonly current?: string;
  /** Absent where no update is pending. */
  readonly update?: { readonly version: string; readonly status: string; readonly automaticallyOn?: string };
}

/** @returns the name in an ARN such as "arn:aws:es:us-east-1:123456789012:domain/terminals". */
export const domainNameOf = (arn: string): string => arn.split('/').at(-1) ?? arn;

/**
 * Describes a domain by AWS's control plane, which needs no way into its network.
 * @throws errors that are not a rejection of the request by AWS: no credentials, no connection.
 */
export async function describeSearchDomain(
  client: OpenSearchClient,
  DomainName: string,
): Promise<SearchDomainFacts> {
  const unknown: string[] = [];
  const permitted = async <Answer>(call: string, answer: Promise<Answer>): Promise<Answer | undefined> => {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof Error && '$metadata' in error) || /ExpiredToken/.test(error.name)) throw error;
      unknown.push(`${call}: ${error.name}`);
      return undefined;
    }
  };
  const [described, health] = await Promise.all([
    permitted('DescribeDomain', client.send(new DescribeDomainCommand({ DomainName }))),
    permitted('DescribeDomainHealth', client.send(new DescribeDomainHealthCommand({ DomainName }))),
  ]);
  return {
    name: DomainName,
    ...(health?.ClusterHealth === undefined ? {} : { health: health.ClusterHealth.toLowerCase() }),
    ...factsOf(described?.DomainStatus),
    unknown,
  };
}

function factsOf(status: DomainStatus | undefined): Omit<SearchDomainFacts, 'name' | 'unknown'> {
  if (status === undefined) return { inProgress: [] };
  const { EngineVersion, ClusterConfig, EBSOptions, ServiceSoftwareOptions: software } = status;
  return {
    inProgress: inProgressOf(status),
    ...(EngineVersion === undefined ? {} : { engineVersion: EngineVersion }),
    ...(ClusterConfig?.InstanceCount === undefined ? {} : { dataNodes: ClusterConfig.InstanceCount }),
    ...(EBSOptions?.VolumeSize === undefined ? {} : { volumeGb: EBSOptions.VolumeSize }),
    ...(software === undefined
      ? {}
      : {
          software: {
            ...(software.CurrentVersion === undefined ? {} : { current: software.CurrentVersion }),
            ...(software.UpdateAvailable === true
              ? {
                  update: {
                    version: software.NewVersion ?? '',
                    status: software.UpdateStatus ?? '',
                    // The service writes 1970 where it has set no date.
                    ...(software.AutomatedUpdateDate && software.AutomatedUpdateDate.getTime() > 0
                      ? { automaticallyOn: software.AutomatedUpdateDate.toISOString() }
                      : {}),
                  },
                }
              : {}),
          },
        }),
  };
}

function inProgressOf({
  Created,
  Deleted,
  Processing,
  UpgradeProcessing,
  DomainProcessingStatus,
}: DomainStatus): string[] {
  if (DomainProcessingStatus !== undefined && DomainProcessingStatus !== 'Active')
    return [DomainProcessingStatus];
  return [
    ...(Created === false ? ['Creating'] : []),
    ...(Deleted === true ? ['Deleting'] : []),
    ...(UpgradeProcessing === true ? ['UpgradingEngineVersion'] : []),
    ...(Processing === true && UpgradeProcessing !== true && Created !== false && Deleted !== true
      ? ['Modifying']
      : []),
  ];
}
