/** Names that usually hold credentials, and the harness's own settings. Values are not looked at. */
const WITHHELD = /KEY|PASSWORD|SECRET|TOKEN|^DSH_/i

/** The environment of a server's process: that of the harness without what looks like credentials, then `extra` over it. */
export function serverEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  const inherited = Object.entries(parent).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !WITHHELD.test(entry[0]),
  )
  return { ...Object.fromEntries(inherited), ...extra }
}
