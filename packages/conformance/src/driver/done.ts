/** What the driver writes last, to standard output, when it came to the right end by its own account. */
export const DONE = 'done\n'
