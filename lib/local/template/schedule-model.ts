import { arnOf } from './local-names.ts';
import type { BucketRuleModel, ScheduleModel } from './service-model.ts';

export const RULE = 'AWS::Events::Rule';
export const INVOKE_CONFIG = 'AWS::Lambda::EventInvokeConfig';

interface Rule {
  readonly Description?: string;
  readonly ScheduleExpression?: string;
  readonly EventPattern?: { readonly source?: readonly string[] };
  readonly State?: string;
  readonly Targets?: readonly {
    readonly Arn: string;
    readonly Input?: string;
    readonly DeadLetterConfig?: { readonly Arn?: string };
  }[];
}

interface InvokeConfig {
  readonly FunctionName: string;
  readonly MaximumRetryAttempts?: number;
  readonly DestinationConfig?: { readonly OnFailure?: { readonly Destination?: string } };
}

/** Lambda's default for asynchronous events. */
const RETRIES = 2;

/** A resolved resource of the template. */
interface Resolved {
  readonly id: string;
  readonly properties: unknown;
}

/** Number of asynchronous retries, by function name. */
export function asynchronousRetries(invokeConfigs: readonly Resolved[]): (functionName: string) => number {
  const retriesOf = new Map(
    invokeConfigs.map(({ properties }) => {
      const { FunctionName, MaximumRetryAttempts = RETRIES } = properties as InvokeConfig;
      return [FunctionName, MaximumRetryAttempts] as const;
    }),
  );
  return (functionName) => retriesOf.get(functionName) ?? RETRIES;
}

/**
 * The enabled schedules among the rules of a template, one per target. Their name is the description or name of the rule.
 * @param invokeConfigs with the retries of functions.
 */
export function scheduleModels(
  rules: readonly Resolved[],
  invokeConfigs: readonly Resolved[],
): readonly ScheduleModel[] {
  const retriesOf = asynchronousRetries(invokeConfigs);
  return rules.flatMap(({ id, properties }) => {
    const { Description, ScheduleExpression, State, Targets = [] } = properties as Rule;
    if (ScheduleExpression === undefined || State === 'DISABLED') return [];
    return Targets.map(({ Arn, Input }, index): ScheduleModel => {
      const name = `${Description ?? id}${index === 0 ? '' : `-${index + 1}`}`;
      return {
        name,
        arn: arnOf(RULE, id),
        expression: ScheduleExpression,
        functionArn: Arn,
        retries: retriesOf(Arn.split(':').at(-1) ?? ''),
        ...(Input === undefined ? {} : { input: JSON.parse(Input) as unknown }),
      };
    });
  });
}

/** The enabled rules of a template that send the events of buckets to queues. */
export const bucketRuleModels = (rules: readonly Resolved[]): readonly BucketRuleModel[] =>
  rules.flatMap(({ properties }) => {
    const { EventPattern, State, Targets = [] } = properties as Rule;
    if (EventPattern === undefined || State === 'DISABLED') return [];
    return [{ pattern: JSON.stringify(EventPattern), queueArns: Targets.map(({ Arn }) => Arn) }];
  });

/** Whether a rule reacts to events that the local host does not send; it sends those of buckets. */
export const isUnsupportedRule = (properties: unknown): boolean => {
  const { ScheduleExpression, EventPattern } = properties as Rule;
  return ScheduleExpression === undefined && EventPattern?.source?.[0] !== 'aws.s3';
};

/** ARNs of the failure queues of schedules and functions; the local host logs failures instead. */
export function failureQueueArns(
  rules: readonly Resolved[],
  invokeConfigs: readonly Resolved[],
): ReadonlySet<string> {
  const ofRules = rules.flatMap(({ properties }) =>
    ((properties as Rule).Targets ?? []).map(({ DeadLetterConfig }) => DeadLetterConfig?.Arn),
  );
  const ofFunctions = invokeConfigs.map(
    ({ properties }) => (properties as InvokeConfig).DestinationConfig?.OnFailure?.Destination,
  );
  return new Set([...ofRules, ...ofFunctions].filter((arn) => arn !== undefined));
}
