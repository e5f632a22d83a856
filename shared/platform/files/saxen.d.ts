declare module 'saxen' {
  /** Texts and attributes have entities, which `decode` resolves. */
  type Decode = (text: string) => string;

  interface Events {
    openTag(name: string, attributes: () => Readonly<Record<string, string>> | false, decode: Decode): void;
    closeTag(name: string, decode: Decode): void;
    text(value: string, decode: Decode): void;
    cdata(value: string): void;
    /** DOCTYPE. */
    attention(value: string): void;
    question(value: string): void;
    comment(value: string): void;
    error(error: Error): void;
    warn(warning: Error): void;
  }

  /** Parses XML in chunks that can end anywhere. An exception of a listener ends `write`. */
  export class Parser {
    on<Name extends keyof Events>(name: Name, listener: Events[Name]): this;
    write(chunk: string): this;
    end(): Error | undefined | null;
  }
}
