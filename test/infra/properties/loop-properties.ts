import { policiesOf } from '../../support/policies-of-roles.ts';
import type { Template } from '../../support/synthesized-templates.ts';
import { at, firstOf, type Property, resourcesOf } from './property.ts';

const FUNCTION = 'AWS::Lambda::Function';
const MAPPING = 'AWS::Lambda::EventSourceMapping';
const QUEUE = 'AWS::SQS::Queue';
const SENDS = ['sqs:SendMessage', 'sqs:*'];

/** Logical ids in a value that are resources of a type. */
const named = (template: Template, value: unknown, type: string): string[] => {
  const text = JSON.stringify(value) ?? '';
  return resourcesOf(template, type).flatMap(([id]) => (text.includes(`"${id}"`) ? [id] : []));
};

/** Functions that an event source mapping calls, directly or by an alias. */
function functionsOf(template: Template, { FunctionName }: Record<string, unknown>): string[] {
  const direct = named(template, FunctionName, FUNCTION);
  const aliases = named(template, FunctionName, 'AWS::Lambda::Alias');
  return [
    ...direct,
    ...aliases.flatMap((id) =>
      named(template, at(template.Resources[id]?.Properties, 'FunctionName'), FUNCTION),
    ),
  ];
}

/** Queues that a function has the right to send to. */
function targetsOf(template: Template, role: string): string[] {
  return policiesOf(template)
    .filter(([, { Properties }]) => named(template, Properties.Roles, 'AWS::IAM::Role').includes(role))
    .flatMap(
      ([, { Properties }]) =>
        at(Properties, 'PolicyDocument', 'Statement') as { Action: unknown; Resource: unknown }[],
    )
    .filter(({ Action }) => [Action].flat().some((action) => SENDS.includes(String(action))))
    .flatMap(({ Resource }) => named(template, Resource, QUEUE));
}

/** Functions whose messages can invoke them again, by any number of queues and other functions. */
export function loopingFunctions(template: Template): string[] {
  const consumers = new Map<string, string[]>();
  for (const [, { Properties }] of resourcesOf(template, MAPPING)) {
    for (const queue of named(template, Properties.EventSourceArn, QUEUE))
      consumers.set(queue, [...(consumers.get(queue) ?? []), ...functionsOf(template, Properties)]);
  }
  const calls = new Map(
    resourcesOf(template, FUNCTION).map(([id, { Properties }]) => [
      id,
      targetsOf(template, String(at(Properties, 'Role', 'Fn::GetAtt', 0))).flatMap(
        (queue) => consumers.get(queue) ?? [],
      ),
    ]),
  );
  return [...calls.keys()].filter((start) => {
    const reached = new Set<string>();
    const left = [...(calls.get(start) ?? [])];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      left.push(...(calls.get(next) ?? []));
    }
    return reached.has(start);
  });
}

const STACKS = ['workers', 'api', 'search'] as const;

const allowedFunctions = (template: Template): string[] =>
  resourcesOf(template, FUNCTION)
    .filter(([, { Properties }]) => Properties.RecursiveLoop === 'Allow')
    .map(([id]) => id);

export const LOOP_PROPERTIES: readonly Property[] = [
  {
    name: 'a function that sends to its own queue is not stopped by the detection of loops',
    violations: (templates) => {
      const looping = STACKS.flatMap((stack) => loopingFunctions(templates[stack]));
      const allowed = STACKS.flatMap((stack) => allowedFunctions(templates[stack]));
      if (looping.length < 2) return ['the functions of retries and of uploads send to their own queues'];
      return looping.filter((id) => !allowed.includes(id));
    },
    takeAway: ({ workers }) => {
      for (const [, { Properties }] of resourcesOf(workers, FUNCTION)) delete Properties.RecursiveLoop;
    },
  },
  {
    name: 'the detection of loops is on for all other functions',
    violations: (templates) =>
      STACKS.flatMap((stack) => {
        const looping = loopingFunctions(templates[stack]);
        return allowedFunctions(templates[stack]).filter((id) => !looping.includes(id));
      }),
    takeAway: ({ workers }) => {
      firstOf(workers, FUNCTION).Properties.RecursiveLoop = 'Allow';
    },
  },
];
