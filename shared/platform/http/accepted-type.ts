/**
 * Weight of a media type in the header `Accept`, 0 to 1; wildcards do not count.
 * @param accept the header `Accept`.
 * @param type for example `text/csv`.
 */
function acceptedWeight(accept: string, type: string): number {
  const weights = accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) return 0;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
    return weight === undefined ? 1 : Number(weight) || 0;
  });
  return Math.max(...weights);
}

/** True if `Accept` has the type, with a larger weight than the default type of the operation. */
export function prefersType(accept: string, type: string, defaultType: string): boolean {
  const weight = acceptedWeight(accept, type);
  return weight > 0 && weight > acceptedWeight(accept, defaultType);
}
