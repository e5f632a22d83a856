import type { AlarmType, CloudWatchClient, CloudWatchClientConfig } from '@aws-sdk/client-cloudwatch';
import * as v from 'valibot';
import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import { failureReason } from '../../../shared/platform/aws/failure-reason.ts';
import { requestSettings } from '../../../shared/platform/aws/request-settings.ts';
import { CommandFailedError } from '../failures/command-errors.ts';

/** The current state of a CloudWatch alarm. */
export interface AlarmNow {
  readonly name: string;
  readonly state: 'ALARM' | 'OK' | 'INSUFFICIENT_DATA';
  /** Time of the last state change; ISO 8601, UTC. */
  readonly since: string;
  /** Description: cause, impact and runbook page. */
  readonly text: string;
}

/** A widget of the dashboard: Markdown text, or the title of a graph. */
export type Shown = { readonly text: string } | { readonly graph: string };

/** Port: alarms and dashboard of a deployment. */
export interface Alarms {
  /**
   * Lists the alarms of the deployment by name, without the windows of composite alarms.
   * @throws CommandFailedError if the request to CloudWatch fails.
   */
  all(): Promise<readonly AlarmNow[]>;
  /** URL of the dashboard in the AWS console. */
  dashboard(): Promise<string>;
  /**
   * Lists the widgets of the dashboard in their order.
   * @throws CommandFailedError if the dashboard does not exist.
   */
  shown(): Promise<readonly Shown[]>;
}

const LIMITS = { timeoutMs: 20_000, attempts: 3 };

const dashboardBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    widgets: v.array(
      v.object({
        properties: v.object({ title: v.optional(v.string()), markdown: v.optional(v.string()) }),
      }),
    ),
  }),
);

/**
 * Finds the alarms of a deployment by the prefix of their names.
 * @param config settings of the client; timeouts are set here.
 */
export function createAwsAlarms(environment: EnvironmentName, config: CloudWatchClientConfig = {}): Alarms {
  /** The SDK client is loaded on demand: other commands do not need it. */
  const ask = async <Answer>(
    operation: string,
    call: (client: CloudWatchClient, sdk: typeof import('@aws-sdk/client-cloudwatch')) => Promise<Answer>,
  ): Promise<Answer> => {
    const sdk = await import('@aws-sdk/client-cloudwatch');
    const client = new sdk.CloudWatchClient({ ...requestSettings(LIMITS), ...config });
    try {
      return await call(client, sdk);
    } catch (error) {
      throw new CommandFailedError(`CloudWatch rejected ${operation}: ${failureReason(error)}.`);
    } finally {
      client.destroy();
    }
  };
  return {
    all: () =>
      ask('DescribeAlarms', async (client, { paginateDescribeAlarms }) => {
        const found: AlarmNow[] = [];
        const AlarmTypes: AlarmType[] = ['MetricAlarm', 'CompositeAlarm'];
        const search = { AlarmNamePrefix: `freight-${environment}-`, AlarmTypes };
        for await (const { MetricAlarms = [], CompositeAlarms = [] } of paginateDescribeAlarms(
          { client },
          search,
        )) {
          for (const { AlarmName = '', AlarmDescription = '', StateValue, StateTransitionedTimestamp } of [
            ...MetricAlarms,
            ...CompositeAlarms,
          ]) {
            // A window belongs to a composite alarm, which has the text.
            if (AlarmName.startsWith(`freight-${environment}-window-`)) continue;
            found.push({
              name: AlarmName,
              state: StateValue ?? 'INSUFFICIENT_DATA',
              since: StateTransitionedTimestamp?.toISOString() ?? '',
              text: AlarmDescription,
            });
          }
        }
        return found.sort((one, other) => one.name.localeCompare(other.name));
      }),
    dashboard: () =>
      ask('no operation', async (client) => {
        const region = await client.config.region();
        return `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards/dashboard/freight-${environment}`;
      }),
    async shown() {
      const DashboardName = `freight-${environment}`;
      const { DashboardBody } = await ask('GetDashboard', (client, { GetDashboardCommand }) =>
        client.send(new GetDashboardCommand({ DashboardName })),
      );
      return v.parse(dashboardBody, DashboardBody).widgets.flatMap(({ properties }): Shown[] => {
        if (properties.markdown !== undefined) return [{ text: properties.markdown }];
        return properties.title === undefined ? [] : [{ graph: properties.title }];
      });
    },
  };
}
