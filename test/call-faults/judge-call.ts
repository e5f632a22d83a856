import type { Answer } from '../support/service-under-test.ts';
import { answerDifference, type CanonicalState, differences, withoutValues } from './canonical-state.ts';
import type { Case, References, Result, States } from './disturbed-call.ts';
import { isWrongAnswer } from './fault-kinds.ts';
import type { OperationScenario, Tenant } from './operation-scenarios.ts';

/** What calls are judged by. */
export interface Evidence {
  readonly tenants: References;
  /** After the disturbed calls, and after their retries. */
  readonly afterFaults: States;
  readonly atEnd: States;
  /** The last answers of undisturbed calls. */
  readonly answers: ReadonlyMap<Tenant, Answer>;
}

/** Statuses that may follow from a failure of the service. */
const OF_FAILURES = [429, 500, 503];

/** Kinds of items that differ after a fault without harm, with the reason. */
const MAY_DIFFER: readonly (readonly [functionNames: RegExp, kinds: RegExp, reason: string])[] = [
  [
    /^create-(rfp-)?contract-rates$/,
    /#(shapes shapes|rated-customers#.*)$/,
    'Shapes and customers of contract rates are stored first; one without a rate only adds a read, or a name in a warning.',
  ],
  [
    /^create-contract-rates$/,
    /#create-contract-rates#UUID$/,
    'Up to 1,000 rates need several transactions, and the answer is stored after them: a retry finds them unchanged.',
  ],
  [
    /^quote-chat$/,
    /#chats C-ID$/,
    'A quote is noted in its chat after it was made; without the note, a retry finds the quote by its lane.',
  ],
  [
    /^test-webhook$/,
    /^(D|E)#/,
    'A test is stored before it is sent. Without an outcome it ends as failed, and a retry is another test.',
  ],
];

const withoutHarmless = (functionName: string, state: CanonicalState): CanonicalState =>
  new Map(
    [...state].filter(
      ([kind]) => !MAY_DIFFER.some(([names, kinds]) => names.test(functionName) && kinds.test(kind)),
    ),
  );

const isSame = (one: CanonicalState, other: CanonicalState): boolean => differences(one, other).length === 0;

/** What is wrong with the undisturbed calls: two of them must be equal, and a repeated key must change nothing. */
export function judgeReferences(
  { isKeyed }: OperationScenario,
  { once: [one, other], twice }: References,
  atEnd: States,
): string[] {
  const unequal = differences(atEnd(other), atEnd(one)).map(
    (line) => `two undisturbed calls differ: ${line}`,
  );
  const repeated = isKeyed ? differences(atEnd(twice), atEnd(one)) : [];
  return [...unequal, ...repeated.map((line) => `a repeated call with the same key changes data: ${line}`)];
}

/** What is wrong with a disturbed call and its retry, in words. */
export function judgeCall(one: Case, evidence: Evidence): string[] {
  const { scenario, first, retry, tenant, faults, struck } = one;
  const { tenants, afterFaults, atEnd, answers } = evidence;
  // The second fault of a pair can be at a call that the first one prevents.
  if (struck.length === 0) return ['no fault was injected, although the call was recorded'];
  // A value that a function was given instead of the stored one can change what it stores.
  const isWrong = faults.some(isWrongAnswer);
  const seen = (state: CanonicalState): CanonicalState => {
    const compared = withoutHarmless(scenario.functionName, state);
    return isWrong ? withoutValues(compared) : compared;
  };
  const [after, before, once] = [tenant, tenants.untouched, tenants.once[0]].map((each) =>
    seen(afterFaults(each)),
  ) as [CanonicalState, CanonicalState, CanonicalState];
  const isUnchanged = isSame(after, before);
  const isComplete = isSame(after, once);
  const end = seen(atEnd(tenant));
  const onceAtEnd = seen(atEnd(tenants.once[0]));
  const twiceAtEnd = seen(atEnd(tenants.twice));
  const repeatedStatus = answers.get(tenants.twice)?.status;

  const answered = (result: Result): number | undefined =>
    'answer' in result ? result.answer.status : undefined;
  const wrong: string[] = [];
  for (const [name, result] of [
    ['answer', first],
    ['answer of the retry', retry],
  ] as const) {
    if ('fault' in result) wrong.push(`${name}: ${result.fault}`);
    else if (!result.answer.headers.get('x-request-id')) wrong.push(`${name}: no X-Request-Id`);
    else if (result.answer.text === '' && result.answer.status !== 303) wrong.push(`${name}: empty`);
  }
  const status = answered(first);
  if (status !== undefined && status !== 200 && !isWrong && !OF_FAILURES.includes(status)) {
    wrong.push(`answers ${status} ${'answer' in first ? first.answer.text : ''}`);
  }
  if (status === 200 && !isWrong) {
    const difference = answerDifference(
      'answer' in first ? first.answer.json : undefined,
      answers.get(tenants.once[0])?.json,
    );
    if (difference !== undefined) wrong.push(`answers ${difference}`);
    if (!isComplete) {
      wrong.push(...differences(after, once).map((line) => `answered 200, but stored ${line}`));
    }
  } else if (!isUnchanged && !isComplete) {
    const lines = [differences(after, before), differences(after, once)].sort(
      (a, b) => a.length - b.length,
    )[0];
    wrong.push(...(lines ?? []).map((line) => `answered ${status}, and stored a part: ${line}`));
  }

  const retried = answered(retry);
  const isRepeat = isComplete && !isUnchanged && !scenario.isKeyed;
  if (retried !== undefined && retried !== 200 && !(isRepeat && retried === repeatedStatus)) {
    wrong.push(`the retry answers ${retried} ${'answer' in retry ? retry.answer.text : ''}`);
  }
  if (!isSame(end, onceAtEnd) && !(isRepeat && isSame(end, twiceAtEnd))) {
    wrong.push(...differences(end, onceAtEnd).map((line) => `after the retry: ${line}`));
  }
  return wrong;
}
