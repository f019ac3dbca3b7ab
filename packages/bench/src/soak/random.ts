/** Numbers from 0 up to 1, the same for the same seed. */
export type Random = () => number

/** Mulberry32 of Tommy Ettinger: 32 bits of state, good enough to choose moments. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function chance(random: Random, probability: number): boolean {
  return random() < probability
}
