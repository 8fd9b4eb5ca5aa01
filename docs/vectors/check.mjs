// Print the hands that a scorer of Svara gets wrong: check(points), where points("7c Kh Kd") is 31.

import { readFileSync } from "node:fs";

const HANDS = new URL("hands.tsv", import.meta.url);

/** Print each hand with other points than in hands.tsv, and return how many there are. */
export function check(points) {
  let wrong = 0;
  for (const line of readFileSync(HANDS, "utf8").trimEnd().split("\n").slice(2)) {
    const [hand, expected] = line.split("\t");
    const found = points(hand);
    if (found !== Number(expected)) {
      console.log("%s: %o points, not %s", hand, found, expected);
      wrong += 1;
    }
  }
  return wrong;
}
