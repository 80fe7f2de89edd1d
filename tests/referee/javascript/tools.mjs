// Small helpers that know nothing of any game.

// An array with the same value n times.
export function repeat(n, value) {
  return Array.from({ length: n }, () => value);
}

// The numbers 0 to n - 1.
export function range(n) {
  return Array.from({ length: n }, (_, i) => i);
}

// The sum of numbers.
export function sum(numbers) {
  return numbers.reduce((a, b) => a + b, 0);
}

// How often a value stands in a list.
export function count(list, value) {
  return list.filter((x) => x === value).length;
}

// All ways to choose k of a list, in its order.
export function choose(list, k) {
  if (k === 0) return [[]];
  return list.flatMap((x, i) => choose(list.slice(i + 1), k - 1).map((rest) => [x, ...rest]));
}

// All different orders of a list.
export function orders(list) {
  if (list.length === 0) return [[]];
  return [...new Set(list)].flatMap((x) => {
    const rest = [...list];
    rest.splice(rest.indexOf(x), 1);
    return orders(rest).map((order) => [x, ...order]);
  });
}

// A list of words as counts by kind, in the order of a table: [{[name]: kind, count}].
export function counted(words, table, name) {
  return table.map((kind) => ({ [name]: kind, count: count(words, kind) }))
    .filter((entry) => entry.count > 0);
}

// Points by rank: tied ones share the points of their ranks; who has nothing gets nothing.
export function rankPoints(numbers, points) {
  return numbers.map((own) => {
    if (own === 0) return 0;
    const before = numbers.filter((n) => n > own).length;
    const tied = count(numbers, own);
    return Math.floor(sum(range(tied).map((i) => points[before + i] ?? 0)) / tied);
  });
}

// The place of each seat, 1 for first: seats that are gone last, then by total and by tie-break.
export function placesOf(scores, gone) {
  const isGone = (score) => gone.includes(score.seat);
  const better = (a, b) => {
    if (isGone(a) !== isGone(b)) return isGone(b);
    return a.total > b.total || (a.total === b.total && a.tieBreak > b.tieBreak);
  };
  return scores.map((own) => 1 + scores.filter((other) => better(other, own)).length);
}
