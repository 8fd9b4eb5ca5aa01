// @ts-check
"use strict";

/**
 * The calculator: a hand, opponents and dead cards in; points, odds and advice out.
 *
 * Nothing is scored here. Points, rules, odds and advice are looked up in calculator_data.js, which the library writes
 * when the site is built. Only odds with dead cards are found here, over the points of all hands: against one or two
 * opponents they are counted, against more they are simulated in a worker.
 *
 * A card is its number, 0 to 31: 4 * rank + suit. A hand has an index, 0 to 4959, and a class, 0 to 336; hands of one
 * class differ only in names of suits and ranks.
 *
 * @typedef {"hand" | "dead"} Place
 * @typedef {{hand: number[], dead: number[], opponents: number}} Question
 * @typedef {{win: number, tie: number, lose: number, equity: number, error?: number}} Odds  shares, 0 to 1, and the
 *     standard error of the equity where they are simulated
 * @typedef {{to: number | null, actions: [string, number | null][], percent: string}} Situation
 * @typedef {{classes: string, counting: string, points: number[], rules: string[], odds: string, advice: Situation[],
 *     ranks: Record<string, number>, suits: Record<string, number>}} Data
 */

{
  const DECK = [...Array(32).keys()];
  const RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"];
  const CODES = ["7", "8", "9", "T", "J", "Q", "K", "A"];
  const SUITS = ["♣", "♦", "♥", "♠"];
  const SUIT_CODES = "cdhs";
  const MOST = 9; // opponents
  const TRIALS = 1_000_000; // simulated deals

  // What the library exports --------------------------------------------------------------------------------------

  /** @type {Data} */
  const data = /** @type {any} */ (globalThis).svaraEval;
  const classOf = new Uint16Array(decoded(data.classes));
  const counting = new Uint8Array(decoded(data.counting));
  const oddsTable = new Uint16Array(decoded(data.odds)); // for each class and 1 to 9 opponents: win, tie, lose, equity
  const chances = data.advice.map((situation) => new Uint8Array(decoded(situation.percent)));
  const handsOf = allHands();
  const pointsOf = Uint8Array.from(classOf, (number) => data.points[number]);

  /** @param {string} text */
  function decoded(text) {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;
  }

  /** The cards of every hand, in index order. */
  function allHands() {
    const hands = [];
    for (let c = 2; c < 32; c++) for (let b = 1; b < c; b++) for (let a = 0; a < b; a++) hands.push([a, b, c]);
    return hands;
  }

  /** @param {number[]} hand  three cards, in any order */
  function indexOf(hand) {
    const [a, b, c] = [...hand].sort((x, y) => x - y);
    return a + (b * (b - 1)) / 2 + (c * (c - 1) * (c - 2)) / 6;
  }

  // Odds ----------------------------------------------------------------------------------------------------------

  /**
   * The odds, or null as long as they are being simulated.
   *
   * @param {Question} question
   * @returns {Odds | null}
   */
  function odds({ hand, dead, opponents }) {
    if (dead.length && opponents > 2) return simulated(hand, dead, opponents);
    if (dead.length) return counted(hand, dead, opponents);
    const start = 4 * (MOST * classOf[indexOf(hand)] + opponents - 1);
    const [win, tie, lose, equity] = [...oddsTable.subarray(start, start + 4)].map((share) => share / 10_000);
    return { win, tie, lose, equity };
  }

  /**
   * Count the deals of one or two opponents' hands in which the hero wins, ties with one or with both, and loses.
   *
   * @param {number[]} hand
   * @param {number[]} dead
   * @param {number} opponents
   * @returns {Odds}
   */
  function counted(hand, dead, opponents) {
    const out = new Set([...hand, ...dead]);
    const points = pointsOf[indexOf(hand)];
    const all = [...handsOf.keys()].filter((index) => !handsOf[index].some((card) => out.has(card)));
    const worse = all.filter((index) => pointsOf[index] < points);
    const equal = all.filter((index) => pointsOf[index] === points);
    let wins = worse.length;
    let ties = [equal.length];
    let deals = all.length;
    if (opponents === 2) {
      wins = disjointPairs(worse, worse);
      ties = [2 * disjointPairs(worse, equal), disjointPairs(equal, equal)];
      deals = disjointPairs(all, all);
    }
    const tied = ties.reduce((sum, count) => sum + count);
    const shared = ties.reduce((sum, count, others) => sum + count / (others + 2), wins);
    return { win: wins / deals, tie: tied / deals, lose: (deals - wins - tied) / deals, equity: shared / deals };
  }

  /**
   * Count the pairs of a hand of one list and a hand of another that share no card.
   *
   * By inclusion and exclusion: of the second list, take away the hands with each card of the first hand, add those
   * with two of its cards, which were taken away twice, and take away the hand itself, which was added once too often.
   *
   * @param {number[]} first  indices of hands
   * @param {number[]} second
   */
  function disjointPairs(first, second) {
    const withCard = new Uint16Array(32);
    const withPair = new Uint16Array(32 * 32);
    const same = new Set(second);
    for (const index of second) {
      const [a, b, c] = handsOf[index];
      for (const card of [a, b, c]) withCard[card]++;
      for (const pair of [32 * a + b, 32 * a + c, 32 * b + c]) withPair[pair]++;
    }
    let pairs = 0;
    for (const index of first) {
      const [a, b, c] = handsOf[index];
      pairs += second.length - withCard[a] - withCard[b] - withCard[c];
      pairs += withPair[32 * a + b] + withPair[32 * a + c] + withPair[32 * b + c] - Number(same.has(index));
    }
    return pairs;
  }

  // Simulated odds ------------------------------------------------------------------------------------------------

  /** @type {Map<string, Odds>} What has been simulated, by question. */
  const known = new Map();
  /** @type {Worker | undefined} */
  let worker;
  let running = ""; // the question that the worker simulates
  const program = URL.createObjectURL(new Blob([`(${dealAtRandom})()`], { type: "text/javascript" }));

  /**
   * The simulated odds of a question, or null as long as a worker is dealing; the page shows them once they come.
   *
   * @param {number[]} hand
   * @param {number[]} dead
   * @param {number} opponents
   * @returns {Odds | null}
   */
  function simulated(hand, dead, opponents) {
    const key = [[...hand].sort(), [...dead].sort(), opponents].join("|");
    const found = known.get(key);
    if (found || running === key) return found ?? null;
    const left = DECK.filter((card) => !hand.includes(card) && !dead.includes(card));
    worker?.terminate(); // only the last question matters
    worker = new Worker(program);
    running = key;
    worker.onmessage = ({ data: [win, ties, lose] }) => {
      known.set(key, oddsOf(win, ties, lose));
      running = "";
      show();
    };
    worker.postMessage({ pointsOf, left, hero: pointsOf[indexOf(hand)], opponents, trials: TRIALS });
    return null;
  }

  /**
   * The odds that random deals give, with the standard error of the equity.
   *
   * @param {number} win
   * @param {number[]} ties  the deals that tie with 1, 2, … opponents
   * @param {number} lose
   * @returns {Odds}
   */
  function oddsOf(win, ties, lose) {
    const tie = ties.reduce((sum, count) => sum + count, 0);
    const deals = win + tie + lose;
    const mean = ties.reduce((sum, count, others) => sum + count / (others + 2), win) / deals;
    const square = ties.reduce((sum, count, others) => sum + count / (others + 2) ** 2, win) / deals;
    const error = Math.sqrt(Math.max(0, square - mean * mean) / deals);
    return { win: win / deals, tie: tie / deals, lose: lose / deals, equity: mean, error };
  }

  /**
   * Deal hands to the opponents at random, again and again, and count what becomes of the hero.
   *
   * A worker runs the source of this function, so it uses nothing outside of it. The same question always gets the same
   * deals, so that a link shows the same figures to everybody.
   */
  function dealAtRandom() {
    onmessage = ({ data: { pointsOf, left, hero, opponents, trials } }) => {
      let [a, b, c, count] = [1, 2, 3, 1]; // sfc32
      const random = () => {
        const result = (((a + b) | 0) + count) | 0;
        count = (count + 1) | 0;
        a = b ^ (b >>> 9);
        b = (c + (c << 3)) | 0;
        c = (((c << 21) | (c >>> 11)) + result) | 0;
        return (result >>> 0) / 2 ** 32;
      };
      for (let warm = 0; warm < 20; warm++) random();
      const cards = Uint8Array.from(left);
      const outcomes = new Float64Array(opponents + 1); // won, then tied with 1, 2, … opponents
      let lose = 0;
      for (let trial = 0; trial < trials; trial++) {
        let tied = 0;
        for (let first = 0; first < 3 * opponents; first += 3) {
          for (let place = first; place < first + 3; place++) {
            const from = place + Math.floor(random() * (cards.length - place));
            [cards[place], cards[from]] = [cards[from], cards[place]];
          }
          const [x, y, z] = [cards[first], cards[first + 1], cards[first + 2]];
          const [low, high] = [Math.min(x, y, z), Math.max(x, y, z)];
          const middle = x + y + z - low - high;
          const index = low + (middle * (middle - 1)) / 2 + (high * (high - 1) * (high - 2)) / 6;
          if (pointsOf[index] > hero) {
            tied = -1;
            break;
          }
          tied += Number(pointsOf[index] === hero);
        }
        if (tied < 0) lose++;
        else outcomes[tied]++;
      }
      const [win, ...ties] = outcomes;
      postMessage([win, ties, lose]);
    };
  }

  // Words ---------------------------------------------------------------------------------------------------------

  const root = /** @type {HTMLElement} */ (document.querySelector(".calculator"));
  const words = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("calculator-words")).textContent ?? "");

  /**
   * Fill in a text: "{opponents} opponents" and {opponents: 3} give "3 opponents".
   *
   * @param {string} text
   * @param {Record<string, string | number | null>} values
   * @returns {string}
   */
  function filled(text, values) {
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  }

  /** @param {number} card */
  const symbols = (card) => RANKS[card >> 2] + SUITS[card & 3];
  /** @param {number} card */
  const code = (card) => CODES[card >> 2] + SUIT_CODES[card & 3];

  /** @param {number} card */
  function nameOf(card) {
    const name = filled(words.card, { rank: words.ranks[card >> 2], suit: words.suits[card & 3] });
    return card === 0 ? filled(words.joker, { card: name }) : name;
  }

  /** @param {number} share @param {number} digits  1 for a simulated share, which knows no more */
  function percent(share, digits = 2) {
    return `${(100 * share).toFixed(digits).replace(".", words.decimal)}%`;
  }

  /** The library's sentence about a hand. @param {number[]} hand */
  function sentenceOf(hand) {
    const text = words.sentences[words.said[classOf[indexOf(hand)]]];
    return filled(text, { cards: countingCards(hand).map(symbols).join(" ") });
  }

  /** @param {number[]} hand */
  function countingCards(hand) {
    const index = indexOf(hand);
    return handsOf[index].filter((_, place) => counting[index] & (1 << place));
  }

  // The address: #hand=7c-Kh-Kd&opponents=3&dead=As-Ad --------------------------------------------------------------

  /** @param {Question} question */
  function addressOf({ hand, dead, opponents }) {
    const parts = [`hand=${hand.map(code).join("-")}`, `opponents=${opponents}`];
    if (dead.length) parts.push(`dead=${dead.map(code).join("-")}`);
    return `#${parts.join("&")}`;
  }

  /**
   * The question that an address asks.
   *
   * @param {string} address  the part after the #
   * @returns {Question}
   * @throws {Error} with what is wrong with it, in words
   */
  function questionOf(address) {
    const given = new URLSearchParams(address);
    const hand = cardsOf(given.get("hand"));
    const dead = cardsOf(given.get("dead"));
    const both = [...hand, ...dead];
    const twice = both.find((card, place) => both.indexOf(card) < place);
    if (twice !== undefined) throw Error(filled(words.bad_twice, { card: symbols(twice) }));
    if (hand.length > 3) throw Error(filled(words.bad_size, { size: hand.length }));
    const text = given.get("opponents") ?? "1";
    if (!/^[1-9]$/.test(text)) throw Error(filled(words.bad_opponents, { text: cut(text) }));
    return { hand, dead, opponents: Number(text) };
  }

  /** What was given, cut off where it is long. @param {string} text */
  const cut = (text) => (text.length > 20 ? `${text.slice(0, 20)}…` : text);

  /**
   * Read cards in every spelling of the library, with or without hyphens, commas and spaces: 7c-Kh-Kd, 7♣Khкд.
   *
   * @param {string | null} list
   */
  function cardsOf(list) {
    const cards = [];
    for (let rest = list ?? ""; (rest = rest.replace(/^[-,;\s]+/, "")); ) {
      const [whole, rank, suit] = rest.match(/^(10|.)(.)[\ufe0e\ufe0f]?/u) ?? [];
      const number = 4 * data.ranks[rank === "10" ? "T" : rank] + data.suits[suit];
      if (!(number >= 0)) throw Error(filled(words.bad_card, { text: cut(rest.split(/[-,;\s]/)[0]) }));
      cards.push(number);
      rest = rest.slice(whole?.length);
    }
    return cards;
  }

  // The page ------------------------------------------------------------------------------------------------------

  /** @type {Question} */
  let question = { hand: [], dead: [], opponents: 1 };
  /** @type {Place} What a tap on a card chooses. */
  let pick = "hand";
  /** Why the last tap or link changed nothing. */
  let note = "";

  /**
   * Make an element.
   *
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Record<string, string>} attributes
   * @param {(Node | string)[]} content
   */
  function make(tag, attributes = {}, ...content) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...content);
    return element;
  }

  /** The face of a card. @param {number} card */
  function face(card) {
    const parts = [
      make("span", { class: "calculator-rank" }, RANKS[card >> 2]),
      make("span", { class: "calculator-suit" }, SUITS[card & 3]),
    ];
    return make("span", { class: "calculator-face", "aria-hidden": "true" }, ...parts);
  }

  /** A text with its hearts and diamonds red. @param {string} text */
  function colored(text) {
    return text
      .split(/(\w+[♦♥])/)
      .map((part, place) => (place % 2 ? make("span", { class: "calculator-red" }, part) : part));
  }

  /** The classes of a card: red suits, and the joker. @param {number} card */
  function look(card) {
    const red = (card & 3) === 1 || (card & 3) === 2;
    return `calculator-card${red ? " calculator-red" : ""}${card === 0 ? " calculator-joker" : ""}`;
  }

  const slots = make("div", { class: "calculator-slots", role: "group", "aria-label": words.hand });
  const result = make("p", { class: "calculator-points" });
  const said = make("p", { class: "calculator-sentence" });
  const brief = make("p", { class: "calculator-brief" });
  const noted = make("p", { class: "calculator-note", role: "status" });
  const names = DECK.map(() => make("span", { class: "calculator-hidden" })); // what a screen reader says
  const cards = DECK.map((card) => make("button", { type: "button", class: look(card) }, face(card), names[card]));
  const deck = make("div", { class: "calculator-deck", role: "group", "aria-label": words.deck });
  const clear = make("button", { type: "button", class: "calculator-clear" }, words.clear);
  const answer = make("div", { class: "calculator-answer" });
  const summary = make("p", { class: "calculator-hidden", role: "status" });

  /**
   * Radio buttons in a row.
   *
   * @param {string} name
   * @param {string} legend
   * @param {[string, string][]} choices  values and labels
   * @param {(value: string) => void} chosen
   */
  function radios(name, legend, choices, chosen) {
    const group = make("fieldset", { class: `calculator-radios calculator-${name}` }, make("legend", {}, legend));
    for (const [value, label] of choices) {
      const input = make("input", { type: "radio", name: `calculator-${name}`, value });
      input.addEventListener("change", () => chosen(value));
      group.append(make("label", {}, input, make("span", {}, label)));
    }
    return group;
  }

  /** Check one of the radio buttons. @param {HTMLElement} group @param {string} value */
  function check(group, value) {
    for (const input of group.querySelectorAll("input")) input.checked = input.value === value;
  }

  const picks = radios("picks", words.tap, Object.entries(words.picks), (value) => {
    pick = /** @type {Place} */ (value);
    note = "";
    show();
  });
  const numbers = DECK.slice(1, MOST + 1).map(String);
  const opponents = radios("opponents", words.opponents, numbers.map((number) => [number, number]), (value) => {
    ask({ ...question, opponents: Number(value) });
  });

  for (const suit of [0, 1, 2, 3]) deck.append(...cards.filter((_, card) => (card & 3) === suit));
  cards.forEach((button, card) => {
    button.addEventListener("click", () => tap(card));
    button.addEventListener("focus", () => stopAt(card));
    button.addEventListener("keydown", (event) => move(event, card));
  });
  clear.addEventListener("click", start);
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") start();
  });
  const asking = make("div", { class: "calculator-question" });
  asking.append(make("div", { class: "calculator-hand" }, slots, result, said, noted, brief), picks, clear, deck);
  asking.append(opponents);
  root.append(asking, answer, summary);

  /** Clear all cards. What had the focus may be gone or disabled, so the deck gets it. */
  function start() {
    const focused = document.activeElement;
    ask({ ...question, hand: [], dead: [] });
    if (focused === clear || !focused?.isConnected) cards.find((button) => button.tabIndex === 0)?.focus();
  }

  /** Let Tab stop at one card of the deck alone. @param {number} card */
  function stopAt(card) {
    cards.forEach((button, other) => (button.tabIndex = other === card ? 0 : -1));
  }

  /** Arrow keys move over the deck: ranks to the left and right, suits up and down. */
  function move(/** @type {KeyboardEvent} */ event, /** @type {number} */ card) {
    const [rank, suit] = [card >> 2, card & 3];
    const next = {
      ArrowLeft: rank > 0 ? card - 4 : card,
      ArrowRight: rank < 7 ? card + 4 : card,
      ArrowUp: suit > 0 ? card - 1 : card,
      ArrowDown: suit < 3 ? card + 1 : card,
      Home: suit,
      End: 28 + suit,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    cards[next].focus();
  }

  /** Choose a card, or take it back; say why if neither is possible. @param {number} card */
  function tap(card) {
    const other = pick === "hand" ? "dead" : "hand";
    const chosen = question[pick];
    if (chosen.includes(card)) return ask({ ...question, [pick]: chosen.filter((held) => held !== card) });
    let problem = "";
    if (question[other].includes(card)) problem = pick === "hand" ? words.is_dead : words.in_hand;
    else if (pick === "hand" && chosen.length === 3) problem = words.full;
    if (!problem) return ask({ ...question, [pick]: [...chosen, card] });
    note = filled(problem, { card: symbols(card) });
    show();
  }

  /** Ask a question: show its answer and put it in the address. @param {Question} asked */
  function ask(asked) {
    question = asked;
    note = "";
    keep();
    show();
  }

  /** Put the question in the address. */
  function keep() {
    try {
      history.replaceState(null, "", addressOf(question));
    } catch {
      // Safari refuses when the address has changed a hundred times in half a minute. The answer is shown all the same.
    }
  }

  /** Ask what the address asks. A link to a part of this page asks nothing, and does not lose the question. */
  function load() {
    const address = location.hash.slice(1);
    if (!address.includes("=")) {
      if (question.hand.length + question.dead.length) keep();
      return;
    }
    note = "";
    try {
      question = questionOf(address);
    } catch (error) {
      question = { hand: [], dead: [], opponents: 1 };
      note = filled(words.bad_link, { reason: error instanceof Error ? error.message : String(error) });
    }
    show();
  }

  // What is shown -------------------------------------------------------------------------------------------------

  function show() {
    const { hand, dead } = question;
    const whole = hand.length === 3;
    noted.textContent = note;
    check(picks, pick);
    check(opponents, String(question.opponents));
    root.dataset.pick = pick;
    cards.forEach((button, card) => {
      const isDead = dead.includes(card);
      button.setAttribute("aria-pressed", String(isDead || hand.includes(card)));
      names[card].textContent = isDead ? filled(words.dead, { card: nameOf(card) }) : nameOf(card);
      button.classList.toggle("calculator-held", hand.includes(card));
      button.classList.toggle("calculator-dead", isDead);
    });
    clear.disabled = hand.length + dead.length === 0;
    slots.replaceChildren(...[0, 1, 2].map((place) => slot(hand[place], whole ? countingCards(hand) : null)));
    said.classList.toggle("calculator-choose", !whole);
    brief.replaceChildren();
    if (!whole) {
      result.replaceChildren();
      said.replaceChildren(words.choose[hand.length]);
      answer.replaceChildren();
      summary.textContent = words.choose[hand.length];
      return;
    }
    result.replaceChildren(make("strong", {}, String(pointsOf[indexOf(hand)])), ` ${words.points}`);
    said.replaceChildren(...colored(sentenceOf(hand)));
    answer.replaceChildren(oddsPart(), why(hand));
    if (question.opponents === 1) answer.append(advicePart(hand)); // it is advice for two players
  }

  /**
   * A card of the hand, which a tap takes back.
   *
   * @param {number | undefined} card
   * @param {number[] | null} counted  the cards that count, once there are three
   */
  function slot(card, counted) {
    if (card === undefined) {
      const empty = make("span", { class: "calculator-card calculator-empty", role: "img", "aria-label": words.empty });
      return make("div", { class: "calculator-slot" }, empty, make("small"));
    }
    const name = make("span", { class: "calculator-hidden" }, filled(words.remove, { card: nameOf(card) }));
    const button = make("button", { type: "button", class: look(card) }, face(card), name);
    button.addEventListener("click", () => {
      ask({ ...question, hand: question.hand.filter((held) => held !== card) });
      cards[card].focus(); // the button is gone
    });
    const counts = !counted || counted.includes(card);
    const caption = make("small", {}, counted ? (counts ? words.counts : words.idle) : "");
    return make("div", { class: `calculator-slot${counts ? "" : " calculator-idle"}` }, button, caption);
  }

  /** The odds of the question, drawn and in figures, or why there are none. */
  function oddsPart() {
    const { hand, dead, opponents } = question;
    const part = make("section", { class: "calculator-odds" }, make("h2", {}, words.odds));
    const [needed, left] = [3 * opponents, 29 - dead.length];
    const against = filled(words.against[opponents === 1 ? 0 : 1], { opponents });
    const asked = dead.length ? filled(words.with_dead, { against, cards: dead.map(symbols).join(" ") }) : against;
    part.append(make("p", { class: "calculator-asked" }, ...colored(`${asked}.`)));
    if (needed > left) {
      const text = filled(opponents === 1 ? words.one_needs : words.few_cards, { opponents, needed, left });
      part.append(make("p", { class: "calculator-problem" }, text));
      summary.textContent = text;
      return part;
    }
    const found = odds(question);
    const { win, tie, lose, equity, error } = found ?? { win: 0, tie: 0, lose: 0, equity: 0, error: 0 };
    /** @param {number} share */
    const text = (share) => (found ? percent(share, error === undefined ? 2 : 1) : "…");
    /** @type {[string, string, number][]} */
    const shares = [["win", words.win, win], ["tie", words.tie, tie], ["lose", words.lose, lose]];
    const figures = make("dl", { class: "calculator-figures" });
    for (const [name, label, share] of shares) figures.append(figure(name, label, text(share)));
    figures.append(figure("equity", words.equity, text(equity), words.equity_is));
    const label = shares.map(([, label, share]) => `${label} ${text(share)}`).join(", ");
    part.append(bar(shares.map(([name, , share]) => [name, share]), label), figures);
    const method = !found ? words.dealing : error === undefined ? words.exact : words.simulated;
    part.append(make("p", { class: "calculator-small" }, filled(method, { error: percent(error ?? 0) })));
    for (const [name, share] of Object.entries({ win, equity })) {
      brief.append(make("span", {}, `${words.brief[name]} `, make("b", {}, text(share))));
    }
    const texts = { win: text(win), tie: text(tie), lose: text(lose), equity: text(equity) };
    const answered = filled(words.summary, { sentence: sentenceOf(hand), against: asked, ...texts });
    summary.textContent = found ? answered : words.dealing;
    return part;
  }

  /** A figure with its name. @param {string} name @param {string} label @param {string} text @param {string} what */
  function figure(name, label, text, what = "") {
    const term = make("dt", {}, make("span", { class: `calculator-key calculator-${name}` }), label);
    const value = make("dd", { "data-figure": name }, text);
    return make("div", {}, term, value, ...(what ? [make("dd", { class: "calculator-small" }, what)] : []));
  }

  /** A bar of shares. @param {[string, number][]} shares @param {string} label  the figures as text */
  function bar(shares, label) {
    const drawn = make("div", { class: "calculator-bar", role: "img", "aria-label": label });
    for (const [name, share] of shares) {
      const piece = make("span", { class: `calculator-${name}` });
      piece.style.flexGrow = String(share);
      if (share > 0) drawn.append(piece);
    }
    return drawn;
  }

  /** The rules behind the points. @param {number[]} hand */
  function why(hand) {
    const list = make("ul", { class: "calculator-rules" });
    for (const rule of data.rules[classOf[indexOf(hand)]].split(" ")) {
      const link = make("a", { href: filled(words.rule_link, { rule: rule.toLowerCase() }) }, rule);
      list.append(make("li", {}, link, make("span", {}, ...colored(words.rules[rule]))));
    }
    return make("section", {}, make("h2", {}, words.why), list);
  }

  /** The color of an action: the first of several bets or raises is the lightest. */
  function shadeOf(/** @type {[string, number | null][]} */ actions, /** @type {number} */ place) {
    const kind = actions[place][0];
    if (kind === "fold" || kind === "call") return kind;
    return `more-${place - actions.findIndex(([other]) => other === kind)}`;
  }

  /** What a perfect player does in three situations. @param {number[]} hand */
  function advicePart(hand) {
    const part = make("section", { class: "calculator-advice" }, make("h2", {}, words.advice));
    data.advice.forEach(({ to, actions }, place) => {
      const [name, what] = words.situations[place];
      const start = actions.length * classOf[indexOf(hand)];
      const done = actions.map(([kind, total], at) => ({
        shade: shadeOf(actions, at),
        text: filled(words.actions[kind], { to: total }),
        chance: chances[place][start + at],
      }));
      const shown = done.filter(({ chance }) => chance > 0);
      const list = make("ul", { class: "calculator-actions", "data-situation": String(place) });
      for (const { shade, text, chance } of shown) {
        const key = make("span", { class: `calculator-key calculator-${shade}` });
        list.append(make("li", {}, key, make("b", {}, `${chance}%`), ` ${text}`));
      }
      const label = shown.map(({ text, chance }) => `${chance}% ${text}`).join(", ");
      part.append(make("h3", {}, name), make("p", { class: "calculator-small" }, filled(what, { to })));
      part.append(bar(shown.map(({ shade, chance }) => [shade, chance]), label), list);
    });
    const link = make("a", { href: "heads-up.html" }, words.advice_link);
    part.append(make("p", { class: "calculator-small" }, `${words.advice_is} `, link, "."));
    return part;
  }

  stopAt(0);
  show();
  load();
  addEventListener("hashchange", load);
  for (const link of document.links) {
    if (!link.href.endsWith("/calculator.html")) continue;
    link.addEventListener("click", () => (link.hash = location.hash)); // the other language shows the same hand
  }
}
