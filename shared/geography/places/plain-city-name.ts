/**
 * A city name with only the characters that the rates API accepts in destinationCity: letters, spaces, hyphens and
 * apostrophes ("St. Louis" becomes "St Louis"). The result identifies the same city.
 */
export function plainCityName(name: string): string {
  return name
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{M}'\u2019-]+/gu, ' ')
    .trim();
}
