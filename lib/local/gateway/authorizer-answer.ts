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
  readonly Effect?: unknown;
  readonly Resource?: unknown;
  readonly Action?: unknown;
}

/** Reads an authorizer's answer as strictly as API Gateway does: flat context, a policy, a principal. */
export function readAuthorizerAnswer(payload: unknown, arn: string): AuthorizerDecision {
  const { principalId, policyDocument, context = {}, usageIdentifierKey } = Object(payload);
  const unreadable = (detail: string): AuthorizerDecision => ({ decision: 'unreadable', detail });
  if (typeof principalId !== 'string') return unreadable('principalId is no text');
  const statements: unknown = Object(policyDocument).Statement;
  if (!Array.isArray(statements)) return unreadable('policyDocument has no statements');
  const flat = Object.entries(context as object);
  const nested = flat.find(([, value]) => !['string', 'number', 'boolean'].includes(typeof value));
  if (nested) return unreadable(`context.${nested[0]} is neither text, number nor boolean`);
  return {
    decision: decide(statements as Statement[], arn),
    context: Object.fromEntries(flat.map(([name, value]) => [name, String(value)])),
    principalId,
    ...(typeof usageIdentifierKey === 'string' ? { usageIdentifierKey } : {}),
  };
}

/** A Deny wins; nothing said is a denial. */
function decide(statements: readonly Statement[], arn: string): 'allow' | 'deny' {
  const applying = statements.filter(
    ({ Action, Resource }) => matches(Action, 'execute-api:Invoke') && matches(Resource, arn),
  );
  const allowed = applying.some(({ Effect }) => Effect === 'Allow');
  return allowed && !applying.some(({ Effect }) => Effect === 'Deny') ? 'allow' : 'deny';
}

/** Whether one of the patterns fits: `*` stands for any characters, `?` for one. */
function matches(patterns: unknown, value: string): boolean {
  return [patterns].flat().some((pattern) => {
    const escaped = String(pattern).replace(/[.+^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(value);
  });
}
