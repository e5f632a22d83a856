/** The decision of the gateway from an authorizer response. */
export type AuthorizerDecision =
  | {
      readonly decision: 'allow' | 'deny';
      /** Values as strings, for templates and functions. */
      readonly context: Readonly<Record<string, string>>;
      readonly principalId: string;
      readonly usageIdentifierKey?: string;
    }
  | { readonly decision: 'unreadable'; readonly detail: string };

interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Resource: string | readonly string[];
  readonly Action: string | readonly string[];
}

/** Parses an authorizer response as strictly as API Gateway: flat context, a policy, a principal. */
export function readAuthorizerAnswer(payload: unknown, arn: string): AuthorizerDecision {
  const { principalId, policyDocument, context, usageIdentifierKey } = Object(payload);
  const unreadable = (detail: string): AuthorizerDecision => ({ decision: 'unreadable', detail });
  if (typeof principalId !== 'string') return unreadable('principalId is not a string');
  const statements: unknown = Object(policyDocument).Statement;
  if (!Array.isArray(statements)) return unreadable('policyDocument has no statements');
  if (!statements.every(isStatement)) return unreadable('policyDocument has an invalid statement');
  if (typeof (context ?? {}) !== 'object' || Array.isArray(context)) {
    return unreadable('context is not an object');
  }
  const flat = Object.entries(Object(context));
  const nested = flat.find(([, value]) => !['string', 'number', 'boolean'].includes(typeof value));
  if (nested) return unreadable(`context.${nested[0]} is not a string, number or boolean`);
  return {
    decision: decide(statements, arn),
    context: Object.fromEntries(flat.map(([name, value]) => [name, String(value)])),
    principalId,
    ...(typeof usageIdentifierKey === 'string' ? { usageIdentifierKey } : {}),
  };
}

/** Whether a statement is valid; statements with conditions are not supported. */
function isStatement(value: unknown): value is Statement {
  const { Effect, Action, Resource, Condition } = Object(value);
  const named = [Action, Resource].every((patterns) =>
    [patterns].flat().every((pattern) => typeof pattern === 'string'),
  );
  return named && (Effect === 'Allow' || Effect === 'Deny') && Condition === undefined;
}

/** A Deny overrides an Allow; without a matching statement the decision is deny. */
function decide(statements: readonly Statement[], arn: string): 'allow' | 'deny' {
  const applying = statements.filter(
    ({ Action, Resource }) => matches(Action, 'execute-api:Invoke', 'i') && matches(Resource, arn),
  );
  const allowed = applying.some(({ Effect }) => Effect === 'Allow');
  return allowed && !applying.some(({ Effect }) => Effect === 'Deny') ? 'allow' : 'deny';
}

/** Whether a pattern matches: `*` is any characters, `?` is one. Flag `i`: ignores case. */
function matches(patterns: string | readonly string[], value: string, flag = ''): boolean {
  return [patterns].flat().some((pattern) => {
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, flag).test(value);
  });
}
