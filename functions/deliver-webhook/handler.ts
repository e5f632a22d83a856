export const handler = async (_event: unknown): Promise<never> => {
  throw new Error('not there yet');
};
