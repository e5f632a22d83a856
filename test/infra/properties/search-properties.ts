import type { Template } from '../../support/synthesized-templates.ts';
import {
  actionsOf,
  at,
  firstOf,
  type Property,
  resourcesOf,
  type Statement,
  statementsOf,
  unless,
} from './property.ts';

const DOMAIN = 'AWS::OpenSearchService::Domain';
const SUBNET = 'AWS::EC2::Subnet';
const GROUP = 'AWS::EC2::SecurityGroup';
const ENDPOINT = 'AWS::EC2::VPCEndpoint';
const FUNCTION = 'AWS::Lambda::Function';
const MAPPING = 'AWS::Lambda::EventSourceMapping';
const INDEX = 'Custom::TerminalIndex';

/** Ways from a network to the internet, or to anything else outside of it. */
const WAYS_OUT =
  /^AWS::EC2::(InternetGateway|NatGateway|EgressOnlyInternetGateway|VPCGatewayAttachment|VPNGateway|Route|TransitGateway\w*|VPCPeeringConnection|EIP)$/;

interface Rule {
  readonly FromPort?: number;
  readonly ToPort?: number;
  readonly SourceSecurityGroupId?: unknown;
  readonly CidrIp?: string;
  readonly IpProtocol?: string;
}

/** The requests to the domain that each function of a template may make. */
const domainRights = (template: Template): [string, Statement][] =>
  statementsOf(template)
    .filter(([, statement]) => actionsOf(statement).some((action) => action.startsWith('es:')))
    .map(([policy, statement]) => [policy.replace(/Role.*/, ''), statement]);

const inNetwork = (template: Template) =>
  resourcesOf(template, FUNCTION).filter(([, { Properties }]) => Properties.VpcConfig !== undefined);

/** The statement of a gateway endpoint's policy that lets the table through. */
const endpointStatement = (template: Template) => {
  const [found] = resourcesOf(template, ENDPOINT).filter(([, { Properties }]) =>
    JSON.stringify(Properties.ServiceName).includes('dynamodb'),
  );
  return Object(at(found?.[1].Properties, 'PolicyDocument', 'Statement', 0));
};

/** Whether all that is allowed of a network is denied to the function's own code. */
function isKeptFromCode(statements: readonly Statement[]): boolean {
  const actionsWith = (effect: string) =>
    statements.filter(({ Effect }) => Effect === effect).flatMap(actionsOf);
  const denied = new Set(actionsWith('Deny'));
  const conditions = statements.filter(({ Effect }) => Effect === 'Deny').map(({ Condition }) => Condition);
  return (
    actionsWith('Allow').every((action) => denied.has(action) || !action.startsWith('ec2:')) &&
    conditions.every((condition) =>
      JSON.stringify(at(condition, 'ArnLike', 'lambda:SourceFunctionArn')).endsWith(':function:*"]]}'),
    )
  );
}

/** The property of the domain at a path is as it should be. */
function ofDomain(name: string, path: readonly string[], wanted: unknown): Property {
  return {
    name,
    violations: ({ search }) =>
      unless(
        search,
        DOMAIN,
        ({ Properties }) => JSON.stringify(at(Properties, ...path)) === JSON.stringify(wanted),
      ),
  };
}

