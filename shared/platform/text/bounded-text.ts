import * as v from 'valibot';

/** C0 and C1 controls: they break logs, files and screens. */
const CONTROL = /\p{Cc}/u;

export type TextFault = 'too-long' | 'control';

export const NO_CONTROL = 'must not have control characters';

/**
 * What is wrong with a text as the caller sent it. Normalizing a long text takes time in proportion to the square of its
 * length, so this check comes before every other one.
 * @param longest in UTF-16 units.
 */
export function textFault(text: string, longest: number): TextFault | undefined {
  if (text.length > longest) return 'too-long';
  return CONTROL.test(text) ? 'control' : undefined;
}

/** A text of at most `longest` UTF-16 units without control characters; later checks of a pipe see no other one. */
export const boundedText = (
  longest: number,
  type: v.ErrorMessage<v.StringIssue>,
  message: (fault: TextFault) => string,
) =>
  v.pipe(
    v.string(type),
    v.rawTransform<string, string>(({ dataset: { value }, addIssue, NEVER }) => {
      const fault = textFault(value, longest);
      if (fault === undefined) return value;
      addIssue({ message: message(fault) });
      return NEVER;
    }),
  );

/**
 * A text in a Unicode normalization form; undefined where it is too long to normalize.
 * @param longest in UTF-16 units.
 */
export function normalizeText(
  text: string,
  form: 'NFC' | 'NFD' | 'NFKD',
  longest: number,
): string | undefined {
  return text.length <= longest ? text.normalize(form) : undefined;
}
