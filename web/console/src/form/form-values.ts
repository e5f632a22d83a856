/** Values of a form are the body of a request. Fields have the paths that the API states in errors: `tiers[1].amount`. */

type Members = Readonly<Record<string, unknown>>;

const keysOf = (path: string): string[] => path.split(/[.[\]]+/).filter((key) => key !== '');

export const valueAt = (body: unknown, path: string): unknown =>
  keysOf(path).reduce<unknown>((value, key) => (value as Members | undefined)?.[key], body);

/** The body with another value at a path. `undefined` removes the member, and objects that have no other one. */
export const withValue = <Body>(body: Body, path: string, value: unknown): Body =>
  replaced(body, keysOf(path), value) as Body;

function replaced(body: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(body)) {
    // The field after the last member adds one.
    return [
      ...body.slice(0, Number(key)),
      replaced(body[Number(key)], rest, value),
      ...body.slice(Number(key) + 1),
    ];
  }
  const { [key]: before, ...others } = (body ?? {}) as Members;
  const next = replaced(before, rest, value);
  const isGone = next === undefined || (rest.length > 0 && value === undefined && isEmptyObject(next));
  return isGone ? others : { ...(body as Members), [key]: next };
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && !Array.isArray(value) && value !== null && Object.keys(value).length === 0;

/** Equal texts mean equal values, in whichever order members were entered. */
export const canonical = (body: unknown): string =>
  JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** Digits with an optional fraction; commas may separate thousands. */
const NUMBER = /^[-−]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)$/;
const MAX_LENGTH = 20;

/** The number that a person typed, such as "1,250.5". Another text stays one: the API rejects it at its field. */
export function typedNumber(text: string): number | string | undefined {
  const typed = text.trim();
  return typed.length <= MAX_LENGTH && NUMBER.test(typed)
    ? Number(typed.replaceAll(',', '').replace('−', '-'))
    : typed || undefined;
}
