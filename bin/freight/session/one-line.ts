/** Text of the caller on one line, without control characters that a terminal would run. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
