import { LogQueryVisualizationType, LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { alertingOf } from '../alarms/alerting.ts';
import { type LogSource, queryText, SAVED_QUERIES, type SavedQuery } from './saved-queries.ts';

/** Names of the log groups. */
export type LogGroups = Readonly<Record<LogSource, string>>;

/** The queries of the runbook, in the folder freight/<environment> of Logs Insights. */
export class LogQueries extends Construct {
  constructor(scope: Construct, id: string, logGroups: LogGroups) {
    super(scope, id);
    const { name: environment } = alertingOf(this);
    for (const query of Object.values<SavedQuery>(SAVED_QUERIES)) {
      new CfnQueryDefinition(this, query.name, {
        name: `freight/${environment}/${query.name}`,
        queryString: queryText(query),
        logGroupNames: query.sources.map((source) => logGroups[source]),
      });
    }
  }
}

/** A query on the dashboard. It runs, and is charged by the data it scans, each time the dashboard is opened. */
export function queryWidget(
  logGroups: LogGroups,
  title: string,
  query: SavedQuery,
  width: number,
): LogQueryWidget {
  return new LogQueryWidget({
    title,
    logGroupNames: query.sources.map((source) => logGroups[source]),
    queryString: queryText(query),
    view: LogQueryVisualizationType.TABLE,
    width,
    height: 6,
  });
}
