import { ENDPOINTS } from '../../../functions/definitions.ts';
import { environmentSettings } from '../../../lib/settings/environments.ts';
import { MIN_UNRESERVED_EXECUTIONS, SIZES } from '../../../lib/settings/sizes.ts';
import { STANDARD_PLAN_THROTTLE } from '../../../shared/accounts/organizations/organization-plan.ts';
import type { Resource, Template, Templates } from '../../support/synthesized-templates.ts';
import { at, firstOf, type Property, resourcesOf } from './property.ts';

const FUNCTION = 'AWS::Lambda::Function';
const VERSION = 'AWS::Lambda::Version';
const MAPPING = 'AWS::Lambda::EventSourceMapping';

const { size } = environmentSettings('prod');
if (size === undefined) throw new Error('prod is not sized');
const { accountExecutions: ACCOUNT_EXECUTIONS, callsAtOnce } = SIZES[size];

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
  ({ webhookReceivers, timeoutSeconds = 10 }) => webhookReceivers || timeoutSeconds > MAX_SHARED_SECONDS,
).map((endpoint) => endpoint.function);

/** What one organization can hold of the account's executions. */
export const EXECUTION_PROPERTIES: readonly Property[] = [
  {
    name: 'an operation whose time a caller decides runs a limited number of times at once',
    violations: (templates) =>
      DECIDED_BY_CALLERS.length < 4
        ? ['the operations are not recognized']
        : DECIDED_BY_CALLERS.filter((name) => reservedOf(named(templates, name)) === 0),
  },
  {
    name: 'reservations leave 100 executions of an account, and more than a standard organization can hold for long',
    violations: (templates) => {
      const shared = ACCOUNT_EXECUTIONS - reservedIn(templates);
      const most = STANDARD_PLAN_THROTTLE.rateLimit * MAX_SHARED_SECONDS;
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
    name: 'the authorizer runs the calls at once that are sold, and so do the other functions',
    violations: (templates) => {
      const authorizer = reservedOf(named(templates, 'authorizer'));
      const shared = ACCOUNT_EXECUTIONS - reservedIn(templates);
      return [
        ...(authorizer < callsAtOnce ? [`the authorizer runs ${authorizer} calls of ${callsAtOnce}`] : []),
        ...(shared < callsAtOnce ? [`${shared} executions are left for ${callsAtOnce} calls`] : []),
      ];
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
    takeAway: ({ workers }) => {
      for (const [, { Properties }] of resourcesOf(workers, MAPPING)) delete Properties.ScalingConfig;
    },
  },
];
