import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { EbsDeviceVolumeType } from 'aws-cdk-lib/aws-ec2';
import { AccountRootPrincipal, PolicyDocument, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type LogGroup, ResourcePolicy } from 'aws-cdk-lib/aws-logs';
import { type CfnDomain, Domain, EngineVersion, TLSSecurityPolicy } from 'aws-cdk-lib/aws-opensearchservice';
import { Construct } from 'constructs';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { SEARCH_ENGINE_VERSION, type SearchDomainSettings } from '../settings/search-domain-settings.ts';
import { createLogGroup } from './retention.ts';
import type { SearchNetwork } from './search-network.ts';

export interface SearchDomainProps {
  readonly settings: EnvironmentSettings;
  readonly search: SearchDomainSettings;
  readonly network: SearchNetwork;
}

const VERSION = EngineVersion.openSearch(SEARCH_ENGINE_VERSION);

/** HTTP requests to indexes; changes to domain settings are not among them. */
const REQUESTS = ['es:ESHttpGet', 'es:ESHttpPost', 'es:ESHttpPut', 'es:ESHttpDelete'];

/** Start (UTC) of the ten-hour window for service updates: night in the United States. */
const OFF_PEAK_START = { hours: 4, minutes: 0 };

/**
 * The OpenSearch domain for terminal search. Its index can be rebuilt from the table at any time, and the embedded search
 * answers while the domain is unavailable.
 */
export class SearchDomain extends Construct {
  readonly domain: Domain;

  constructor(scope: Construct, id: string, { settings, search, network }: SearchDomainProps) {
    super(scope, id);
    const { nodes, instanceType, volumeGb } = search;
    const logs = (name: string) => createLogGroup(this, name, settings);
    const [errors, slowSearches, slowIndexing] = [logs('Errors'), logs('SlowSearches'), logs('SlowIndexing')];
    this.domain = new Domain(this, 'Domain', {
      version: VERSION,
      capacity: {
        dataNodes: nodes,
        dataNodeInstanceType: instanceType,
        // No dedicated masters either: three data nodes with one small index do not need them.
        multiAzWithStandbyEnabled: false,
      },
      zoneAwareness: nodes > 1 ? { enabled: true, availabilityZoneCount: nodes } : { enabled: false },
      ebs: { volumeSize: volumeGb, volumeType: EbsDeviceVolumeType.GP3 },
      encryptionAtRest: { enabled: true },
      nodeToNodeEncryption: true,
      enforceHttps: true,
      tlsSecurityPolicy: TLSSecurityPolicy.TLS_1_2_PFS,
      logging: {
        appLogEnabled: true,
        appLogGroup: errors,
        slowSearchLogEnabled: true,
        slowSearchLogGroup: slowSearches,
        slowIndexLogEnabled: true,
        slowIndexLogGroup: slowIndexing,
      },
      // The policy below is a plain CloudFormation resource; the CDK would deploy a function to create it.
      suppressLogsResourcePolicy: true,
      enableVersionUpgrade: true,
      enableAutoSoftwareUpdate: true,
      offPeakWindowEnabled: true,
      offPeakWindowStart: OFF_PEAK_START,
      // Derived data: a rebuild creates it from the table in seconds.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const resource = this.domain.node.defaultChild as CfnDomain;
    resource.vpcOptions = {
      subnetIds: network.subnetIds.slice(0, nodes),
      securityGroupIds: [network.domainGroup],
    };
    // Set here for the same reason. The IAM policies of the roles limit each of them to its paths.
    resource.accessPolicies = new PolicyDocument({
      statements: [
        new PolicyStatement({
          principals: [new AccountRootPrincipal()],
          actions: REQUESTS,
          // A domain policy applies only to its domain, whose name is not known before its creation.
          resources: ['*'],
          conditions: { ArnLike: { 'aws:PrincipalArn': this.rolesOfService(settings) } },
        }),
      ],
    });
    this.domain.node.addDependency(this.grantLogWrites([errors, slowSearches, slowIndexing]));
    this.acknowledgeFindings(search);
  }

  private acknowledgeFindings({ nodes }: SearchDomainSettings): void {
    Validations.of(this.domain).acknowledge(
      {
        id: 'AwsSolutions-OS3',
        reason:
          'A domain in a VPC supports no IP-based policy. Its security group allows the security groups of three functions, and its policy allows signed requests of the roles of this environment.',
      },
      {
        id: 'AwsSolutions-OS4',
        reason:
          'Dedicated masters relieve data nodes of cluster management, and one small index needs hardly any. Three data nodes reach a quorum without them; if they do not, the embedded search answers.',
      },
    );
    if (nodes > 1) return;
    Validations.of(this.domain).acknowledge({
      id: 'AwsSolutions-OS7',
      reason:
        'The number of zones is a setting of the environment, three in prod. Here one node is enough: the embedded search answers without it, and its index can be rebuilt from the table.',
    });
  }

  private rolesOfService({ name }: EnvironmentSettings): string {
    const role = { service: 'iam', region: '', resource: 'role', resourceName: `freight-${name}-*` };
    return Stack.of(this).formatArn(role);
  }

  /** Allows OpenSearch Service to write to these log groups, for domains of this account. */
  private grantLogWrites(groups: readonly LogGroup[]): ResourcePolicy {
    return new ResourcePolicy(this, 'LogsOfDomain', {
      policyStatements: [
        new PolicyStatement({
          principals: [new ServicePrincipal('es.amazonaws.com')],
          actions: ['logs:CreateLogStream', 'logs:PutLogEvents', 'logs:PutLogEventsBatch'],
          resources: groups.map(({ logGroupArn }) => logGroupArn),
          conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
        }),
      ],
    });
  }
}
