/** Port: what is made of the terminals in force, a search or a directory, at the moment of asking. */
export interface TerminalSource<View> {
  current(): Promise<View>;
}
