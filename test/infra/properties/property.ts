import { policiesOf } from '../../support/policies-of-roles.ts';
import type { Resource, Template, Templates } from '../../support/synthesized-templates.ts';

/** Something of the infrastructure whose loss hurts, and the accident that would lose it. */
export interface Property {
  readonly name: string;
  /** What is wrong, in words; none when the property holds. */
  readonly violations: (templates: Templates) => string[];
  /** The accident: changes a copy of the templates so that the property is gone. */
  readonly takeAway: (templates: Templates) => void;
}

/** Resources of a type, with their logical ids. */
export function resourcesOf(template: Template, type: string): [string, Resource][] {
  return Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);
}

/** The first resource of a type, which every accident can be tried on. */
export function firstOf(template: Template, type: string): Resource {
  const [first] = resourcesOf(template, type);
  if (first === undefined) throw new Error(`the template has no ${type}`);
  return first[1];
}

/** The value at a path of keys and indices; undefined where the path ends early. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (Object(inner) as Record<string | number, unknown>)[key],
    value,
  );
}

/** Ids of the resources of a type for which `good` does not hold, each as a violation. */
export function unless(
  template: Template,
  type: string,
  good: (resource: Resource, id: string) => boolean,
): string[] {
  const found = resourcesOf(template, type);
  if (found.length === 0) return [`no ${type} at all`];
  return found.filter(([id, resource]) => !good(resource, id)).map(([id]) => id);
}

/** A statement of a policy. */
export interface Statement {
  readonly Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

export const actionsOf = ({ Action }: Pick<Statement, 'Action'>): string[] => [Action].flat();

/** Statements of the policies of roles, with the logical ids of these policies. */
export const statementsOf = (template: Template): [policy: string, Statement][] =>
  policiesOf(template).flatMap(([policy, { Properties }]) =>
    (Properties.PolicyDocument.Statement as Statement[]).map((one): [string, Statement] => [policy, one]),
  );

/** The alarms of a template, as text. */
export const alarmTexts = (template: Template): string[] =>
  resourcesOf(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => JSON.stringify(Properties));
