/** Port: a view (search or directory) of the currently published terminals. */
export interface TerminalSource<View> {
  current(): Promise<View>;
}
