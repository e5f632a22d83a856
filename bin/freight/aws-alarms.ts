import * as v from 'valibot';
import type { EnvironmentName } from '../../lib/environments.ts';
import { callJsonService } from '../../shared/aws/json-service.ts';
import { CommandRefusedError } from './failure.ts';
import type { LambdaAddress } from './lambda-event.ts';

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
   * @throws CommandRefusedError where CloudWatch does not answer.
   */
  all(): Promise<readonly AlarmNow[]>;
  /** Where its dashboard is looked at. */
  dashboard(): Promise<string>;
  /**
   * What the dashboard shows: titles and texts, in their order.
   * @throws CommandRefusedError where it is not there.
   */
  shown(): Promise<readonly Shown[]>;
}

const TIMEOUT_MS = 20_000;
const PAGE = 100;

const answer = v.object({
  MetricAlarms: v.optional(
    v.array(
      v.object({
        AlarmName: v.string(),
        AlarmDescription: v.optional(v.string(), ''),
        StateValue: v.picklist(['ALARM', 'OK', 'INSUFFICIENT_DATA']),
        /** Seconds since 1970, as this protocol has it, or ISO 8601. */
        StateUpdatedTimestamp: v.union([v.number(), v.string()]),
      }),
    ),
    [],
  ),
  NextToken: v.nullish(v.string()),
});

const dashboardAnswer = v.object({ DashboardBody: v.pipe(v.string(), v.parseJson()) });
const dashboardBody = v.object({
  widgets: v.array(
    v.object({
      properties: v.object({ title: v.optional(v.string()), markdown: v.optional(v.string()) }),
    }),
  ),
});

const moment = (at: number | string): string =>
  new Date(typeof at === 'number' ? at * 1000 : at).toISOString();

/** Alarms of a deployment, which are told from those of others by their names. */
export function createAwsAlarms(environment: EnvironmentName, address: () => Promise<LambdaAddress>): Alarms {
  const ask = async (operation: string, body: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const target = `GraniteServiceVersion20100801.${operation}`;
    const where = { ...(await address()), service: 'monitoring', timeoutMs: TIMEOUT_MS };
    const called = await callJsonService({ ...where, target, body });
    if (called.ok) return called.body;
    throw new CommandRefusedError(`CloudWatch refuses ${operation}: ${called.reason}.`);
  };
  const describe = async (NextToken: string | undefined): Promise<v.InferOutput<typeof answer>> =>
    v.parse(
      answer,
      await ask('DescribeAlarms', {
        AlarmNamePrefix: `freight-${environment}-`,
        MaxRecords: PAGE,
        ...(NextToken === undefined ? {} : { NextToken }),
      }),
    );
  return {
    async all() {
      const found: AlarmNow[] = [];
      let from: string | undefined;
      do {
        const { MetricAlarms, NextToken } = await describe(from);
        for (const { AlarmName, AlarmDescription, StateValue, StateUpdatedTimestamp } of MetricAlarms) {
          found.push({
            name: AlarmName,
            state: StateValue,
            since: moment(StateUpdatedTimestamp),
            text: AlarmDescription,
          });
        }
        from = NextToken ?? undefined;
      } while (from !== undefined);
      return found.sort((one, other) => one.name.localeCompare(other.name));
    },
    async dashboard() {
      const { region } = await address();
      return `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards/dashboard/freight-${environment}`;
    },
    async shown() {
      const { DashboardBody } = v.parse(
        dashboardAnswer,
        await ask('GetDashboard', { DashboardName: `freight-${environment}` }),
      );
      return v.parse(dashboardBody, DashboardBody).widgets.flatMap(({ properties }): Shown[] => {
        if (properties.markdown !== undefined) return [{ text: properties.markdown }];
        return properties.title === undefined ? [] : [{ graph: properties.title }];
      });
    },
  };
}
