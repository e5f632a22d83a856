import type { CloudWatchClient, CloudWatchClientConfig } from '@aws-sdk/client-cloudwatch';
import * as v from 'valibot';
import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import { failureReason } from '../../../shared/platform/aws/failure-reason.ts';
import { requestSettings } from '../../../shared/platform/aws/request-settings.ts';
import { CommandFailedError } from '../failures/command-errors.ts';

/** An alarm of a deployment as CloudWatch sees it now. */
export interface AlarmNow {
  readonly name: string;
  readonly state: 'ALARM' | 'OK' | 'INSUFFICIENT_DATA';
  /** When it came into that state; ISO 8601, UTC. */
  readonly since: string;
  /** What happened, what callers or receivers do not get, and its page of the runbook. */
  readonly text: string;
}

/** A part of the dashboard: a text in Markdown, or a graph by its title. */
export type Shown = { readonly text: string } | { readonly graph: string };

/** Port: what watches a deployment. */
export interface Alarms {
  /**
   * All alarms of the deployment, by name.
   * @throws CommandFailedError where CloudWatch does not answer.
   */
  all(): Promise<readonly AlarmNow[]>;
  /** Where its dashboard is looked at. */
  dashboard(): Promise<string>;
  /**
   * What the dashboard shows: titles and texts, in their order.
   * @throws CommandFailedError where it is not there.
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
 * Alarms of a deployment, found by the prefix of their names.
 * @param config settings of the client; its time-outs are set here.
 */
export function createAwsAlarms(environment: EnvironmentName, config: CloudWatchClientConfig = {}): Alarms {
  /** Loads the SDK's client only when it is needed: other commands need not wait for it. */
  const ask = async <Answer>(
    operation: string,
    call: (client: CloudWatchClient, sdk: typeof import('@aws-sdk/client-cloudwatch')) => Promise<Answer>,
  ): Promise<Answer> => {
    const sdk = await import('@aws-sdk/client-cloudwatch');
    const client = new sdk.CloudWatchClient({ ...requestSettings(LIMITS), ...config });
    try {
      return await call(client, sdk);
    } catch (error) {
      throw new CommandFailedError(`CloudWatch refuses ${operation}: ${failureReason(error)}.`);
    } finally {
      client.destroy();
    }
  };
  return {
    all: () =>
      ask('DescribeAlarms', async (client, { paginateDescribeAlarms }) => {
        const found: AlarmNow[] = [];
        const search = { AlarmNamePrefix: `freight-${environment}-` };
        for await (const { MetricAlarms = [] } of paginateDescribeAlarms({ client }, search)) {
          for (const {
            AlarmName = '',
            AlarmDescription = '',
            StateValue,
            StateUpdatedTimestamp,
          } of MetricAlarms) {
            found.push({
              name: AlarmName,
              state: StateValue ?? 'INSUFFICIENT_DATA',
              since: StateUpdatedTimestamp?.toISOString() ?? '',
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
