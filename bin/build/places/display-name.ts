/** Acronyms of military bases, which the sources write as words. */
const ACRONYMS = /\b(?:Afb|Jber|Jbphh|Jbsa|Mcb|Mcbh|Mdl|Nas|Usaf)\b/gu;

/**
 * A city name as printed in an address: without accents and okinas, with straight apostrophes, and with corrected
 * capitals ("Mckinney", "Lincoln'S").
 * @returns ASCII text.
 */
export function displayName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u02bb\u2018`]/gu, '')
    .replace(/\u2019/gu, "'")
    .replace(/[^\u0020-\u007e]/gu, '')
    .replace(ACRONYMS, (word) => word.toUpperCase())
    .replace(/\bMc ?([A-Za-z])/gu, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    .replace(/'S\b/gu, "'s")
    .replace(/ (?:And|At|By|In|Of|On|The)(?= )/gu, (word) => word.toLowerCase());
}
