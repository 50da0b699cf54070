import { describe, expect, it } from "vitest";
import { payoutCode, buildPix, pixKeyOf, type PixInput } from "./rules";
import type { PixKeyType } from "./schema";

/** EMV decoder (tag, length, value) that is independent of the implementation under test. */
function decode(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length;) {
    const length = Number(text.slice(at + 2, at + 4));
    if (!/^\d{4}$/.test(text.slice(at, at + 4)) || at + 4 + length > text.length)
      throw new Error(`broken at ${at}: ${text}`);
    fields.set(text.slice(at, at + 2), text.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

/** CRC-16/CCITT-FALSE with a lookup table, as described in the Central Bank's manual. */
const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  return crc;
});
const checksum = (text: string) =>
  [...Buffer.from(text, "utf8")]
    .reduce((crc, byte) => ((crc << 8) & 0xffff) ^ TABLE[((crc >> 8) ^ byte) & 0xff]!, 0xffff)
    .toString(16)
    .toUpperCase()
    .padStart(4, "0");

/** Seeded random numbers, so that a failure is reproducible. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = randomNumbers(20_261_121);
const below = (limit: number) => Math.floor(random() * limit);
const digits = (length: number) => Array.from({ length }, () => below(10)).join("");
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;

function check(text: string, weights: readonly number[]): string {
  const rest = weights.reduce((sum, weight, index) => sum + Number(text[index]) * weight, 0) % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}
function cpf(): string {
  const base = digits(9);
  const first = base + check(base, [10, 9, 8, 7, 6, 5, 4, 3, 2]);
  return first + check(first, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
}
function cnpj(): string {
  const base = digits(8) + "0001";
  const first = base + check(base, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  return first + check(first, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
}

const KEYS: Record<PixKeyType, () => string> = {
  cpf: () => pick([cpf(), cpf().replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, "$1.$2.$3-$4")]),
  cnpj: () => pick([cnpj(), cnpj().replace(/(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})/, "$1.$2.$3/$4-$5")]),
  email: () => `caixa${digits(4)}@exemplo.com.br`,
  phone: () =>
    pick([`48 9${digits(8)}`, `(11) 9${digits(4)}-${digits(4)}`, `+55219${digits(8)}`, `5547 9${digits(8)}`]),
  evp: () => crypto.randomUUID(),
};
const WORDS = [
  "São",
  "João",
  "Conceição",
  "Ímã",
  "Açaí",
  "Pousada",
  "Ônibus",
  "Güell",
  "ÑANDÚ",
  "Müller",
  "D'Oeste",
  "& Filhos",
  "R$",
  "ﬁm",
  "Ltda.",
  "Serra",
  "Posto 66",
  "  ",
  "\t",
  "Å",
];
/** Characters a BR Code cannot contain. */
const UNWRITABLE = ["½", "東京", "🚗", "Иван", "\u0007"];
const phrase = () =>
  Array.from({ length: below(40) ? 1 + below(5) : 0 }, () => pick(below(60) ? WORDS : UNWRITABLE)).join(
    pick([" ", "  ", ""]),
  );
const txid = () =>
  below(12) ? `LC${digits(23).slice(0, below(24))}` : pick(["", "com espaço", "ção", "x".repeat(26), "a-b"]);
const cents = () =>
  pick([1 + below(2_000_000_000), 1 + below(100_000), 10 * below(1000), pick([0, -1, 1.5, Number.NaN, 1e13])]);

function randomInput(): PixInput {
  const keyType = pick(["cpf", "cnpj", "email", "phone", "evp"] as const);
  const key = below(10)
    ? KEYS[keyType]()
    : pick(["", "123", "11111111111", "a@b", "não é chave", KEYS.cpf(), KEYS.email()]);
  return { key, keyType, name: phrase(), city: phrase(), cents: cents(), txid: txid() };
}

const plain = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

it.each([
  ["João D’Ávila", "Joao D'Avila"],
  ["Łukasz Żółty", "Lukasz Zolty"],
  ["Søren Weiß & Filhos", "Soren Weiss & Filhos"],
])("writes the recipient %s in plain letters", (name, written) => {
  const code = buildPix({ key: "52998224725", keyType: "cpf", name, city: "São José", cents: 100, txid: "LC1" });
  expect(code.ok && decode(code.payload).get("59")).toBe(written);
});

