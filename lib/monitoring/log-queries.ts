import { Fn } from 'aws-cdk-lib';
import { LogQueryVisualizationType, LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { alertingOf } from '../alarms/alerting.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import type { LogSource } from '../parameters/watched.ts';
import { queryText, SAVED_QUERIES, type SavedQuery } from './saved-queries.ts';

/** Names of a source's groups as they were published: comma between them. */
const published = (scope: Construct, source: LogSource): string =>
  StringParameter.valueForStringParameter(scope, parameterNames(alertingOf(scope).name).logGroups(source));

/** The queries of the runbook, in the folder freight/<environment> of Logs Insights. */
export class LogQueries extends Construct {
  /** @param absent sources that the environment does not have. */
  constructor(scope: Construct, id: string, absent: readonly LogSource[]) {
    super(scope, id);
    const { name: environment } = alertingOf(this);
    for (const query of Object.values<SavedQuery>(SAVED_QUERIES)) {
      const sources = query.sources.filter((source) => !absent.includes(source));
      if (sources.length === 0) continue;
      const joined = Fn.join(
        ',',
        sources.map((source) => published(this, source)),
      );
      new CfnQueryDefinition(this, query.name, {
        name: `freight/${environment}/${query.name}`,
        queryString: queryText(query),
        logGroupNames: Fn.split(',', joined),
      });
    }
  }
}

/** A query on the dashboard: it is run, and paid for by what it reads, when somebody looks. */
export function queryWidget(
  scope: Construct,
  title: string,
  query: SavedQuery,
  width: number,
): LogQueryWidget {
  const [source = 'api'] = query.sources;
  // A widget names each group in the query, and how many there are is known to CloudFormation only.
  const names = Fn.join("' | SOURCE '", Fn.split(',', published(scope, source)));
  return new LogQueryWidget({
    title,
    logGroupNames: [names],
    queryString: queryText(query),
    view: LogQueryVisualizationType.TABLE,
    width,
    height: 6,
  });
}
