import * as v from 'valibot';

/** C0 and C1 control characters, which corrupt logs, files and terminals. */
const CONTROL = /\p{Cc}/u;
const WITHOUT_CONTROL = '^[^\\x00-\\x1F\\x7F-\\x9F]*$';

export type TextFault = 'too-long' | 'control';

export const NO_CONTROL = 'must not have control characters';

/**
 * Validates a text from a caller; undefined if it is valid. The time to normalize a text grows with the square of its
 * length, so this check must come first.
 * @param longest in UTF-16 units.
 */
export function textFault(text: string, longest: number): TextFault | undefined {
  if (text.length > longest) return 'too-long';
  return CONTROL.test(text) ? 'control' : undefined;
}

/**
 * A text of at most `longest` UTF-16 units without control characters. Later checks of a pipe run only for such texts, and
 * are not in the description of the API.
 * @param described keywords of later checks for the description.
 */
export const boundedText = (
  longest: number,
  type: v.ErrorMessage<v.StringIssue>,
  message: (fault: TextFault) => string,
  described: Readonly<Record<string, number>> = {},
) =>
  v.pipe(
    v.string(type),
    // Keywords of the description of the API.
    v.metadata({ maxLength: longest, pattern: WITHOUT_CONTROL, ...described }),
    v.rawTransform<string, string>(({ dataset: { value }, addIssue, NEVER }) => {
      const fault = textFault(value, longest);
      if (fault === undefined) return value;
      addIssue({ message: message(fault) });
      return NEVER;
    }),
  );

/**
 * A text in a Unicode normalization form; undefined if it is too long.
 * @param longest in UTF-16 units.
 */
export function normalizeText(
  text: string,
  form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD',
  longest: number,
): string | undefined {
  return text.length <= longest ? text.normalize(form) : undefined;
}

/** A text of a caller for a response: well-formed Unicode, and cut after `longest` characters. */
export const shownText = (text: string, longest: number): string =>
  (text.length <= longest ? text : `${text.slice(0, longest)}...`).toWellFormed();

/** Message for a value that is absent or no text. */
export const requiredText: v.ErrorMessage<v.StringIssue> = ({ input }) =>
  input === undefined ? 'is required' : 'must be a string';

/** A text of at most `longest` characters, without control characters. */
export const callerText = (longest: number) =>
  v.pipe(
    // A character has at most two UTF-16 units.
    boundedText(2 * longest, requiredText, (fault) => (fault === 'control' ? NO_CONTROL : tooLong(longest)), {
      maxLength: longest,
    }),
    v.check((text) => [...text].length <= longest, tooLong(longest)),
    v.check((text) => text.isWellFormed(), 'must be well-formed Unicode'),
  );

const tooLong = (longest: number) => `must have at most ${longest} characters`;
