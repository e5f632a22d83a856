declare module 'njre' {
  /** Downloads a Java runtime into the `jre` folder beside `installPath`; answers that folder. */
  export function install(
    version: number,
    options: { type: 'jre' | 'jdk'; installPath: string },
  ): Promise<string>;
}
