import { WATCHED_RELEASES } from '../../../lib/constructs/canary-release.ts';
import type { Template, Templates } from '../../support/synthesized-templates.ts';
import { at, type Property, resourcesOf, statementsOf, unless } from './property.ts';

const ALIAS = 'AWS::Lambda::Alias';
const ALARM = 'AWS::CloudWatch::Alarm';
const GROUP = 'AWS::CodeDeploy::DeploymentGroup';
const MAPPING = 'AWS::Lambda::EventSourceMapping';
const METHOD = 'AWS::ApiGateway::Method';
const VERSION = 'AWS::Lambda::Version';
/** The role by which API Gateway calls functions. */
const CALLER = /CallFunctions[0-9A-F]{8}/;

const each = (templates: Templates, find: (template: Template) => string[]) =>
  [templates.api, templates.workers].flatMap(find);

/** Whether a value names an alias of the template. */
const isLive = (template: Template, value: unknown): boolean =>
  [...JSON.stringify(value).matchAll(/"Ref":"(\w+)"/g)].some(
    ([, id = '']) => template.Resources[id]?.Type === ALIAS,
  );

const isOfRelease = (properties: Record<string, unknown>) =>
  /-release-/.test(JSON.stringify(properties.AlarmName));

/** Ids of the alarms that look at a metric of the newest version of a function. */
function watching(template: Template, version: string, metric: string): string[] {
  return resourcesOf(template, ALARM)
    .filter(([, { Properties }]) => {
      const metrics = JSON.stringify(Properties.Metrics);
      return metrics?.includes(`"${metric}"`) && metrics.includes(`["${version}","Version"]`);
    })
    .map(([id]) => id);
}

const updateOf = (resource: unknown) => at(resource, 'UpdatePolicy', 'CodeDeployLambdaAliasUpdate');

/** By the start of a logical id, as in "pricelanesFunction". */
const isWatched = (id: string): boolean =>
  [...WATCHED_RELEASES].some((name) => id.startsWith(`${name.replaceAll('-', '')}Function`));

/** The function that a deployment group moves, as the logical ids of its version and of the group begin. */
const functionOf = (groupId: string): string => `${groupId.replace(/^Shifting|[0-9A-F]{8}$/g, '')}Function`;

