declare module 'njre' {
  /** Downloads a Java runtime to the folder `jre` next to `installPath`; returns that folder. */
  export function install(
    version: number,
    options: { type: 'jre' | 'jdk'; installPath: string },
  ): Promise<string>;
}
