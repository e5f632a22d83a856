/** What the gateway makes of an authorizer's answer. */
export type AuthorizerDecision =
  | {
      readonly decision: 'allow' | 'deny';
      /** Values as strings, as templates and functions see them. */
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

/** Reads an authorizer's answer as strictly as API Gateway does: flat context, a policy, a principal. */
export function readAuthorizerAnswer(payload: unknown, arn: string): AuthorizerDecision {
  const { principalId, policyDocument, context, usageIdentifierKey } = Object(payload);
  const unreadable = (detail: string): AuthorizerDecision => ({ decision: 'unreadable', detail });
  if (typeof principalId !== 'string') return unreadable('principalId is no text');
  const statements: unknown = Object(policyDocument).Statement;
  if (!Array.isArray(statements)) return unreadable('policyDocument has no statements');
  if (!statements.every(isStatement)) return unreadable('policyDocument has a statement that is none');
  if (typeof (context ?? {}) !== 'object' || Array.isArray(context)) {
    return unreadable('context is no object');
  }
  const flat = Object.entries(Object(context));
  const nested = flat.find(([, value]) => !['string', 'number', 'boolean'].includes(typeof value));
  if (nested) return unreadable(`context.${nested[0]} is neither text, number nor boolean`);
  return {
    decision: decide(statements, arn),
    context: Object.fromEntries(flat.map(([name, value]) => [name, String(value)])),
    principalId,
    ...(typeof usageIdentifierKey === 'string' ? { usageIdentifierKey } : {}),
  };
}

/** What a statement must say; conditions are not weighed here, so one that has them cannot be judged. */
function isStatement(value: unknown): value is Statement {
  const { Effect, Action, Resource, Condition } = Object(value);
  const named = [Action, Resource].every((patterns) =>
    [patterns].flat().every((pattern) => typeof pattern === 'string'),
  );
  return named && (Effect === 'Allow' || Effect === 'Deny') && Condition === undefined;
}

/** A Deny wins; nothing said is a denial. */
function decide(statements: readonly Statement[], arn: string): 'allow' | 'deny' {
  const applying = statements.filter(
    ({ Action, Resource }) => matches(Action, 'execute-api:Invoke', 'i') && matches(Resource, arn),
  );
  const allowed = applying.some(({ Effect }) => Effect === 'Allow');
  return allowed && !applying.some(({ Effect }) => Effect === 'Deny') ? 'allow' : 'deny';
}

/** Whether one of the patterns fits: `*` stands for any characters, `?` for one. Flag `i`: in any case. */
function matches(patterns: string | readonly string[], value: string, flag = ''): boolean {
  return [patterns].flat().some((pattern) => {
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, flag).test(value);
  });
}
