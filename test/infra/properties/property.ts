import { policiesOf } from '../../support/policies-of-roles.ts';
import type { Resource, Template, Templates } from '../../support/synthesized-templates.ts';

/** Something of the infrastructure whose loss hurts. */
export interface Property {
  readonly name: string;
  /** What is wrong, in words; none when the property holds. */
  readonly violations: (templates: Templates) => string[];
  /** Changes a copy of the templates so that the property is lost, where no accident loses it. */
  readonly takeAway?: (templates: Templates) => void;
}

const EVERY_RIGHT = { Effect: 'Allow', Action: '*', Resource: '*' };

/** The templates without all resources of a type, for each type; then with every right for every role. */
function* accidents(templates: Templates): Generator<Templates> {
  for (const [stack, template] of Object.entries(templates)) {
    const resources = Object.entries(template.Resources);
    for (const type of new Set(resources.map(([, { Type }]) => Type))) {
      const Resources = Object.fromEntries(resources.filter(([, { Type }]) => Type !== type));
      yield { ...templates, [stack]: { ...template, Resources } };
    }
    const widened = structuredClone(template);
    for (const [, { Properties }] of policiesOf(widened))
      Properties.PolicyDocument.Statement.push(EVERY_RIGHT);
    yield { ...templates, [stack]: widened };
  }
}

/** Whether a property can be violated at all: it reports some accident, or fails on it. */
export function noticesAccidents({ violations, takeAway }: Property, templates: Templates): boolean {
  if (takeAway !== undefined) {
    const damaged = structuredClone(templates);
    takeAway(damaged);
    return violations(damaged).length > 0;
  }
  for (const damaged of accidents(templates)) {
    try {
      if (violations(damaged).length > 0) return true;
    } catch {
      return true;
    }
  }
  return false;
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
