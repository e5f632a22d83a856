import {
  DescribeDomainCommand,
  DescribeDomainHealthCommand,
  type DomainStatus,
  type OpenSearchClient,
} from '@aws-sdk/client-opensearch';

/** What OpenSearch Service reports of a domain. A local node has only its address as the name. */
export type SearchDomainFacts = Pick<DomainFacts, 'name' | 'inProgress' | 'unknown'> & Partial<DomainFacts>;
type DomainFacts = Awaited<ReturnType<typeof describeSearchDomain>>;

/** @returns the name in an ARN such as "arn:aws:es:us-east-1:123456789012:domain/terminals". */
export const domainNameOf = (arn: string): string => arn.split('/').at(-1) ?? arn;

/** Describes a domain by AWS's control plane, which needs no way into its network. */
export async function describeSearchDomain(client: OpenSearchClient, DomainName: string) {
  /** Calls that AWS rejected, each with the reason: "DescribeDomainHealth: AccessDeniedException". */
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
  const status = described?.DomainStatus;
  return {
    name: DomainName,
    /** In lower case: "green", "yellow", "red"; on a domain also "notavailable". */
    health: health?.ClusterHealth?.toLowerCase(),
    /** Such as "OpenSearch_2.19". */
    engineVersion: status?.EngineVersion,
    /** Changes in progress, such as "Modifying"; empty in a domain that is in service. */
    inProgress: inProgressOf(status),
    dataNodes: status?.ClusterConfig?.InstanceCount,
    volumeGb: status?.EBSOptions?.VolumeSize,
    software: softwareOf(status),
    unknown,
  };
}

/** The domain's own software, which AWS updates; `update` is undefined if none is pending. */
function softwareOf(status: DomainStatus | undefined) {
  const software = status?.ServiceSoftwareOptions;
  if (software === undefined) return undefined;
  const { CurrentVersion, UpdateAvailable, NewVersion: version = '', UpdateStatus = '' } = software;
  // The service writes 1970 if it has set no date.
  const date = software.AutomatedUpdateDate;
  const automaticallyOn = date && date.getTime() > 0 ? date.toISOString() : undefined;
  const update = UpdateAvailable ? { version, status: UpdateStatus, automaticallyOn } : undefined;
  return { current: CurrentVersion, update };
}

/** Emulators do not have the newer `DomainProcessingStatus`. */
function inProgressOf(status: DomainStatus | undefined): string[] {
  const made = status?.Created === false ? 'Creating' : 'Active';
  const state = status?.DomainProcessingStatus ?? (status?.Processing ? 'Modifying' : made);
  return state === 'Active' ? [] : [state];
}
