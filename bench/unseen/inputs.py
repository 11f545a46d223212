# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs of Debian's programs of the group 'unseen', made here."""

import random

# Bodies that attract each other, words counted in a table, a tree of objects.
JAVASCRIPT = r"""
function Vector(x, y) { this.x = x; this.y = y; }
Vector.prototype.plus = function (o) { return new Vector(this.x + o.x, this.y + o.y); };
Vector.prototype.times = function (f) { return new Vector(this.x * f, this.y * f); };

function orbits(steps) {
  var bodies = [], i, j, sum = 0;
  for (i = 0; i < 8; ++i)
    bodies.push({ at: new Vector(i * 3 % 7, i * 5 % 11), speed: new Vector(0, 0),
                  mass: 1 + i % 3 });
  while (steps-- > 0) {
    bodies.forEach(function (a) {
      bodies.forEach(function (b) {
        if (a === b) return;
        var way = b.at.plus(a.at.times(-1));
        var square = way.x * way.x + way.y * way.y + 0.1;
        a.speed = a.speed.plus(way.times(0.001 * b.mass / square / Math.sqrt(square)));
      });
    });
    for (j in bodies) bodies[j].at = bodies[j].at.plus(bodies[j].speed);
  }
  bodies.forEach(function (b) { sum += b.at.x * 3 + b.at.y; });
  return sum.toFixed(3);
}

function words(count) {
  var seen = {}, list = [], state = 7, text, i;
  for (i = 0; i < count; ++i) {
    state = (state * 1103515245 + 12345) % 2147483648;
    text = "w" + (state % 3001).toString(36) + "-" + String.fromCharCode(97 + i % 26);
    if (/^w[a-f0-9]+-[aeiou]$/.test(text)) text = text.toUpperCase();
    seen[text] = (seen[text] || 0) + 1;
  }
  for (i in seen) list.push({ text: i, times: seen[i] });
  list.sort(function (a, b) { return b.times - a.times || (a.text < b.text ? -1 : 1); });
  return list.slice(0, 5).map(function (w) { return w.text + w.times; }).join(" ");
}

function Tree(depth) {
  if (!depth) return;
  this.left = new Tree(depth - 1);
  this.right = new Tree(depth - 1);
}
function size(t) { return t.left ? 1 + size(t.left) + size(t.right) : 1; }
var nodes = 0, i;
for (i = 0; i < 6; ++i) nodes += size(new Tree(11));
print(orbits(350), words(30000), nodes);
"""

# Symbolic derivatives, a sort of lists, queens.
SCHEME = """
(define (append2 a b) (if (null? a) b (cons (car a) (append2 (cdr a) b))))
(define (simple op a b)
  (cond ((and (number? a) (number? b)) (if (eq? op '+) (+ a b) (* a b)))
        ((and (eq? op '*) (or (eqv? a 0) (eqv? b 0))) 0)
        ((and (eq? op '*) (eqv? a 1)) b)
        ((and (eq? op '+) (eqv? a 0)) b)
        ((and (eq? op '+) (eqv? b 0)) a)
        (else (list op a b))))
(define (derive e v)
  (cond ((number? e) 0)
        ((symbol? e) (if (eq? e v) 1 0))
        ((eq? (car e) '+) (simple '+ (derive (cadr e) v) (derive (caddr e) v)))
        (else (simple '+ (simple '* (derive (cadr e) v) (caddr e))
                         (simple '* (cadr e) (derive (caddr e) v))))))
(define (power n) (if (= n 0) 1 (list '* (list '+ 'x n) (power (- n 1)))))
(define (leaves e) (if (pair? e) (+ (leaves (cadr e)) (leaves (caddr e))) 1))

(define (split l) (if (or (null? l) (null? (cdr l))) (cons l '())
  (let ((rest (split (cddr l))))
    (cons (cons (car l) (car rest)) (cons (cadr l) (cdr rest))))))
(define (merge a b) (cond ((null? a) b) ((null? b) a)
  ((< (car a) (car b)) (cons (car a) (merge (cdr a) b)))
  (else (cons (car b) (merge a (cdr b))))))
(define (sorted l) (if (or (null? l) (null? (cdr l))) l
  (let ((halves (split l))) (merge (sorted (car halves)) (sorted (cdr halves))))))
(define (numbers n state) (if (= n 0) '()
  (cons (modulo state 1009) (numbers (- n 1) (modulo (+ (* state 421) 1663) 7875)))))

(define (safe? row distance others) (or (null? others)
  (and (not (= (car others) (+ row distance)))
       (not (= (car others) (- row distance)))
       (not (= (car others) row))
       (safe? row (+ distance 1) (cdr others)))))
(define (queens n placed count)
  (if (= count n) 1
      (let try ((row 1) (sum 0))
        (if (> row n) sum
            (try (+ row 1)
                 (if (safe? row 1 placed)
                     (+ sum (queens n (cons row placed) (+ count 1)))
                     sum))))))

(define (repeated n f) (if (= n 1) (f) (begin (f) (repeated (- n 1) f))))
(display (leaves (derive (derive (power 14) 'x) 'x))) (newline)
(display (repeated 2 (lambda () (car (cddr (sorted (numbers 1500 17))))))) (newline)
(display (queens 6 '() 0)) (newline)
"""

# A ring in which each element is its own cube is commutative, after Jacobson.
PROOF = """
cnf(zero, axiom, s(z, X) = X).
cnf(negative, axiom, s(n(X), X) = z).
cnf(sums, axiom, s(s(X, Y), Z) = s(X, s(Y, Z))).
cnf(order, axiom, s(X, Y) = s(Y, X)).
cnf(products, axiom, p(p(X, Y), Z) = p(X, p(Y, Z))).
cnf(left, axiom, p(X, s(Y, Z)) = s(p(X, Y), p(X, Z))).
cnf(right, axiom, p(s(X, Y), Z) = s(p(X, Z), p(Y, Z))).
cnf(cube, axiom, p(X, p(X, X)) = X).
cnf(goal, negated_conjecture, p(a, b) != p(b, a)).
"""


def clauses(variables, count, seed):
    """Returns random clauses of three literals."""
    dice = random.Random(seed)
    lines = [f"p cnf {variables} {count}"]
    for _ in range(count):
        chosen = dice.sample(range(1, variables + 1), 3)
        lines.append(" ".join(str(v * dice.choice((1, -1))) for v in chosen) + " 0")
    return "\n".join(lines) + "\n"


def grammar(statements):
    """Returns a grammar with this number of kinds of statements."""
    lines = ["%token NAME NUMBER"]
    lines += [f"%left OP{i}" for i in range(40)]
    lines += [f"%token WORD{i} END{i}" for i in range(statements)]
    lines += ["%%", "program : program statement | ;",
              "block : '{' program '}' | statement ;"]
    for i in range(statements):
        other = f"part{i * 7 % statements}"
        lines.append(f"statement : WORD{i} part{i} block END{i} | END{i} {other} ';' ;")
        lines.append(f"part{i} : expression ',' NAME | '(' {other} ')' END{i} ;")
    lines.append("expression : NAME | NUMBER | '(' expression ')'")
    lines += [f" | expression OP{i} expression" for i in range(40)]
    return "\n".join(lines) + " ;\n%%\n"
