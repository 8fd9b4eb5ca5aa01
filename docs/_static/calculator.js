// @ts-check
"use strict";

/**
 * The calculator: a hand, opponents and dead cards in; points, odds and advice out.
 *
 * Nothing is scored here. Points, rules, odds and advice are looked up in calculator_data.js, which the library writes
 * when the site is built. Only odds with dead cards are counted here, over the points of all hands.
 *
 * A card is its number, 0 to 31: 4 * rank + suit. A hand has an index, 0 to 4959, and a class, 0 to 336; hands of one
 * class differ only in names of suits and ranks.
 *
 * @typedef {"hand" | "dead"} Place
 * @typedef {{hand: number[], dead: number[], opponents: number}} Question
 * @typedef {{win: number, tie: number, lose: number, equity: number}} Odds  shares, 0 to 1
 * @typedef {{to: number | null, actions: [string, number | null][], percent: string}} Situation
 * @typedef {{classes: string, counting: string, points: number[], rules: string[], odds: string, advice: Situation[]}}
 *     Data
 */

{
  const DECK = [...Array(32).keys()];
  const RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"];
  const CODES = ["7", "8", "9", "T", "J", "Q", "K", "A"];
  const SUITS = ["♣", "♦", "♥", "♠"];
  const SUIT_CODES = "cdhs";
  const MOST = 9; // opponents

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
   * The odds, or null where they are more than this page can count.
   *
   * @param {Question} question
   * @returns {Odds | null}
   */
  function odds({ hand, dead, opponents }) {
    if (dead.length && opponents > 2) return null;
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

  /** @param {number} share */
  function percent(share) {
    return `${(100 * share).toFixed(2).replace(".", words.decimal)}%`;
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

  /** @param {string | null} list  cards such as 7c-Kh-Kd */
  function cardsOf(list) {
    return (list ?? "").split("-").filter(Boolean).map((text) => {
      const card = DECK.find((card) => code(card).toLowerCase() === text.toLowerCase().replace("10", "t"));
      if (card === undefined) throw Error(filled(words.bad_card, { text: cut(text) }));
      return card;
    });
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
  const result = make("div", { class: "calculator-result" });
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
  clear.addEventListener("click", () => ask({ ...question, hand: [], dead: [] }));
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") ask({ ...question, hand: [], dead: [] });
  });
  const asking = make("div", { class: "calculator-question" });
  asking.append(make("div", { class: "calculator-hand" }, slots, result), picks, clear, noted, deck, opponents);
  root.append(asking, answer, summary);

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
    try {
      history.replaceState(null, "", addressOf(question));
    } catch {
      // Safari refuses when the address has changed a hundred times in half a minute. The answer is shown all the same.
    }
    show();
  }

  /** Ask what the address asks, if it asks anything. */
  function load() {
    const address = location.hash.slice(1);
    if (!address.includes("=")) return;
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
    if (!whole) {
      result.replaceChildren(make("p", { class: "calculator-choose" }, words.choose[hand.length]));
      answer.replaceChildren();
      summary.textContent = words.choose[hand.length];
      return;
    }
    const points = make("p", { class: "calculator-points" }, make("strong", {}, String(pointsOf[indexOf(hand)])));
    points.append(` ${words.points}`);
    result.replaceChildren(points, make("p", { class: "calculator-sentence" }, ...colored(sentenceOf(hand))));
    answer.replaceChildren(oddsPart(), why(hand), advicePart(hand));
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
      return make("div", { class: "calculator-slot" }, empty);
    }
    const name = make("span", { class: "calculator-hidden" }, filled(words.remove, { card: nameOf(card) }));
    const button = make("button", { type: "button", class: look(card) }, face(card), name);
    button.addEventListener("click", () => {
      ask({ ...question, hand: question.hand.filter((held) => held !== card) });
      cards[card].focus(); // the button is gone
    });
    const counts = !counted || counted.includes(card);
    const caption = make("small", {}, counted ? (counts ? words.counts : words.idle) : "\u00a0");
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
    if (!found) {
      const [cards, out] = [hand.map(code).join(" "), dead.map(code).join(" ")];
      const lines = `from svara_eval import odds\nprint(odds("${cards}", ${opponents}, dead="${out}"))`;
      part.append(make("p", { class: "calculator-problem" }, words.needs_python));
      part.append(make("pre", { tabindex: "0" }, lines));
      summary.textContent = words.needs_python;
      return part;
    }
    const { win, tie, lose, equity } = found;
    /** @type {[string, string, number][]} */
    const shares = [["win", words.win, win], ["tie", words.tie, tie], ["lose", words.lose, lose]];
    const figures = make("dl", { class: "calculator-figures" });
    for (const [name, label, share] of shares) figures.append(figure(name, label, percent(share)));
    figures.append(figure("equity", words.equity, percent(equity), words.equity_is));
    const label = shares.map(([, label, share]) => `${label} ${percent(share)}`).join(", ");
    part.append(bar(shares.map(([name, , share]) => [name, share]), label), figures);
    part.append(make("p", { class: "calculator-small" }, words.exact));
    const texts = { win: percent(win), tie: percent(tie), lose: percent(lose), equity: percent(equity) };
    summary.textContent = filled(words.summary, { sentence: sentenceOf(hand), against: asked, ...texts });
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
