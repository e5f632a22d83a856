import { Stack, type StackProps } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Domain } from 'aws-cdk-lib/aws-opensearchservice';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { FunctionDefinition } from '../../functions/definition-types.ts';
import { definition as indexTerminals } from '../../functions/index-terminals/definition.ts';
import { definition as reindexTerminals } from '../../functions/reindex-terminals/definition.ts';
import { TERMINAL_PARTITION_PREFIX } from '../../shared/terminals/catalogue/dynamodb-terminal-items.ts';
import { serviceAlarm } from '../alarms/service-alarm.ts';
import { math, PERIOD } from '../alarms/service-metrics.ts';
import { SearchDomain } from '../constructs/search-domain.ts';
import { SearchNetwork } from '../constructs/search-network.ts';
import { acknowledgeNoDeadLetterQueue, ServiceFunction } from '../constructs/service-function.ts';
import { TableStreamConsumer } from '../constructs/table-stream-consumer.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import { publishedResources, type SearchDomainConnection } from '../parameters/published-resources.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import type { SearchDomainSettings } from '../settings/search-domain-settings.ts';

/** The search domain for terminals, its network, and the functions that write its index. */
export class SearchStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    settings: EnvironmentSettings,
    search: SearchDomainSettings,
    props?: StackProps,
  ) {
    super(scope, id, props);
    const names = parameterNames(settings.name);
    const terminalsTable = publishedResources(this, settings).table('terminals');
    const network = new SearchNetwork(this, 'Network', { settings, zones: search.zones, terminalsTable });
    const { domain } = new SearchDomain(this, 'Search', { settings, search, network });
    const place: SearchDomainConnection = {
      endpoint: `${search.scheme}://${domain.domainEndpoint}`,
      arn: domain.domainArn,
      subnetIds: network.subnetIds,
      securityGroupId: network.readersGroup,
    };

    const serviceFunction = (definition: FunctionDefinition, searchDomain: SearchDomainConnection) =>
      new ServiceFunction(this, definition.function, {
        definition,
        settings,
        // The domain is part of this stack and not published yet.
        resources: publishedResources(this, settings, { searchDomain }),
      });
    const indexer = serviceFunction(indexTerminals, { ...place, securityGroupId: network.writersGroup });
    const builder = serviceFunction(reindexTerminals, place);
    acknowledgeNoDeadLetterQueue(
      builder.lambda,
      'CloudFormation calls it at a deployment, or an operator who waits for its answer. A failed run is retried twice and raises an alarm; its event has no information that the next run needs.',
    );
    new TableStreamConsumer(this, 'terminals-stream', {
      streamArn: StringParameter.valueForStringParameter(this, names.streamArn('terminals')),
      function: indexer,
      // Only terminals; not their names and the snapshot.
      keys: { pk: { S: [{ prefix: TERMINAL_PARTITION_PREFIX }] } },
    });
    addSearchAlarm(this, { domain, search, indexer: indexer.lambda });

    const values = {
      endpoint: [names.searchEndpoint, place.endpoint],
      'domain-arn': [names.searchDomainArn, place.arn],
      subnets: [names.searchSubnets, network.subnetIds.join(',')],
      'security-group': [names.searchSecurityGroup, place.securityGroupId],
      'reindex-function-arn': [names.reindexFunctionArn, builder.lambda.functionArn],
    } as const;
    for (const [parameter, [parameterName, stringValue]] of Object.entries(values)) {
      new StringParameter(this, parameter, { parameterName, stringValue });
    }
  }
}

const MB_A_GB = 1024;

export interface SearchAlarmProps {
  readonly domain: Domain;
  readonly search: SearchDomainSettings;
  /** Writes terminal changes to the index. */
  readonly indexer: IFunction;
}

/**
 * One alarm on the domain and on changes that reach it late, never a page: the embedded search answers meanwhile. Thresholds
 * follow the alarms that AWS recommends for OpenSearch Service.
 */
function addSearchAlarm(scope: Construct, { domain, search, indexer }: SearchAlarmProps): void {
  const of = (statistic: 'Maximum' | 'Minimum') => ({ period: PERIOD, statistic });
  const { nodes, volumeGb } = search;
  const faults = [
    'red > 0',
    'blocked > 0',
    'yellow > 0',
    `nodes < ${nodes}`,
    `disk <= ${(volumeGb * MB_A_GB) / 4}`,
    'cpu >= 80',
    'memory >= 90',
    'changes >= 900000',
  ];
  serviceAlarm(
    scope,
    'UnhealthyAlarm',
    math(`MAX([${faults.map((fault) => `IF(${fault}, 1, 0)`).join(', ')}])`, 'unhealthy', {
      red: domain.metricClusterStatusRed(of('Maximum')),
      yellow: domain.metricClusterStatusYellow(of('Maximum')),
      blocked: domain.metricClusterIndexWritesBlocked(of('Maximum')),
      nodes: domain.metricNodes(of('Minimum')),
      disk: domain.metricFreeStorageSpace(of('Minimum')),
      cpu: domain.metricCPUUtilization(of('Maximum')),
      memory: domain.metricJVMMemoryPressure(of('Maximum')),
      changes: indexer.metric('IteratorAge', of('Maximum')),
    }),
    {
      severity: 'ticket',
      happened:
        'For 30 minutes, the search domain has lost its index, a replica or a node, rejects writes, has 25% of its disk or less, uses 80% of its CPU or 90% of its memory, or gets changes more than 15 minutes late; the graph of the alarm shows which.',
      impact: 'the embedded search answers, up to 800 ms later, or searches return stale terminals.',
      first: 'freight search status.',
      runbook: 'the-search-domain-is-unhealthy',
    },
    { threshold: 1, evaluationPeriods: 6 },
  );
}