describe("10,000 random Pix codes", () => {
  it("decode to their input, or are rejected with the invalid part", () => {
    const refused: Record<string, number> = { key: 0, name: 0, city: 0, amount: 0, txid: 0 };
    let built = 0;
    for (let round = 0; round < 10_000; round++) {
      const input = randomInput();
      const code = buildPix(input);
      if (!code.ok) {
        refused[code.problem] = (refused[code.problem] ?? 0) + 1;
        continue;
      }
      built += 1;
      const fields = decode(code.payload);
      const account = decode(fields.get("26") ?? "");
      expect(code.payload).toMatch(/^[\x20-\x7e]+$/);
      expect(fields.get("63")).toBe(checksum(code.payload.slice(0, -4)));
      expect(Math.round(Number(fields.get("54")) * 100)).toBe(input.cents);
      expect(fields.get("54")).toMatch(/^\d+\.\d{2}$/);
      expect(fields.get("59")).toBe(plain(input.name).slice(0, 25).trim());
      expect(fields.get("60")).toBe(plain(input.city).slice(0, 15).trim());
      expect(decode(fields.get("62") ?? "").get("05")).toBe(input.txid);
      expect(account.get("00")?.toLowerCase()).toBe("br.gov.bcb.pix");
      expect(account.get("01")).toBe(pixKeyOf(input.key, input.keyType));
      expect([fields.get("53"), fields.get("58"), fields.get("00")]).toEqual(["986", "BR", "01"]);
    }
    console.info(`Pix: ${built} built and read back, refused: ${JSON.stringify(refused)}`);
    expect(built).toBeGreaterThan(5000);
    expect(Object.values(refused).every((count) => count > 0)).toBe(true);
    expect(Object.keys(refused)).toEqual(["key", "name", "city", "amount", "txid"]);
  });
});

describe("pixKeyOf", () => {
  it.each([
    ["529.982.247-25", "cpf", "52998224725"],
    ["529.982.247-26", "cpf", null],
    ["529.982.247-25", "phone", null],
    ["48 99999-0000", "phone", "+5548999990000"],
    ["5548999990000", "phone", "+5548999990000"],
    ["+55 48 99999 0000", "phone", "+5548999990000"],
    ["Caixa@Exemplo.com", "email", "caixa@exemplo.com"],
    ["12.ABC.345/01DE-35", "cnpj", "12ABC34501DE35"],
  ] as const)("%s as %s is %s", (key, type, expected) => {
    expect(pixKeyOf(key, type)).toBe(expected);
  });
});

describe("the code of a payout", () => {
  const payout = {
    seller: "José da Serra",
    city: "São José",
    pix_key: "rita@example.org",
    pix_key_type: "email",
    approved_cents: 4900,
    corrections_cents: -1900,
  };
  const codeOf = (changes: Partial<typeof payout | Record<"city" | "pix_key" | "pix_key_type", null>> = {}) =>
    payoutCode({ ...payout, ...changes }, "2026-11-28");

  it("transfers what is owed after corrections, with the day as its identifier", () => {
    expect(codeOf()).toMatch(
      /^000201.*rita@example\.org.*540530\.005802BR5913Jose da Serra6008Sao Jose.*REPASSE20261128.*6304[0-9A-F]{4}$/,
    );
  });

  it.each([[null], [""], ["東京"]])("contains Brasil for the city %j", (city) => {
    expect(codeOf({ city })).toContain("6006Brasil");
  });

  it.each([
    ["without a key", { pix_key: null }],
    ["without the type of the key", { pix_key_type: null }],
    ["with a key of another type", { pix_key_type: "cpf" }],
    ["when nothing is owed", { corrections_cents: -4900 }],
    ["when the seller owes", { corrections_cents: -9900 }],
    ["for a name without Latin letters", { seller: "東京" }],
  ])("does not exist %s", (_, changes) => {
    expect(codeOf(changes)).toBeNull();
  });
});
