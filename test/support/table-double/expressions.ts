/** Attributes of an item, as the document client returns them. */
export type Item = Record<string, unknown>;

/** An expression and the values of its placeholders. */
export interface Expression {
  readonly text: string;
  readonly names?: Readonly<Record<string, string>> | undefined;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
}

const TOKEN = /\s*([#:]?[A-Za-z_][\w]*|<=|>=|<>|[=<>(),+-])/y;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const match = TOKEN.exec(text);
    if (match === null) throw new Error(`the double cannot read "${text}"`);
    tokens.push(match[1] ?? '');
  }
  return tokens;
}

/** Parses an expression token by token. */
class Reader {
  private readonly tokens: string[];
  private readonly expression: Expression;
  private next = 0;

  constructor(expression: Expression) {
    this.tokens = tokensOf(expression.text);
    this.expression = expression;
  }

  get ended(): boolean {
    return this.next >= this.tokens.length;
  }

  take(): string {
    const token = this.tokens[this.next++];
    if (token === undefined) throw new Error(`"${this.expression.text}" ends early`);
    return token;
  }

  takeIf(...wanted: string[]): boolean {
    const found = wanted.includes(this.tokens[this.next]?.toUpperCase() ?? '');
    if (found) this.next += 1;
    return found;
  }

  name(): string {
    const token = this.take();
    if (!token.startsWith('#')) return token;
    return known(this.expression.names?.[token], token);
  }

  operand(item: Item): unknown {
    if (this.tokens[this.next]?.startsWith(':')) {
      const token = this.take();
      return known(this.expression.values?.[token], token);
    }
    return item[this.name()];
  }
}

function known<Value>(value: Value | undefined, token: string): Value {
  if (value === undefined) throw new Error(`nothing is given for ${token}`);
  return value;
}

/** Whether an item meets a condition; undefined is a missing item. */
export function meets(item: Item | undefined, condition: Expression): boolean {
  const reader = new Reader(condition);
  const either = (): boolean => {
    let met = both();
    while (reader.takeIf('OR')) met = both() || met;
    return met;
  };
  const both = (): boolean => {
    let met = one();
    while (reader.takeIf('AND')) met = one() && met;
    return met;
  };
  const one = (): boolean => {
    if (reader.takeIf('(')) {
      const met = either();
      reader.take();
      return met;
    }
    const there = reader.takeIf('ATTRIBUTE_EXISTS');
    if (there || reader.takeIf('ATTRIBUTE_NOT_EXISTS')) {
      reader.take();
      const exists = item?.[reader.name()] !== undefined;
      reader.take();
      return exists === there;
    }
    const left = reader.operand(item ?? {});
    const operator = reader.take();
    const right = reader.operand(item ?? {});
    if (operator.toUpperCase() === 'BETWEEN') {
      reader.take();
      const upper = reader.operand(item ?? {});
      return compares(left, '>=', right) && compares(left, '<=', upper);
    }
    return compares(left, operator, right);
  };
  return either();
}

function compares(left: unknown, operator: string, right: unknown): boolean {
  if (left === undefined || right === undefined) return false;
  const [a, b] = [left as string, right as string];
  if (operator === '=') return a === b;
  if (operator === '<') return a < b;
  if (operator === '>') return a > b;
  if (operator === '<=') return a <= b;
  if (operator === '>=') return a >= b;
  throw new Error(`the double knows no ${operator}`);
}

/** The item after an update with SET of values, REMOVE, and ADD of numbers. */
export function updated(before: Item, update: Expression): Item {
  const after = { ...before };
  const reader = new Reader(update);
  while (!reader.ended) {
    const action = reader.take().toUpperCase();
    do {
      const name = reader.name();
      if (action === 'REMOVE') delete after[name];
      else if (action === 'ADD') after[name] = Number(before[name] ?? 0) + Number(reader.operand(before));
      else {
        reader.take();
        after[name] = reader.operand(before);
      }
    } while (reader.takeIf(','));
  }
  return after;
}
