/** A field of an answer without the index of its rate: the path in the request is "rates[3].amount". */
export const fieldInRate = (field: string): string => field.replace(/^rates\[\d+\]\.?/, '');
