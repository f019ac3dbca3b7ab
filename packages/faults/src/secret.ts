/** Configured as a header and in environments, and never to be seen anywhere. */
export const SECRET = 'lab-secret-value'
export const SECRET_HEADER = 'x-lab-secret'
