/** Makes a server's text fit to show. */
export type Clean = (text: string) => string
