/** A value at one time; undefined if it is missing. */
type Value = number | undefined;

/** The inputs of an expression at one time. */
export interface Moment {
  /** Values of the metrics, by id. */
  readonly values: Readonly<Record<string, Value>>;
  /** Result of SERVICE_QUOTA. */
  readonly quota?: number;
}

const TOKEN = /\s*(\d+(?:\.\d+)?|[A-Za-z_]\w*|>=|<=|==|[-+*/()<>,])/y;

/** Binary operators, lowest precedence first. */
const LEVELS: readonly Readonly<Record<string, (one: number, other: number) => number>>[] = [
  {
    '>=': (one, other) => Number(one >= other),
    '<=': (one, other) => Number(one <= other),
    '>': (one, other) => Number(one > other),
    '<': (one, other) => Number(one < other),
    '==': (one, other) => Number(one === other),
  },
  { '+': (one, other) => one + other, '-': (one, other) => one - other },
  { '*': (one, other) => one * other, '/': (one, other) => one / other },
];

function tokensOf(expression: string): string[] {
  const tokens: string[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < expression.trimEnd().length) {
    const at = pattern.lastIndex;
    const [, token] = pattern.exec(expression) ?? [];
    if (token === undefined) throw new Error(`metric math: ${expression.slice(at)}`);
    tokens.push(token);
  }
  return tokens;
}

/**
 * The value of a metric math expression at one time, by the rules of CloudWatch: a result from a missing value, or
 * of a division by 0, is missing; SUM and MAX of several metrics ignore missing ones; FILL replaces a missing value.
 * @throws Error for functions that the alarms of this project do not use.
 */
export function evaluateMath(expression: string, { values, quota }: Moment): Value {
  const tokens = tokensOf(expression);
  const take = (expected?: string): string => {
    const token = tokens.shift();
    if (token === undefined || (expected !== undefined && token !== expected)) {
      throw new Error(`metric math: ${token ?? 'the end'} in ${expression}`);
    }
    return token;
  };

  const binary = (level: number): Value => {
    const operators = LEVELS[level];
    if (operators === undefined) return primary();
    let value = binary(level + 1);
    for (let operator = operators[tokens[0] ?? '']; operator; operator = operators[tokens[0] ?? '']) {
      take();
      const other = binary(level + 1);
      const result = value === undefined || other === undefined ? undefined : operator(value, other);
      value = Number.isFinite(result) ? result : undefined;
    }
    return value;
  };

  /** Arguments of a function; METRICS() is all metrics. */
  const args = (): Value[] => {
    take('(');
    const found: Value[] = [];
    while (tokens[0] !== ')') {
      if (tokens[0] === 'METRICS') {
        tokens.splice(0, 3);
        found.push(...Object.values(values));
      } else found.push(binary(0));
      if (tokens[0] === ',') take();
    }
    take(')');
    return found;
  };

  const primary = (): Value => {
    const token = take();
    if (token === '(') {
      const value = binary(0);
      take(')');
      return value;
    }
    if (/^\d/.test(token)) return Number(token);
    if (tokens[0] !== '(') {
      if (!Object.hasOwn(values, token)) throw new Error(`metric math: no metric ${token} in ${expression}`);
      return values[token];
    }
    const given = args();
    const there = given.filter((value) => value !== undefined);
    const [first, second, third] = given;
    switch (token) {
      case 'SUM':
        return there.length === 0 ? undefined : there.reduce((sum, value) => sum + value, 0);
      case 'MAX':
        return there.length === 0 ? undefined : Math.max(...there);
      case 'FILL':
        return first ?? second;
      case 'IF':
        return first === undefined ? undefined : first === 0 ? third : second;
      case 'SERVICE_QUOTA':
        return quota;
      default:
        throw new Error(`metric math: ${token} is not known here`);
    }
  };

  const value = binary(0);
  if (tokens.length > 0) throw new Error(`metric math: ${tokens.join(' ')} is left of ${expression}`);
  return value;
}
