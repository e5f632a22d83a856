import { Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  CfnSecurityGroup,
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement, StarPrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { EnvironmentSettings } from '../settings/environments.ts';

export interface SearchNetworkProps {
  readonly settings: EnvironmentSettings;
  /** Places of the zones in the account's list. */
  readonly zones: readonly number[];
  /** Name of the table of terminals. */
  readonly terminalsTable: string;
}

/** Private, and reached from nowhere else. */
const ADDRESSES = '10.80.0.0/22';

const HTTPS = { ipProtocol: 'tcp', fromPort: 443, toPort: 443 } as const;

/** A group without a rule for what goes out may send anywhere; one whose only rule leads nowhere may not. */
const NOTHING_OUT = [{ ipProtocol: '-1', cidrIp: '127.0.0.1/32', description: 'nothing' }];

/**
 * The network of the search domain and of the functions that ask it: subnets without a way out, but for the terminals
 * table, and the bucket where CloudFormation waits for an answer. Both by gateway endpoints, which cost nothing; no
 * interface endpoint, since logs, traces and what is given up leave Lambda on its own side.
 */
export class SearchNetwork extends Construct {
  /** One a zone. */
  readonly subnetIds: readonly string[];
  /** Of the domain: the two groups below reach it. */
  readonly domainGroup: string;
  /** Of functions that ask the domain and read the table. */
  readonly readersGroup: string;
  /** Of functions that reach nothing but the domain. */
  readonly writersGroup: string;

  private readonly vpc: Vpc;

  constructor(scope: Construct, id: string, props: SearchNetworkProps) {
    super(scope, id);
    const { settings, zones } = props;
    this.vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr(ADDRESSES),
      availabilityZones: zones.map((zone) => Fn.select(zone, Fn.getAzs())),
      // A new set of nodes is started beside the old one: there must be room for both.
      subnetConfiguration: [{ name: 'search', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 25 }],
      natGateways: 0,
      createInternetGateway: false,
    });
    this.subnetIds = this.vpc.isolatedSubnets.map(({ subnetId }) => subnetId);
    this.addEndpoints(props.terminalsTable);
    if (!settings.disposable) this.addFlowLogs(settings);

    // By address, as both groups cannot name each other within themselves: nothing else has one here.
    const toDomain = { ...HTTPS, cidrIp: ADDRESSES, description: 'to the domain' };
    this.writersGroup = this.group('Writers', 'Functions that write to the domain', [toDomain]);
    this.readersGroup = this.group('Readers', 'Functions that ask the domain and read the table', [
      toDomain,
      // Their addresses are public, and the id of their list differs by region. No route leads anywhere else.
      { ...HTTPS, cidrIp: '0.0.0.0/0', description: 'to the gateway endpoints' },
    ]);
    this.domainGroup = this.group('Domain', 'Nodes of the domain', NOTHING_OUT, [
      { ...HTTPS, sourceSecurityGroupId: this.readersGroup, description: 'from readers' },
      { ...HTTPS, sourceSecurityGroupId: this.writersGroup, description: 'from writers' },
    ]);
  }

  private group(
    id: string,
    groupDescription: string,
    securityGroupEgress: CfnSecurityGroup.EgressProperty[],
    securityGroupIngress: CfnSecurityGroup.IngressProperty[] = [],
  ): string {
    return new CfnSecurityGroup(this, id, {
      groupDescription,
      vpcId: this.vpc.vpcId,
      securityGroupEgress,
      ...(securityGroupIngress.length > 0 ? { securityGroupIngress } : {}),
    }).attrGroupId;
  }

  private addEndpoints(terminalsTable: string): void {
    const { account, partition } = Stack.of(this);
    const table = { service: 'dynamodb', resource: 'table', resourceName: terminalsTable };
    this.vpc.addGatewayEndpoint('Tables', { service: GatewayVpcEndpointAwsService.DYNAMODB }).addToPolicy(
      new PolicyStatement({
        principals: [new StarPrincipal()],
        actions: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
        resources: [Stack.of(this).formatArn(table)],
        conditions: { StringEquals: { 'aws:PrincipalAccount': account } },
      }),
    );
    this.vpc
      .addGatewayEndpoint('DeploymentAnswers', { service: GatewayVpcEndpointAwsService.S3 })
      .addToPolicy(
        new PolicyStatement({
          // Whoever signed the address to answer at: CloudFormation, by a role of its own.
          principals: [new StarPrincipal()],
          actions: ['s3:PutObject'],
          resources: [`arn:${partition}:s3:::cloudformation-custom-resource-response-*/*`],
        }),
      );
  }

  /** Only what was turned away: who tries to get out, or at the domain. */
  private addFlowLogs({ logRetentionDays }: EnvironmentSettings): void {
    const logs = new LogGroup(this, 'Refused', {
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.vpc.addFlowLog('RefusedTraffic', {
      destination: FlowLogDestination.toCloudWatchLogs(logs),
      trafficType: FlowLogTrafficType.REJECT,
    });
  }
}
