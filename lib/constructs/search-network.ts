import { Fn, Stack } from 'aws-cdk-lib';
import {
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type IVpc,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement, StarPrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { createLogGroup } from './retention.ts';

export interface SearchNetworkProps {
  readonly settings: EnvironmentSettings;
  /** Indexes of the zones in the list of the account. */
  readonly zones: readonly number[];
  /** Name of the terminals table. */
  readonly terminalsTable: string;
}

/** Private range; no other network is connected to it. */
const VPC_CIDR = '10.80.0.0/22';

const HTTPS = Port.tcp(443);

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

    const domain = this.group('Domain', 'Nodes of the domain');
    const writers = this.group('Writers', 'Functions that write to the domain');
    const readers = this.group('Readers', 'Functions that query the domain and read the table');
    // By id, so that the rules are part of the group: there is no moment in which the group exists without them.
    domain.addIngressRule(Peer.securityGroupId(writers.securityGroupId), HTTPS, 'from writers');
    domain.addIngressRule(Peer.securityGroupId(readers.securityGroupId), HTTPS, 'from readers');
    // By address, since groups whose rules name each other are a circular dependency. Nothing else has an address in this VPC.
    for (const group of [writers, readers]) group.addEgressRule(Peer.ipv4(VPC_CIDR), HTTPS, 'to the domain');
    // Endpoint addresses are public, and the prefix list id differs by region. There is no other route to the Internet.
    readers.addEgressRule(Peer.anyIpv4(), HTTPS, 'to the gateway endpoints');
    this.domainGroup = domain.securityGroupId;
    this.writersGroup = writers.securityGroupId;
    this.readersGroup = readers.securityGroupId;
  }

  /** A group that allows nothing: by default a group would allow all egress. */
  private group(id: string, description: string): SecurityGroup {
    return new SecurityGroup(this, id, { vpc: this.vpc as IVpc, description, allowAllOutbound: false });
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
  private addFlowLogs(settings: EnvironmentSettings): void {
    this.vpc.addFlowLog('RejectedTraffic', {
      destination: FlowLogDestination.toCloudWatchLogs(createLogGroup(this, 'Rejected', settings)),
      trafficType: FlowLogTrafficType.REJECT,
    });
  }
}
