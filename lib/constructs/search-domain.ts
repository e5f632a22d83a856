import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { EbsDeviceVolumeType } from 'aws-cdk-lib/aws-ec2';
import { AccountRootPrincipal, PolicyDocument, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, ResourcePolicy } from 'aws-cdk-lib/aws-logs';
import { type CfnDomain, Domain, EngineVersion, TLSSecurityPolicy } from 'aws-cdk-lib/aws-opensearchservice';
import { Construct } from 'constructs';
import type { EnvironmentSettings, SearchDomainSettings } from '../settings/environments.ts';
import { SEARCH_ENGINE_VERSION } from '../settings/search-engine-version.ts';
import type { SearchNetwork } from './search-network.ts';

export interface SearchDomainProps {
  readonly settings: EnvironmentSettings;
  readonly search: SearchDomainSettings;
  readonly network: SearchNetwork;
}

const VERSION = EngineVersion.openSearch(SEARCH_ENGINE_VERSION);

/** What a request to an index can be; the domain's own settings are no requests to it. */
const REQUESTS = ['es:ESHttpGet', 'es:ESHttpPost', 'es:ESHttpPut', 'es:ESHttpDelete'];

/** Night in the United States, in UTC: from here the service takes ten hours for its own updates. */
const OFF_PEAK = { hours: 4, minutes: 0 };

/**
 * The OpenSearch domain that terminals are searched on: what is in it can be made anew from the table at any time, and
 * the embedded search answers while it is not there.
 */
export class SearchDomain extends Construct {
  readonly domain: Domain;

  constructor(scope: Construct, id: string, { settings, search, network }: SearchDomainProps) {
    super(scope, id);
    const { nodes, instanceType, volumeGb } = search;
    const logs = (name: string) =>
      new LogGroup(this, name, {
        retention: settings.logRetentionDays,
        removalPolicy: settings.disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
      });
    const [errors, slowSearches, slowIndexing] = [logs('Errors'), logs('SlowSearches'), logs('SlowIndexing')];

    this.domain = new Domain(this, 'Domain', {
      version: VERSION,
      capacity: {
        dataNodes: nodes,
        dataNodeInstanceType: instanceType,
        // Nor dedicated masters: a state of one small index needs none, and three nodes agree without.
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
      // Below, as a resource of CloudFormation's own: the CDK's would be made by a function of its own.
      suppressLogsResourcePolicy: true,
      enableVersionUpgrade: true,
      enableAutoSoftwareUpdate: true,
      offPeakWindowEnabled: true,
      offPeakWindowStart: OFF_PEAK,
      // Derived data: a rebuild makes it from the table in seconds.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const resource = this.domain.node.defaultChild as CfnDomain;
    resource.vpcOptions = {
      subnetIds: network.subnetIds.slice(0, nodes),
      securityGroupIds: [network.domainGroup],
    };
    // Set here for the same reason. Rights are given to roles by IAM, each for its own paths; nobody is let in beside.
    resource.accessPolicies = new PolicyDocument({
      statements: [
        new PolicyStatement({
          principals: [new AccountRootPrincipal()],
          actions: REQUESTS,
          // A policy of a domain is about that domain, whose name is not known before it is there.
          resources: ['*'],
          conditions: { ArnLike: { 'aws:PrincipalArn': this.rolesOfService(settings) } },
        }),
      ],
    });
    this.domain.node.addDependency(this.letWrite([errors, slowSearches, slowIndexing]));
    this.acknowledgeFindings(search);
  }

  private acknowledgeFindings({ nodes }: SearchDomainSettings): void {
    Validations.of(this.domain).acknowledge(
      {
        id: 'AwsSolutions-OS3',
        reason:
          'OpenSearch takes no policy by address for a domain in a network. Its security group lets in the groups of three functions, and its policy the roles of this environment, by signed requests.',
      },
      {
        id: 'AwsSolutions-OS4',
        reason:
          "Dedicated masters take the cluster's own work from data nodes, and one small index makes none. Three data nodes agree without them, and the embedded search answers where they do not.",
      },
    );
    if (nodes > 1) return;
    Validations.of(this.domain).acknowledge({
      id: 'AwsSolutions-OS7',
      reason:
        'Zones are a setting of the environment, three in prod. Here one node is enough: the embedded search answers without it, and its index is made anew from the table.',
    });
  }

  private rolesOfService({ name }: EnvironmentSettings): string {
    const role = { service: 'iam', region: '', resource: 'role', resourceName: `freight-${name}-*` };
    return Stack.of(this).formatArn(role);
  }

  /** Lets the service write to these log groups, for domains of this account. */
  private letWrite(groups: readonly LogGroup[]): ResourcePolicy {
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
