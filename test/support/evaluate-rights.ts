import type { RightUsed } from '../../lib/local/lambda/rights-used.ts';
import type { RightGranted } from './granted-rights.ts';

/** One recorded action of a function. */
export interface RightRecorded extends RightUsed {
  readonly functionName: string;
}

/** A right that no function uses, or not in every run of the tests, and why it stays. */
export interface RightUnproven {
  /** Folder of the function; every one without it. */
  readonly function?: string;
  readonly action: RegExp;
  /** End of the ARN of the resource, if the action does not identify the permission. */
  readonly resource?: RegExp;
  readonly reason: string;
}

export interface RightsJudged {
  /** What was done and is not allowed. */
  readonly denied: readonly string[];
  /** What is allowed and was not done, and no reason is named. */
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
  // Few rights are on a pattern: a property of the infrastructure names them.
  if (!like(right.resource, used.resource)) return false;
  return (
    leadingKeys === undefined ||
    (used.leadingKey !== undefined && leadingKeys.some((pattern) => like(pattern, used.leadingKey ?? '')))
  );
}

/** As IAM compares: `*` stands for any text. */
const like = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 's').test(text);

/** The name that CloudFormation makes of a function's: "freight-local-api-pricelanesFunction1A2B". */
const isFunction = (folder: string, functionName: string): boolean =>
  functionName.includes(`-${folder.replaceAll('-', '')}Function`);

const speaksOf = ({ function: folder, action, resource }: RightUnproven, right: RightGranted): boolean =>
  (folder === undefined || isFunction(folder, right.functionName)) &&
  action.test(right.action) &&
  (resource === undefined || resource.test(right.resource));
