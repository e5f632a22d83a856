/** The TypeScript client of the API. Only this module names its folder. */
export * from '../../../../clients/typescript/src/index.ts';