export const RELEASE_PROPERTIES: readonly Property[] = [
  {
    name: 'API Gateway calls only the live version of every function that callers need, including the authorizer',
    violations: ({ api }) => [
      ...unless(
        api,
        METHOD,
        ({ Properties }) =>
          at(Properties, 'Integration', 'Type') === 'MOCK' ||
          // The probe, the description and shared sheets have no operation that could fail for callers: their code changes at once.
          isLive(api, at(Properties, 'Integration', 'Uri')) ||
          /"Fn::GetAtt":\["(probe|readapidescription|readsharedquote)Function/.test(
            JSON.stringify(at(Properties, 'Integration', 'Uri')),
          ),
      ),
      ...unless(api, 'AWS::ApiGateway::Authorizer', ({ Properties }) =>
        isLive(api, Properties.AuthorizerUri),
      ),
    ],
  },
  {
    name: 'API Gateway calls functions by a role of its own, which may call only those of this stack',
    violations: ({ api }) => {
      const role = { 'Fn::GetAtt': [CALLER.exec(Object.keys(api.Resources).join(' '))?.[0], 'Arn'] };
      const isByRole = (credentials: unknown) => JSON.stringify(credentials) === JSON.stringify(role);
      const allowed = JSON.stringify(
        statementsOf(api)
          .filter(([id]) => CALLER.test(id))
          .map(([, { Action, Resource }]) => [Action, Resource]),
      );
      return [
        ...unless(
          api,
          METHOD,
          ({ Properties: { Integration } }) =>
            at(Integration, 'Type') === 'MOCK' || isByRole(at(Integration, 'Credentials')),
        ),
        ...unless(api, 'AWS::ApiGateway::Authorizer', ({ Properties }) =>
          isByRole(Properties.AuthorizerCredentials),
        ),
        ...(/^\[\["lambda:InvokeFunction",.*":function:freight-prod-api-\*"\]\]\}\]\]$/.test(allowed)
          ? []
          : [allowed]),
      ];
    },
  },
  {
    name: 'queues and streams call the live version',
    violations: ({ workers }) =>
      unless(
        workers,
        MAPPING,
        ({ Properties }) =>
          isLive(workers, Properties.FunctionName) &&
          JSON.stringify(Properties.FunctionName).includes('":live"'),
      ),
  },
  {
    name: 'each live version is moved by a deployment group of its own: one group moves one at a time',
    violations: (templates) =>
      each(templates, (template) => {
        const groups = new Set<string>();
        return unless(template, ALIAS, (alias) => {
          const group = String(at(updateOf(alias), 'DeploymentGroupName', 'Ref'));
          const own = template.Resources[group]?.Type === GROUP && !groups.has(group);
          groups.add(group);
          return own;
        });
      }),
  },
  {
    name: 'a new version gets 10% of the traffic first, and a watched one is rolled back by an alarm',
    violations: (templates) =>
      each(templates, (template) =>
        unless(
          template,
          GROUP,
          ({ Properties }, id) =>
            Properties.DeploymentConfigName === 'CodeDeployDefault.LambdaCanary10Percent5Minutes' &&
            at(Properties, 'AutoRollbackConfiguration', 'Enabled') === true &&
            (!isWatched(functionOf(id)) ||
              (JSON.stringify(at(Properties, 'AutoRollbackConfiguration', 'Events')).includes(
                'DEPLOYMENT_STOP_ON_ALARM',
              ) &&
                at(Properties, 'AlarmConfiguration', 'Enabled') === true)),
        ),
      ),
  },
  {
    name: 'the crashes, failures and calls of a watched new version are in one alarm, that of its deployment group only',
    violations: (templates) =>
      each(templates, (template) => {
        const versions = resourcesOf(template, VERSION).map(([id]) => id);
        return [
          ...unless(template, VERSION, (_, id) =>
            ['Errors', 'VersionFailures', 'Invocations'].every(
              (metric) => watching(template, id, metric).length === (isWatched(id) ? 1 : 0),
            ),
          ),
          ...unless(template, GROUP, ({ Properties }, id) => {
            const alarms = (at(Properties, 'AlarmConfiguration', 'Alarms') ?? []) as readonly unknown[];
            if (!isWatched(functionOf(id))) return alarms.length === 0;
            const version = versions.find((one) => one.startsWith(functionOf(id))) ?? '';
            const [alarm = 'none'] = watching(template, version, 'Errors');
            // Without the hash: in a nested stack, the parameter of an alarm has another one.
            return alarms.length === 1 && JSON.stringify(alarms).includes(alarm.slice(0, -8));
          }),
        ];
      }),
  },
  {
    name: 'an active alarm of the previous versions does not stop the release that fixes them: each release has its own alarm',
    violations: (templates) =>
      each(templates, (template) =>
        resourcesOf(template, ALARM)
          .filter(([, { Properties }]) => isOfRelease(Properties))
          .filter(([, { Properties }]) => {
            const watched = new Set(JSON.stringify(Properties.Metrics).match(/\["\w+","Version"\]/g));
            const named = new Set(JSON.stringify(Properties.AlarmName).match(/\["\w+","Version"\]/g));
            return watched.size === 0 || [...watched].some((version) => !named.has(version));
          })
          .map(([id]) => id),
      ),
    takeAway: ({ api }) => {
      const [, alarm] = resourcesOf(api, ALARM).find(([, r]) => isOfRelease(r.Properties)) ?? [];
      Object(alarm?.Properties).AlarmName = 'freight-prod-ticket-api-other-functions-release-authorizer';
    },
  },
  {
    name: 'a version before stays to go back to; one that was rolled back does not stand in the way of its next try',
    violations: (templates) =>
      each(templates, (template) =>
        unless(
          template,
          VERSION,
          ({ DeletionPolicy, UpdateReplacePolicy }) =>
            DeletionPolicy === 'RetainExceptOnCreate' && UpdateReplacePolicy === 'Retain',
        ),
      ),
  },
];
