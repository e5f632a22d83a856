import { Fn } from 'aws-cdk-lib';
import { LogQueryVisualizationType, LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { alertingOf } from '../alarms/alerting.ts';
import type { LogSource } from '../parameters/monitored-resources.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import { queryText, SAVED_QUERIES, type SavedQuery } from './saved-queries.ts';

/** Published names of the log groups of a source, comma-separated. */
const logGroupNamesOf = (scope: Construct, source: LogSource): string =>
  StringParameter.valueForStringParameter(scope, parameterNames(alertingOf(scope).name).logGroups(source));

/** The queries of the runbook, in the folder freight/<environment> of Logs Insights. */
export class LogQueries extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const { name: environment } = alertingOf(this);
    for (const query of Object.values<SavedQuery>(SAVED_QUERIES)) {
      const joined = Fn.join(
        ',',
        query.sources.map((source) => logGroupNamesOf(this, source)),
      );
      new CfnQueryDefinition(this, query.name, {
        name: `freight/${environment}/${query.name}`,
        queryString: queryText(query),
        logGroupNames: Fn.split(',', joined),
      });
    }
  }
}

/** A query on the dashboard. It runs, and is charged by the data it scans, each time the dashboard is opened. */
export function queryWidget(
  scope: Construct,
  title: string,
  query: SavedQuery,
  width: number,
): LogQueryWidget {
  const [source, ...others] = query.sources;
  // The groups of several sources could exceed the limit of Logs Insights, and leaving some out would hide their lines.
  if (source === undefined || others.length > 0) {
    throw new Error(`The query ${query.name} must have one source to be on the dashboard.`);
  }
  // A widget names each group in the query text, and only CloudFormation knows how many there are.
  const names = Fn.join("' | SOURCE '", Fn.split(',', logGroupNamesOf(scope, source)));
  return new LogQueryWidget({
    title,
    logGroupNames: [names],
    queryString: queryText(query),
    view: LogQueryVisualizationType.TABLE,
    width,
    height: 6,
  });
}
