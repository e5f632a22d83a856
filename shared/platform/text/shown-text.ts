/** A text of a caller for a response: well-formed Unicode, and cut after `longest` characters. */
export const shownText = (text: string, longest: number): string =>
  (text.length <= longest ? text : `${text.slice(0, longest)}...`).toWellFormed();
