import * as v from 'valibot';

export const text = () => v.pipe(v.string(), v.nonEmpty());
export const url = () => v.pipe(v.string(), v.url());
export const positiveNumber = () => v.pipe(v.string(), v.toNumber(), v.gtValue(0));

export type Environment<Variables extends v.ObjectEntries> = v.InferOutput<
  v.ObjectSchema<Variables, undefined>
>;

/**
 * Reads environment variables of a function.
 * @throws ValiError if one is missing or invalid: the deployment is broken.
 */
export const readEnv = <const Variables extends v.ObjectEntries>(
  variables: Variables,
): Environment<Variables> => v.parse(v.object(variables), process.env);
