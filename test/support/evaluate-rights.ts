import type { RightGranted } from './granted-rights.ts';
import type { RightUsed } from './rights-used.ts';

/** One recorded action of a function. */
export interface RightRecorded extends RightUsed {
  readonly functionName: string;
}

/** A right that no function uses, or not in every run of the tests, and the reason to keep it. */
export interface RightUnproven {
  /** Folder of the function; absent = every function. */
  readonly function?: string;
  readonly action: RegExp;
  /** End of the ARN of the resource, if the action does not identify the permission. */
  readonly resource?: RegExp;
  readonly reason: string;
}

export interface RightsJudged {
  /** Recorded actions that are not allowed. */
  readonly denied: readonly string[];
  /** Rights without a recorded action and without a reason. */
  readonly unused: readonly string[];
  /** Reasons for rights that are not granted. */
  readonly baseless: readonly string[];
}

/** Compares the recorded actions of functions with their permissions, in both directions. */
export function evaluateRights(
  granted: readonly RightGranted[],
  recorded: readonly RightRecorded[],
  unproven: readonly RightUnproven[],
): RightsJudged {
  const excused = (right: RightGranted) => unproven.some((exception) => speaksOf(exception, right));
  return {
    denied: recorded
      .filter((used) => !granted.some((right) => allows(right, used)))
      .map(({ leadingKey = '', ...used }) => `${words(used)} ${leadingKey}`.trimEnd()),
    unused: granted
      .filter((right) => !recorded.some((used) => allows(right, used)) && !excused(right))
      .map(words),
    baseless: unproven
      .filter((exception) => !granted.some((right) => speaksOf(exception, right)))
      .map(({ reason }) => reason),
  };
}

const words = ({
  functionName,
  action,
  resource,
}: {
  functionName: string;
  action: string;
  resource: string;
}) => `${functionName} ${action} ${resource}`;

function allows({ leadingKeys, ...right }: RightGranted, used: RightRecorded): boolean {
  if (right.functionName !== used.functionName || right.action !== used.action) return false;
  // Few rights have a pattern as resource: a property of the infrastructure lists them.
  if (!like(right.resource, used.resource)) return false;
  return (
    leadingKeys === undefined ||
    (used.leadingKey !== undefined && leadingKeys.some((pattern) => like(pattern, used.leadingKey ?? '')))
  );
}

/** The comparison of IAM: `*` matches any text, `?` one character. */
const like = (pattern: string, text: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  ).test(text);

/** The name that CloudFormation generates for a function: "freight-local-api-pricelanesFunction1A2B". */
const isFunction = (folder: string, functionName: string): boolean =>
  functionName.includes(`-${folder.replaceAll('-', '')}Function`);

const speaksOf = ({ function: folder, action, resource }: RightUnproven, right: RightGranted): boolean =>
  (folder === undefined || isFunction(folder, right.functionName)) &&
  action.test(right.action) &&
  (resource === undefined || resource.test(right.resource));
