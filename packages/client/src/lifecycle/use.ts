import type { Connection } from '../connection/connection.js'

/** A connection as it is lent to calls, and whether it was good for any of them. */
export interface Use {
  readonly connection: Connection
  readonly served: () => boolean
}

/** Lends a connection. Discovery has the connection itself: what it asks does not count, and neither does a ping. */
export function lend(connection: Connection): Use {
  let served = false
  return {
    served: () => served,
    connection: {
      ...connection,
      request: async (request, options) => {
        const result = await connection.request(request, options)
        served = true
        return result
      },
    },
  }
}
