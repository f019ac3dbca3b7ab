// The first SDK line names this type of the browser's library, which the types of Node do not have.
type HeadersInit = NonNullable<ConstructorParameters<typeof Headers>[0]>
