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
import { acknowledgeLogGroup } from '../findings/template-findings.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

export interface SearchNetworkProps {
  readonly settings: EnvironmentSettings;
  /** Indexes of the zones in the list of the account. */
  readonly zones: readonly number[];
  /** Name of the terminals table. */
  readonly terminalsTable: string;
}

/** Private range; no other network is connected to it. */
const VPC_CIDR = '10.80.0.0/22';

const HTTPS = { ipProtocol: 'tcp', fromPort: 443, toPort: 443 } as const;

/** Blocks all egress: a security group without an egress rule would allow all traffic. */
const NO_EGRESS = [{ ipProtocol: '-1', cidrIp: '127.0.0.1/32', description: 'nothing' }];

/**
 * The network of the search domain and of the functions that call it: isolated subnets with gateway endpoints, which are
 * free of charge, to the terminals table and to the response bucket of CloudFormation. Interface endpoints are not
 * needed, since Lambda sends logs, traces and failed events outside of the VPC.
 */
export class SearchNetwork extends Construct {
  /** One subnet per zone. */
  readonly subnetIds: readonly string[];
  /** Security group of the domain; it accepts traffic of the two groups below. */
  readonly domainGroup: string;
  /** Security group of functions that call the domain and read the table. */
  readonly readersGroup: string;
  /** Security group of functions that reach only the domain. */
  readonly writersGroup: string;

  private readonly vpc: Vpc;

  constructor(scope: Construct, id: string, props: SearchNetworkProps) {
    super(scope, id);
    const { settings, zones } = props;
    this.vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr(VPC_CIDR),
      availabilityZones: zones.map((zone) => Fn.select(zone, Fn.getAzs())),
      // A blue/green update needs addresses for the old and the new nodes at the same time.
      subnetConfiguration: [{ name: 'search', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 25 }],
      natGateways: 0,
      createInternetGateway: false,
    });
    this.subnetIds = this.vpc.isolatedSubnets.map(({ subnetId }) => subnetId);
    this.addEndpoints(props.terminalsTable);
    if (!settings.disposable) this.addFlowLogs(settings);

    // By address, since inline rules of two groups cannot reference each other. Nothing else has an address in this VPC.
    const toDomain = { ...HTTPS, cidrIp: VPC_CIDR, description: 'to the domain' };
    this.writersGroup = this.group('Writers', 'Functions that write to the domain', [toDomain]);
    this.readersGroup = this.group('Readers', 'Functions that query the domain and read the table', [
      toDomain,
      // Endpoint addresses are public, and the prefix list id differs by region. There is no other route to the Internet.
      { ...HTTPS, cidrIp: '0.0.0.0/0', description: 'to the gateway endpoints' },
    ]);
    this.domainGroup = this.group('Domain', 'Nodes of the domain', NO_EGRESS, [
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
          // CloudFormation signs the response URL with a role of its own, so the principal is not known.
          principals: [new StarPrincipal()],
          actions: ['s3:PutObject'],
          resources: [`arn:${partition}:s3:::cloudformation-custom-resource-response-*/*`],
        }),
      );
  }

  /** Logs only rejected traffic: attempts to leave the network or to reach the domain. */
  private addFlowLogs({ logRetentionDays }: EnvironmentSettings): void {
    const logs = new LogGroup(this, 'Rejected', {
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledgeLogGroup(logs);
    this.vpc.addFlowLog('RejectedTraffic', {
      destination: FlowLogDestination.toCloudWatchLogs(logs),
      trafficType: FlowLogTrafficType.REJECT,
    });
  }
}
