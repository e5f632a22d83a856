import * as v from 'valibot';
import { boundedText, NO_CONTROL } from './bounded-text.ts';

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
