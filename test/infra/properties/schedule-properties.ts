import { definition as announceExpiries } from '../../../functions/announce-expiries/definition.ts';
import type { ScheduledFunction } from '../../../functions/definition-types.ts';
import { definition as probe } from '../../../functions/probe/definition.ts';
import { definition as refreshDiesel } from '../../../functions/refresh-diesel/definition.ts';
import type { Template } from '../../support/synthesized-templates.ts';
import { actionsOf, at, type Property, resourcesOf, type Statement, statementsOf } from './property.ts';

const RULE = 'AWS::Events::Rule';
const _INVOKE_CONFIG = 'AWS::Lambda::EventInvokeConfig';
const PERMISSION = 'AWS::Lambda::Permission';
const _QUEUE = 'AWS::SQS::Queue';

const secretStatements = (template: Template): Statement[] =>
  statementsOf(template)
    .map(([, statement]) => statement)
    .filter((statement) => actionsOf(statement).some((action) => action.startsWith('ssm:')));

const SCHEDULED: readonly ScheduledFunction[] = [announceExpiries, refreshDiesel];

const _targetOf = (properties: Record<string, unknown>) => Object(at(properties, 'Targets', 0));

export const SCHEDULE_PROPERTIES: readonly Property[] = [
  {
    name: 'every scheduled function has its rule, and the rule may invoke it',
    violations: ({ api }) => {
      const rules = resourcesOf(api, RULE);
      const permissions = resourcesOf(api, PERMISSION).map(([, { Properties }]) =>
        JSON.stringify(Properties),
      );
      return SCHEDULED.filter(({ function: name, schedule }) => {
        const [id, rule] =
          rules.find(([, { Properties }]) => Properties.Description === name) ??
          ([undefined, undefined] as const);
        return (
          rule?.Properties.ScheduleExpression !== schedule ||
          rule.Properties.State !== 'ENABLED' ||
          !permissions.some((text) => text.includes('events.amazonaws.com') && text.includes(`"${id}","Arn"`))
        );
      }).map(({ function: name }) => name);
    },
  },
  {
    name: 'a secret is read by its one name, by the function that needs it',
    violations: ({ api }) => {
      const wanted = [...SCHEDULED, probe].flatMap(({ secrets = [] }) => secrets);
      const statements = secretStatements(api);
      if (statements.length !== wanted.length) return [`${statements.length} rights to read secrets`];
      return statements
        .filter(
          ({ Action, Resource }) =>
            Action !== 'ssm:GetParameter' ||
            !/:parameter\/freight\/prod\/(eia-api-key|probe)"/.test(JSON.stringify(Resource)),
        )
        .map(({ Resource }) => JSON.stringify(Resource));
    },
  },
];
