import { z } from 'zod'

/** A call that a scenario asks for. */
export interface RequestedCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** The calls that a scenario asks for in its context, a JSON text. Throws when there are none. */
export function parseToolCalls(context: string): readonly RequestedCall[] {
  return schema.parse(JSON.parse(context)).toolCalls
}

const requestedCall = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })
const schema = z.object({ toolCalls: z.array(requestedCall).min(1) })

/** A client that is registered already, in the words of the product's configuration. */
export interface SecretClient {
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer?: string
}

/** The client of a scenario that has a secret. Throws when there is none. */
export function parseSecretClient(context: string): SecretClient {
  const { client_id, client_secret, issuer } = secretClient.parse(JSON.parse(context))
  return { clientId: client_id, clientSecret: client_secret, ...(issuer !== undefined && { issuer }) }
}

/** A client that signs what it says of itself. */
export interface SigningClient {
  readonly clientId: string
  readonly privateKey: string
  readonly algorithm: string
}

/** The client of a scenario that has a key. Throws when there is none. */
export function parseSigningClient(context: string): SigningClient {
  const { client_id, private_key_pem, signing_algorithm } = signingClient.parse(JSON.parse(context))
  return { clientId: client_id, privateKey: private_key_pem, algorithm: signing_algorithm }
}

const secretClient = z.object({ client_id: z.string(), client_secret: z.string(), issuer: z.string().optional() })
const signingClient = z.object({ client_id: z.string(), private_key_pem: z.string(), signing_algorithm: z.string() })
