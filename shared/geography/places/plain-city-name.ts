/**
 * A city's name in the letters, spaces, hyphens and apostrophes that rates take as destinationCity ("St. Louis" becomes
 * "St Louis"), so that an answer can be sent back. It is found as the same city.
 */
export function plainCityName(name: string): string {
  return name
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{M}'\u2019-]+/gu, ' ')
    .trim();
}
