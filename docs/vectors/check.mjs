// Print the hands that a scorer of Svara gets wrong: check(points), where points("7c Kh Kd") is 31.

import { readFileSync } from "node:fs";

const HANDS = new URL("hands.tsv", import.meta.url);

/** Print each hand with other points than in hands.tsv, in some order of its cards; return how many there are. */
export function check(points) {
  let wrong = 0;
  for (const line of readFileSync(HANDS, "utf8").trimEnd().split("\n").slice(2)) {
    const [hand, expected] = line.split("\t");
    const [a, b, c] = hand.split(" ");
    const orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
    for (const cards of orders.map((order) => order.join(" "))) {
      const found = points(cards);
      if (found !== Number(expected)) {
        console.log("%s: %o points, not %s", cards, found, expected);
        wrong += 1;
        break;
      }
    }
  }
  return wrong;
}
