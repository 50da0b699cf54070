/** Texts as people type or paste them, and as they are stored. */
export const TYPED_TEXTS: readonly (readonly [typed: string, stored: string])[] = [
  ["  João \u0000 Lima\u0007 ", "João  Lima"],
  ["Jose\u0301 Anto\u0302nio", "José Antônio"],
  ["Ana\u202eamiL", "AnaamiL"],
  ["\u2067Ana\u2069 \u200eLima\u200f\u061c", "Ana Lima"],
  ["\u200b\u200d\u2060\ufeff\u00ad\u2800\u3164", ""],
  ["Ze\u200bro \u200dLargura", "Zero Largura"],
  ["Ana 👨‍👩‍👧‍👦 Lima 🏳️‍🌈", "Ana 👨‍👩‍👧‍👦 Lima 🏳️‍🌈"],
  ["João 🚗 Fusca", "João 🚗 Fusca"],
  ["علی\u200cرضا", "علی\u200cرضا"],
  ["Ali\u200cReza", "AliReza"],
  ["محمد العلي", "محمد العلي"],
  ["שָׂרָה", "שָׂרָה"],
  ["Linha um\nlinha dois\tfim", "Linha um\nlinha dois\tfim"],
  ["um\u2028dois", "um\ndois"],
  ["\u00a0Ana\u3000", "Ana"],
];
