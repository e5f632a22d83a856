import { Stack, type StackProps } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { FunctionDefinition } from '../../functions/definition-types.ts';
import { definition as indexTerminals } from '../../functions/index-terminals/definition.ts';
import { definition as reindexTerminals } from '../../functions/reindex-terminals/definition.ts';
import { TERMINAL_PARTITION_PREFIX } from '../../shared/terminals/catalogue/dynamodb-terminal-items.ts';
import { addSearchAlarm } from '../alarms/search-alarms.ts';
import { SearchDomain } from '../constructs/search-domain.ts';
import { SearchNetwork } from '../constructs/search-network.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { TableStreamConsumer } from '../constructs/table-stream-consumer.ts';
import { acknowledgeNoDeadLetterQueue } from '../findings/template-findings.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import type { SearchDomainConnection } from '../parameters/published-resources.ts';
import { publishedResources } from '../parameters/published-resources.ts';
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
