/** The answer of an operation with a CSV file: the file with a header, as UTF-8 text; its address; or a JSON body. */
export type CsvAnswer =
  | { readonly csv: string }
  | { readonly location: string }
  | { readonly json: Readonly<Record<string, unknown>> };
