import { ENDPOINTS } from '../../../functions/definitions.ts';
import { DEFAULT_GATEWAY_THROTTLE, MIN_UNRESERVED_EXECUTIONS } from '../../../lib/capacity/aws-limits.ts';
import { requiredCapacity } from '../../../lib/capacity/required-capacity.ts';
import { environmentSettings } from '../../../lib/settings/environments.ts';
import { STANDARD_PLAN_THROTTLE } from '../../../shared/accounts/organizations/organization-plan.ts';
import type { Resource, Template, Templates } from '../../support/synthesized-templates.ts';
import { at, firstOf, type Property, resourcesOf } from './property.ts';

const FUNCTION = 'AWS::Lambda::Function';
const VERSION = 'AWS::Lambda::Version';
const MAPPING = 'AWS::Lambda::EventSourceMapping';

const { plans } = environmentSettings('prod');
if (plans === undefined) throw new Error('prod is not sized');

/** Quota that the preflight requires of the account and region. */
const ACCOUNT_EXECUTIONS = requiredCapacity(plans).accountExecutions;
/** Calls at the same moment that the plans of prod allow, in an account with the default throttle. */
const SOLD_BURST = Math.min(
  plans.standardBurstsAtOnce * STANDARD_PLAN_THROTTLE.burstLimit + plans.enterpriseRequestsPerMinute,
  DEFAULT_GATEWAY_THROTTLE.burstLimit,
);
/** A call of another function runs this long only where the service itself is slow. */
const MAX_SHARED_SECONDS = 15;

const RESERVED = 'ReservedConcurrentExecutions';

const functionsOf = (templates: Templates): Resource[] =>
  Object.values(templates).flatMap((template: Template) =>
    resourcesOf(template, FUNCTION).map(([, resource]) => resource),
  );

const named = (templates: Templates, name: string): Resource | undefined =>
  functionsOf(templates).find(({ Properties }) => Properties.Description === `prod: ${name}`);

const reservedOf = (resource: Resource | undefined): number => Number(resource?.Properties[RESERVED] ?? 0);

const reservedIn = (templates: Templates): number =>
  functionsOf(templates).reduce((sum, resource) => sum + reservedOf(resource), 0);

/** Operations whose time a caller decides: by name servers, a receiver, or how much there is to do. */
const DECIDED_BY_CALLERS = ENDPOINTS.filter(
  ({ webhookReceivers, timeoutSeconds }) => webhookReceivers || timeoutSeconds > MAX_SHARED_SECONDS,
).map((endpoint) => endpoint.function);

/** What one organization can hold of the account's executions. */
export const EXECUTION_PROPERTIES: readonly Property[] = [
  {
    name: 'an operation whose time a caller decides runs a limited number of times at once',
    violations: (templates) =>
      DECIDED_BY_CALLERS.length < 4
        ? ['the operations are not recognized']
        : DECIDED_BY_CALLERS.filter((name) => reservedOf(named(templates, name)) === 0),
    takeAway: (templates) => {
      delete named(templates, 'recover-deliveries')?.Properties[RESERVED];
    },
  },
  {
    name: 'reservations leave 100 executions of an account, and more than a standard organization can take',
    violations: (templates) => {
      const shared = ACCOUNT_EXECUTIONS - reservedIn(templates);
      const { burstLimit, rateLimit } = STANDARD_PLAN_THROTTLE;
      const most = burstLimit + rateLimit * MAX_SHARED_SECONDS;
      return [
        ...(shared < MIN_UNRESERVED_EXECUTIONS ? [`${shared} executions are not reserved`] : []),
        ...(shared <= most ? [`a standard organization can take ${most} of ${shared} executions`] : []),
      ];
    },
    takeAway: (templates) => {
      const resource = named(templates, 'create-webhook');
      if (resource !== undefined) resource.Properties[RESERVED] = ACCOUNT_EXECUTIONS / 2;
    },
  },
  {
    name: 'the authorizer runs the bursts that are sold, and so do the other functions',
    violations: (templates) => {
      const authorizer = reservedOf(named(templates, 'authorizer'));
      const shared = ACCOUNT_EXECUTIONS - reservedIn(templates) - MIN_UNRESERVED_EXECUTIONS;
      return [
        ...(authorizer < SOLD_BURST ? [`the authorizer runs ${authorizer} calls of ${SOLD_BURST}`] : []),
        ...(shared < SOLD_BURST ? [`${shared} executions are left for ${SOLD_BURST} calls`] : []),
      ];
    },
    takeAway: (templates) => {
      const resource = named(templates, 'authorizer');
      if (resource !== undefined) resource.Properties[RESERVED] = 100;
    },
  },
  {
    name: 'no version keeps provisioned executions: they belong to the alias, which is released',
    violations: (templates) =>
      Object.values(templates)
        .flatMap((template: Template) => resourcesOf(template, VERSION))
        .filter(([, { Properties }]) => Properties.ProvisionedConcurrencyConfig !== undefined)
        .map(([id]) => id),
    takeAway: ({ api }) => {
      firstOf(api, VERSION).Properties.ProvisionedConcurrencyConfig = { ProvisionedConcurrentExecutions: 1 };
    },
  },
  {
    name: 'queues leave executions for calls, and each has a limit',
    violations: (templates) => {
      const most = Object.values(templates)
        .flatMap((template: Template) => resourcesOf(template, MAPPING))
        .filter(([, { Properties }]) => Properties.StartingPosition === undefined)
        .map(([id, { Properties }]) => ({
          id,
          executions: Number(at(Properties, 'ScalingConfig', 'MaximumConcurrency') ?? Number.NaN),
        }));
      const sum = most.reduce((total, { executions }) => total + executions, 0);
      const shared = ACCOUNT_EXECUTIONS - reservedIn(templates);
      return [
        ...most.filter(({ executions }) => Number.isNaN(executions)).map(({ id }) => id),
        ...(sum > shared - MIN_UNRESERVED_EXECUTIONS
          ? [`queues can take ${sum} of ${shared} executions`]
          : []),
      ];
    },
    takeAway: ({ webhooks }) => {
      for (const [, { Properties }] of resourcesOf(webhooks, MAPPING)) delete Properties.ScalingConfig;
    },
  },
];
