import { LogQueryVisualizationType, LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { alertingOf } from '../alarms/alerting.ts';
import type { LogSource } from '../parameters/monitored-resources.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import { queryText, SAVED_QUERIES, type SavedQuery } from './saved-queries.ts';

/** Published names of log groups. */
const logGroupNamesOf = (scope: Construct, sources: readonly LogSource[]): string[] =>
  sources.map((source) =>
    StringParameter.valueForStringParameter(scope, parameterNames(alertingOf(scope).name).logGroup(source)),
  );

/** The queries of the runbook, in the folder freight/<environment> of Logs Insights. */
export class LogQueries extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const { name: environment } = alertingOf(this);
    for (const query of Object.values<SavedQuery>(SAVED_QUERIES)) {
      new CfnQueryDefinition(this, query.name, {
        name: `freight/${environment}/${query.name}`,
        queryString: queryText(query),
        logGroupNames: logGroupNamesOf(this, query.sources),
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
  return new LogQueryWidget({
    title,
    logGroupNames: logGroupNamesOf(scope, query.sources),
    queryString: queryText(query),
    view: LogQueryVisualizationType.TABLE,
    width,
    height: 6,
  });
}
