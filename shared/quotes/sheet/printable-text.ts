import { normalizeText } from '../../platform/text/bounded-text.ts';

/** UTF-16 units; much more than any text of a sheet has. */
const MAX_NORMALIZED_LENGTH = 2_000;

/** Scripts that the fonts have and that need neither joining nor another direction. */
const UNPRINTABLE =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}(?<![#*\d\u00a9\u00ae\u2122])/gu;

/** Characters that change the direction of the text around them, and other invisible ones. */
const INVISIBLE = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

/** A text for the PDF file: a character of another script, or a pictogram, becomes a box. */
export function printableText(text: string): string {
  const whole = text.toWellFormed();
  return (normalizeText(whole, 'NFC', MAX_NORMALIZED_LENGTH) ?? whole)
    .replace(INVISIBLE, '')
    .replace(UNPRINTABLE, '\u25a1');
}