export const SEARCH_PROPERTIES: readonly Property[] = [
  ofDomain('the domain speaks HTTPS only', ['DomainEndpointOptions', 'EnforceHTTPS'], true),
  ofDomain(
    'and no TLS older than 1.2, with forward secrecy',
    ['DomainEndpointOptions', 'TLSSecurityPolicy'],
    'Policy-Min-TLS-1-2-PFS-2023-10',
  ),
  ofDomain('the domain runs the version that tests run on', ['EngineVersion'], 'OpenSearch_2.19'),
  ofDomain('the domain has no internal users in addition to IAM', ['AdvancedSecurityOptions'], undefined),
  ofDomain('the domain has a node in each of three zones', ['ClusterConfig', 'InstanceCount'], 3),
  ofDomain(
    'and spreads the copies over them',
    ['ClusterConfig', 'ZoneAwarenessConfig', 'AvailabilityZoneCount'],
    3,
  ),
  ofDomain(
    'the domain updates its software at night',
    ['SoftwareUpdateOptions', 'AutoSoftwareUpdateEnabled'],
    true,
  ),
  {
    name: 'the subnets of the domain are in three zones',
    violations: ({ search }) => {
      const zones = resourcesOf(search, SUBNET).map(([, { Properties }]) =>
        JSON.stringify(Properties.AvailabilityZone),
      );
      const used = at(firstOf(search, DOMAIN).Properties, 'VPCOptions', 'SubnetIds') as unknown[];
      return new Set(zones).size === 3 && used.length === 3 ? [] : ['fewer than three zones'];
    },
  },
  {
    name: "only roles of this environment's service reach the domain, by IAM",
    violations: ({ search }) =>
      unless(search, DOMAIN, ({ Properties }) => {
        const statements = at(Properties, 'AccessPolicies', 'Statement') as Record<string, unknown>[];
        return (
          statements.length === 1 &&
          statements.every(
            ({ Principal, Condition }) =>
              JSON.stringify(Principal).includes('{"Ref":"AWS::AccountId"},":root"') &&
              JSON.stringify(at(Condition, 'ArnLike', 'aws:PrincipalArn')).includes(':role/freight-prod-*'),
          )
        );
      }),
  },
  {
    name: 'errors and slow requests of the domain are logged, and it may write there',
    violations: ({ search }) => {
      const letters = JSON.stringify(resourcesOf(search, 'AWS::Logs::ResourcePolicy'));
      return unless(search, DOMAIN, ({ Properties, DependsOn = [] }) =>
        ['ES_APPLICATION_LOGS', 'SEARCH_SLOW_LOGS', 'INDEX_SLOW_LOGS'].every((kind) => {
          const published = at(Properties, 'LogPublishingOptions', kind);
          const [group = ''] = at(published, 'CloudWatchLogsLogGroupArn', 'Fn::GetAtt') as string[];
          return (
            at(published, 'Enabled') === true &&
            letters.includes(`"${group}"`) &&
            letters.includes('aws:SourceAccount') &&
            DependsOn.some((id) => search.Resources[id]?.Type === 'AWS::Logs::ResourcePolicy')
          );
        }),
      );
    },
  },
  {
    name: 'a deployment whose code makes another index asks for one',
    violations: ({ api }) =>
      unless(api, INDEX, ({ Properties }) => /^terminals-v\d+$/.test(String(Properties.index))),
  },
  {
    name: 'nothing leads out of the network of the domain',
    violations: ({ search }) => [
      ...Object.entries(search.Resources)
        .filter(([, { Type }]) => WAYS_OUT.test(Type))
        .map(([id]) => id),
      ...unless(search, SUBNET, ({ Properties }) => Properties.MapPublicIpOnLaunch === false),
    ],
  },
  {
    name: 'but for the terminals table and the answers to deployments, by endpoints that cost nothing',
    violations: ({ search }) => [
      ...unless(search, ENDPOINT, ({ Properties }) => Properties.VpcEndpointType === 'Gateway'),
      ...(resourcesOf(search, ENDPOINT).length === 2 ? [] : ['other endpoints']),
      ...(/tablesterminals/.test(JSON.stringify(endpointStatement(search).Resource)) &&
      !JSON.stringify(endpointStatement(search).Resource).includes('"*"')
        ? []
        : ['other tables']),
    ],
  },
  {
    name: 'only the security groups of functions reach the domain, and it has no egress',
    violations: ({ search }) => {
      const [id = ''] = at(
        firstOf(search, DOMAIN).Properties,
        'VPCOptions',
        'SecurityGroupIds',
        0,
        'Fn::GetAtt',
      ) as string[];
      const ingress = resourcesOf(search, GROUP).flatMap(([group, { Properties }]) =>
        ((Properties.SecurityGroupIngress ?? []) as Rule[]).map((rule) => ({ group, ...rule })),
      );
      const sources = new Set(
        ingress.map(({ SourceSecurityGroupId }: Rule) => JSON.stringify(SourceSecurityGroupId)),
      );
      const egress = resourcesOf(search, GROUP).map(([group, { Properties }]) => ({
        group,
        rules: (Properties.SecurityGroupEgress ?? []) as Rule[],
      }));
      return [
        ...ingress
          .filter(
            ({ group, FromPort, ToPort, SourceSecurityGroupId }) =>
              group !== id || FromPort !== 443 || ToPort !== 443 || SourceSecurityGroupId === undefined,
          )
          .map(({ group }) => group),
        ...resourcesOf(search, 'AWS::EC2::SecurityGroupIngress').map(([rule]) => rule),
        ...(sources.size === 2 ? [] : ['the groups that reach it']),
        // A group without an inline rule would allow all egress.
        ...egress.filter((one) => one.rules.length === 0).map(({ group }) => group),
        ...egress
          .filter(({ group }) => group === id)
          .flatMap((one) => one.rules)
          .flatMap(({ CidrIp, IpProtocol }) =>
            CidrIp === '255.255.255.255/32' && IpProtocol === 'icmp' ? [] : ['it reaches others'],
          ),
      ];
    },
  },
  {
    name: 'who is turned away in that network is logged',
    violations: ({ search }) =>
      unless(search, 'AWS::EC2::FlowLog', ({ Properties }) => Properties.TrafficType === 'REJECT'),
  },
  {
    name: 'the functions that ask the domain are in its network, and no others',
    violations: ({ api, workers, search }) => {
      const found = [api, workers, search]
        .flatMap(inNetwork)
        .map(([id]) => id.replace(/Function.*/, ''))
        .sort();
      return JSON.stringify(found) === '["indexterminals","reindexterminals","searchterminals"]' ? [] : found;
    },
  },
  {
    name: 'and may not do themselves what Lambda does with the network in their names',
    violations: ({ api, search }) =>
      [api, search].flatMap((template) => {
        const ofNetwork = statementsOf(template).filter(([, statement]) =>
          actionsOf(statement).some((action) => action.startsWith('ec2:')),
        );
        const byPolicy = Map.groupBy(ofNetwork, ([policy]) => policy);
        return [...byPolicy]
          .filter(([, found]) => !isKeptFromCode(found.map(([, statement]) => statement)))
          .map(([policy]) => policy);
      }),
    takeAway: ({ api }) => {
      for (const [, statement] of statementsOf(api)) if (statement.Effect === 'Deny') statement.Action = [];
    },
  },
  {
    name: 'they get an HTTPS endpoint, or the parameter that contains it',
    violations: ({ api, search }) =>
      [...inNetwork(api), ...inNetwork(search)]
        .filter(([, { Properties }]) => {
          const endpoint = JSON.stringify(at(Properties, 'Environment', 'Variables', 'OPENSEARCH_ENDPOINT'));
          return !/^\{"Fn::Join":\["",\["https:\/\/"|^\{"Ref":"\w*searchendpoint/.test(endpoint);
        })
        .map(([id]) => id),
    takeAway: ({ search }) => {
      const [[, first] = []] = inNetwork(search);
      Object(at(first?.Properties, 'Environment', 'Variables')).OPENSEARCH_ENDPOINT = 'http://node';
    },
  },
  {
    name: 'the function that callers reach may search the index, and nothing else on the domain',
    violations: ({ api }) => {
      const rights = domainRights(api);
      if (rights.length !== 1) return [`${rights.length} statements`];
      return rights
        .filter(
          ([policy, { Action, Resource }]) =>
            policy !== 'searchterminals' ||
            Action !== 'es:ESHttpPost' ||
            !/"\/terminals-v\d+-search\/_search"\]\]\}$/.test(JSON.stringify(Resource)),
        )
        .map(([policy]) => policy);
    },
  },
  {
    name: 'who fills the index has no right on anything but its indexes, and only a rebuild removes one',
    violations: ({ search }) => {
      const rights = domainRights(search);
      if (new Set(rights.map(([policy]) => policy)).size !== 2) return ['not two functions'];
      return rights
        .filter(([policy, { Action, Resource }]) => {
          const paths = [Resource].flat().map((resource) => at(resource, 'Fn::Join', 1, 1));
          const changes = [Action].flat().some((action) => /Put|Delete/.test(action));
          return (
            (changes && policy !== 'reindexterminals') ||
            !paths.every((path) => /^\/(terminals-v\d+([-/]|$)|_bulk$)/.test(String(path)))
          );
        })
        .map(([policy]) => policy);
    },
  },
  {
    name: 'changes of terminals, and of nothing else in their table, reach the index; none is lost in silence',
    violations: ({ search, data }) => {
      const [[, mapping] = []] = resourcesOf(search, MAPPING);
      const tables = resourcesOf(data, 'AWS::DynamoDB::GlobalTable');
      const table = tables.find(([id]) => id.startsWith('terminals'))?.[1].Properties;
      const filter = String(at(mapping?.Properties, 'FilterCriteria', 'Filters', 0, 'Pattern'));
      return [
        ...(at(table, 'StreamSpecification', 'StreamViewType') === 'NEW_AND_OLD_IMAGES' ? [] : ['no stream']),
        ...(filter === '{"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"terminals#"}]}}}}' ? [] : [filter]),
        ...(JSON.stringify(mapping?.Properties.FunctionResponseTypes) === '["ReportBatchItemFailures"]'
          ? []
          : ['a failure repeats the batch']),
        ...(at(mapping?.Properties, 'DestinationConfig', 'OnFailure', 'Destination') === undefined
          ? ['failed events are lost']
          : []),
      ];
    },
  },
  {
    name: 'the index is built after the terminals are loaded, and cannot hold a deployment up for long',
    violations: ({ api }) =>
      unless(
        api,
        INDEX,
        ({ Properties, DependsOn = [] }) =>
          Number(Properties.ServiceTimeout) <= 300 &&
          Properties.domain !== undefined &&
          DependsOn.some((id) => api.Resources[id]?.Type === 'Custom::TerminalCatalogue'),
      ),
  },
];
